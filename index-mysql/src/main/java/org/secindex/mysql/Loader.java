package org.secindex.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.stream.Collectors;
import org.secindex.api.EntryBatch;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.OutcomeUnknownException;
import org.secindex.api.SortedEntries;

/**
 * Fills an empty index, once. The entries go into new tables, which take the place of the empty
 * ones when all are there; a load that fails, or died, starts over.
 */
final class Loader {
  private static final String NOT_UNDONE =
      "\nThe load was not undone either, since the server is gone or another writer was there"
          + " meanwhile; unless the index is READY (secindex info tells), load it again";

  private final Connections connections;
  private final MySqlAddress address;
  private final MySqlErrors errors;
  private final IndexRegister register;
  private final IndexTables tables;
  private final CurrentTables current;
  private final RowTransfer transfer;
  private boolean ready;

  /**
   * @param ready whether the index is READY, as far as is known
   */
  Loader(
      Connections connections,
      IndexRegister register,
      IndexTables tables,
      CurrentTables current,
      RowTransfer transfer,
      boolean ready) {
    this.connections = connections;
    this.register = register;
    this.tables = tables;
    this.current = current;
    this.transfer = transfer;
    this.ready = ready;
    address = connections.address();
    errors = new MySqlErrors(address);
  }

  /** Whether the index is READY after this load, be it well done or failed. */
  boolean leavesReady() {
    return ready;
  }

  /** A way to put entries into new tables. */
  private interface Filling {
    /** Makes the tables, fills them, and returns how many entries they have. */
    long fill(IndexTables.Parts parts, IndexRow row) throws SQLException;
  }

  /**
   * Loads; see {@link org.secindex.api.SecondaryIndex#load}.
   *
   * @param connection of the session, for this call
   */
  long load(WriterSession session, Connection connection, SortedEntries entries)
      throws SQLException {
    transfer.require(ServerFacts.of(connection));
    return load(session, connection, (parts, row) -> fill(connection, parts, row, entries));
  }

  /** Loads what the server makes up. */
  long load(WriterSession session, Connection connection, GeneratedRows rows) throws SQLException {
    return load(session, connection, (parts, row) -> rows.fill(connection, address, parts, row));
  }

  private long load(WriterSession session, Connection connection, Filling filling)
      throws SQLException {
    IndexRow row = current.requireSame(register.require(connection));
    ready = row.state() == IndexState.READY;
    Set<String> inUse = ready ? requireEmpty(connection, row) : Set.of();
    ready = false;
    register.setBuilding(connection);
    try {
      tables.dropLeftovers(connection, inUse);
      IndexTables.Parts parts = tables.newParts(row);
      long loaded = filling.fill(parts, row);
      parts.publish(connection, c -> register.setReady(c, loaded));
      current.refresh(connection);
      ready = true;
      return loaded;
    } catch (SQLException e) {
      IndexException failure = errors.reading("load", e);
      if (!undo(session, inUse, failure)) {
        throw new OutcomeUnknownException(failure.getMessage() + NOT_UNDONE, failure);
      }
      throw failure;
    } catch (RuntimeException | Error e) {
      if (!undo(session, inUse, e)) {
        e.addSuppressed(new IndexException(address + NOT_UNDONE));
      }
      throw e;
    }
  }

  private Set<String> requireEmpty(Connection connection, IndexRow row) throws SQLException {
    EntryTables current = tables.read(connection, row);
    tables.require(connection, current);
    try (Statement statement = connection.createStatement()) {
      for (EntryTable table : current.all()) {
        if (statement.executeQuery(table.any()).next()) {
          throw new IndexException(
              address + ": not empty: load fills an empty index, update adds to one");
        }
      }
    }
    return current.all().stream().map(EntryTable::name).collect(Collectors.toSet());
  }

  private long fill(
      Connection connection, IndexTables.Parts parts, IndexRow row, SortedEntries entries)
      throws SQLException {
    long rowsPerTable = row.layout() == Layout.SINGLE ? Long.MAX_VALUE : row.rowsPerTable();
    UnitReader units = new UnitReader(entries);
    try (ParallelLoad senders = senders(row.layout());
        HeldHistory history = new HeldHistory(connections)) {
      // An index without entries has a table, too.
      EntryTable table = parts.next(connection, row.domain().min());
      long room = rowsPerTable;
      long loaded = 0;
      EntryBatch unit = senders.take();
      while (units.read(unit, room == 0 ? rowsPerTable : room)) {
        if (room == 0) {
          table = parts.next(connection, unit.keys[0]);
          room = rowsPerTable;
        }
        room -= unit.size();
        loaded += unit.size();
        history.add(unit.size());
        senders.send(table, unit);
        unit = senders.take();
      }
      senders.giveBack(unit);
      senders.finish();
      return loaded;
    }
  }

  private ParallelLoad senders(Layout layout) throws SQLException {
    MySqlOptions options = connections.options();
    int parallel = layout == Layout.SINGLE ? 1 : options.loadConnections();
    // With one connection there is no other table to get ahead to.
    long memory = parallel == 1 ? 0 : options.loadMemoryOf(Runtime.getRuntime().maxMemory());
    return new ParallelLoad(connections, transfer, parallel, memory);
  }

  /** Makes the index empty and READY again, if that can be done; else it stays as it is. */
  private boolean undo(WriterSession session, Set<String> inUse, Throwable failure) {
    try {
      Connection connection = session.begin();
      IndexRow row = register.require(connection);
      ready = row.state() == IndexState.READY;
      if (ready) {
        // The connection, and with it the lock, was lost for a while: another writer has loaded the
        // index since; or this one had, and the answer was lost.
        current.refresh(connection);
        return false;
      }
      // First, since it may be for want of space that the load failed.
      tables.dropLeftovers(connection, inUse);
      makeEmpty(connection, register, tables, row);
      current.refresh(connection);
      ready = true;
      return true;
    } catch (SQLException | IndexException e) {
      failure.addSuppressed(e);
      return false;
    }
  }

  /** Leaves an index without entries, and READY, whatever tables it had. */
  static void makeEmpty(
      Connection connection, IndexRegister register, IndexTables tables, IndexRow row)
      throws SQLException {
    IndexTables.Parts parts = tables.newParts(row);
    parts.next(connection, row.domain().min());
    parts.publish(connection, c -> register.setReady(c, 0));
  }
}
