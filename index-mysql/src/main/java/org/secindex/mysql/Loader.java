package org.secindex.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.OutcomeUnknownException;
import org.secindex.api.SortedEntries;

/** Fills an empty index, once. */
final class Loader {
  /**
   * Rows a statement, and so a transaction. Statements cost nothing at this size, and what one of
   * them did is undone in well under a second when the loader dies.
   */
  static final long ROWS_PER_STATEMENT = 1 << 18;

  private static final String NOT_UNDONE =
      "\nThe load was not undone either, since the server is gone or another writer was there"
          + " meanwhile; unless the index is READY (secindex info tells), load it again";

  private final Connections connections;
  private final MySqlErrors errors;
  private final IndexRegister register;
  private final EntryTable table;
  private boolean ready;

  /**
   * @param ready whether the index is READY, as far as is known
   */
  Loader(Connections connections, IndexRegister register, EntryTable table, boolean ready) {
    this.connections = connections;
    this.ready = ready;
    errors = new MySqlErrors(connections.address());
    this.register = register;
    this.table = table;
  }

  /** Whether the index is READY after this load, be it well done or failed. */
  boolean leavesReady() {
    return ready;
  }

  /**
   * Loads; see {@link org.secindex.api.SecondaryIndex#load}.
   *
   * @param connection of the session, for this call
   */
  long load(WriterSession session, Connection connection, SortedEntries entries)
      throws SQLException {
    ServerFacts.of(connection).requireLocalInfile(connections.address());
    IndexRow row = register.require(connection);
    ready = row.state() == IndexState.READY;
    if (ready) {
      table.require(connection);
      if (!table.isEmpty(connection)) {
        throw new IndexException(
            connections.address() + ": not empty: load fills an empty index, update adds to one");
      }
    }
    ready = false;
    register.setBuilding(connection);
    try {
      table.makeEmpty(connection);
      table.beginLoad(connection);
      long loaded = fill(connection, entries);
      table.publishLoad(connection);
      register.setReady(connection, loaded);
      ready = true;
      return loaded;
    } catch (SQLException e) {
      IndexException failure = errors.reading("load", e);
      if (!undo(session, failure)) {
        throw new OutcomeUnknownException(failure.getMessage() + NOT_UNDONE, failure);
      }
      throw failure;
    } catch (RuntimeException | Error e) {
      if (!undo(session, e)) {
        e.addSuppressed(new IndexException(connections.address() + NOT_UNDONE));
      }
      throw e;
    }
  }

  private long fill(Connection connection, SortedEntries entries) throws SQLException {
    TsvStream rows = new TsvStream(entries.domain(), entries);
    long loaded = 0;
    while (rows.nextPart(ROWS_PER_STATEMENT)) {
      long inserted = LocalInfile.send(connection, connections.address(), table.load(), rows);
      if (inserted != rows.rows()) {
        throw new IndexException(
            connections.address()
                + ": cannot load: of "
                + rows.rows()
                + " entries sent after the first "
                + loaded
                + " the server inserted "
                + inserted);
      }
      loaded += inserted;
    }
    return loaded;
  }

  /** Makes the index empty and READY again, if that can be done; else it stays as it is. */
  private boolean undo(WriterSession session, Throwable failure) {
    try {
      Connection connection = session.begin();
      ready = register.require(connection).state() == IndexState.READY;
      if (ready) {
        // The connection, and with it the lock, was lost for a while: another writer has loaded the
        // index since; or this one had, and the answer was lost.
        return false;
      }
      table.abandonLoad(connection);
      table.makeEmpty(connection);
      register.setReady(connection, 0);
      ready = true;
      return true;
    } catch (SQLException | IndexException e) {
      failure.addSuppressed(e);
      return false;
    }
  }
}
