package org.secindex.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.OutcomeUnknownException;
import org.secindex.api.SortedEntries;

/** Fills an empty index. */
final class Loader {
  /**
   * Rows a statement, and so a transaction. Statements cost nothing at this size, and what one of
   * them did is undone in well under a second when the loader dies.
   */
  static final long ROWS_PER_STATEMENT = 1 << 18;

  private static final String NOT_UNDONE =
      "\nThe load could not be undone either; unless the index is READY by now (secindex info tells),"
          + " load it again";

  private final Connections connections;
  private final MySqlErrors errors;
  private final IndexRegister register;
  private final EntryTable table;

  Loader(Connections connections, IndexRegister register, EntryTable table) {
    this.connections = connections;
    errors = new MySqlErrors(connections.address());
    this.register = register;
    this.table = table;
  }

  /** Loads; see {@link org.secindex.api.SecondaryIndex#load}. */
  long load(WriterSession session, SortedEntries entries) throws SQLException {
    Connection connection = session.begin();
    ServerFacts.of(connection).requireLocalInfile(connections.address());
    IndexRow row = register.require(connection);
    if (row.state() == IndexState.READY) {
      table.require(connection);
      if (!table.isEmpty(connection)) {
        throw new IndexException(
            connections.address() + ": not empty: load fills an empty index, update adds to one");
      }
    }
    register.setBuilding(connection);
    try {
      table.makeEmpty(connection);
      table.beginLoad(connection);
      long loaded = fill(connection, entries);
      table.publishLoad(connection);
      register.setReady(connection, loaded);
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
      table.abandonLoad(connection);
      table.makeEmpty(connection);
      register.setReady(connection, 0);
      return true;
    } catch (SQLException | IndexException e) {
      failure.addSuppressed(e);
      return false;
    }
  }
}
