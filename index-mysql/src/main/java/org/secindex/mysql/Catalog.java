package org.secindex.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;

/** Where an open index learns what its tables are. */
interface Catalog {
  /** What is known of the index now. */
  IndexRow row(Connection connection) throws SQLException;

  /** The tables of an index that is READY. */
  EntryTables tables(Connection connection, IndexRow row) throws SQLException;

  /** An index of ours. */
  record Registered(IndexRegister register, IndexTables tables) implements Catalog {
    @Override
    public IndexRow row(Connection connection) throws SQLException {
      return register.require(connection);
    }

    @Override
    public EntryTables tables(Connection connection, IndexRow row) throws SQLException {
      return tables.read(connection, row);
    }
  }

  /** A table of somebody else, of which we have no record. */
  record Attached(IndexRow row, EntryTable table) implements Catalog {
    @Override
    public IndexRow row(Connection connection) {
      return row;
    }

    @Override
    public EntryTables tables(Connection connection, IndexRow sameRow) {
      return EntryTables.single(row.domain(), table);
    }
  }

  static IndexException building(MySqlAddress address) {
    return new IndexException(
        address
            + ": BUILDING: a load is running, or died before its end; wait for it, or load again");
  }

  /** Whether the index can be read and changed. */
  static boolean isReady(IndexRow row) {
    return row.state() == IndexState.READY;
  }
}
