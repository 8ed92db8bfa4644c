package org.secindex.mysql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.OptionalLong;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.IndexException;
import org.secindex.api.IndexFormatTooNewException;
import org.secindex.api.IndexState;
import org.secindex.api.KeyDomain;
import org.secindex.api.TransientIndexException;

/**
 * The table {@code secindex_meta} of a database: one row for each index therein. What is not listed
 * is no index, whatever its tables look like. All methods concern the row of one index.
 */
final class IndexRegister {
  /** Version of the tables' format. */
  static final int FORMAT = 1;

  private static final int PATIENCE_SECONDS = 10;

  private final MySqlAddress address;
  private final String table;
  private final RangeRegister ranges;

  IndexRegister(MySqlAddress address) {
    this.address = address;
    table = address.quoted(MySqlAddress.REGISTER);
    ranges = new RangeRegister(address);
  }

  private void install(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      // Only if need be: the right to make databases is rare.
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT 1 FROM information_schema.schemata WHERE schema_name = '"
                  + address.database()
                  + "'")) {
        if (rows.next()) {
          createTable(connection);
          return;
        }
      }
      statement.executeUpdate("CREATE DATABASE IF NOT EXISTS `" + address.database() + "`");
      createTable(connection);
    }
  }

  private void createTable(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "CREATE TABLE IF NOT EXISTS "
              + table
              + " (name VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,"
              + " format INT NOT NULL,"
              + " keyDomain VARCHAR(16) CHARACTER SET ascii NOT NULL,"
              + " layout VARCHAR(16) CHARACTER SET ascii NOT NULL,"
              + " rowsPerTable BIGINT NOT NULL,"
              + " state VARCHAR(16) CHARACTER SET ascii NOT NULL,"
              + " entries BIGINT)"
              + " ENGINE=InnoDB COMMENT='secindex: a row for each index of this database'");
      ranges.createTable(statement);
    }
  }

  /** Whether there is a row, of whatever format. */
  boolean lists(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT 1 FROM " + table + where())) {
      return row.next();
    } catch (SQLException e) {
      if (isAbsent(e)) {
        return false;
      }
      throw e;
    }
  }

  /** Whether it is for want of a table, or of its database, that a statement failed. */
  static boolean isAbsent(SQLException e) {
    return e.getErrorCode() == MySqlErrors.NO_SUCH_TABLE
        || e.getErrorCode() == MySqlErrors.UNKNOWN_DATABASE;
  }

  /**
   * Reads the row.
   *
   * @return empty if there is none, or no register, or no database
   * @throws IndexFormatTooNewException if a newer version made the index
   * @throws CorruptIndexException if the row makes no sense
   */
  Optional<IndexRow> read(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT format, keyDomain, layout, rowsPerTable, state, entries FROM "
                    + table
                    + where())) {
      if (!row.next()) {
        return Optional.empty();
      }
      int format = row.getInt(1);
      if (format > FORMAT) {
        throw new IndexFormatTooNewException(address.toString(), format, FORMAT);
      }
      long rowsPerTable = row.getLong(4);
      if (rowsPerTable < 1) {
        throw damaged("rowsPerTable", Long.toString(rowsPerTable));
      }
      long entries = row.getLong(6);
      OptionalLong counted = row.wasNull() ? OptionalLong.empty() : OptionalLong.of(entries);
      return Optional.of(
          new IndexRow(
              constant(KeyDomain.class, "keyDomain", row.getString(2)),
              constant(Layout.class, "layout", row.getString(3)),
              rowsPerTable,
              constant(IndexState.class, "state", row.getString(5)),
              counted));
    } catch (SQLException e) {
      if (isAbsent(e)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * Reads the row of an index that must be there.
   *
   * @throws IndexException if it is not
   */
  IndexRow require(Connection connection) throws SQLException {
    return read(connection).orElseThrow(this::missing);
  }

  IndexException missing() {
    return new IndexException("no index at " + address + "; make one with create or secindex load");
  }

  private <E extends Enum<E>> E constant(Class<E> type, String column, String value) {
    try {
      return Enum.valueOf(type, value);
    } catch (IllegalArgumentException e) {
      throw damaged(column, value);
    }
  }

  private CorruptIndexException damaged(String column, String value) {
    return new CorruptIndexException(
        address + ": table " + table + " says " + column + " '" + value + "', which is unknown");
  }

  /**
   * Adds the row of an index whose tables are not there yet: BUILDING. Makes database and register
   * if they are missing.
   */
  void add(Connection connection, KeyDomain domain, Layout layout, long rowsPerTable)
      throws SQLException {
    alone(
        connection,
        () -> {
          install(connection);
          requireNoTwin(connection);
          insert(connection, domain, layout, rowsPerTable);
        });
  }

  /** Two indexes whose tables the server cannot tell apart would take them from each other. */
  private void requireNoTwin(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT name FROM "
                    + table
                    + " WHERE @@lower_case_table_names <> 0 AND LOWER(name) = LOWER('"
                    + address.index()
                    + "')")) {
      if (row.next()) {
        throw new IndexException(
            address
                + ": there is an index '"
                + row.getString(1)
                + "', and this server does not tell names by their case; choose another one");
      }
    }
  }

  private void insert(Connection connection, KeyDomain domain, Layout layout, long rowsPerTable)
      throws SQLException {
    update(
        connection,
        "INSERT INTO "
            + table
            + " VALUES ('"
            + address.index()
            + "', "
            + FORMAT
            + ", '"
            + domain
            + "', '"
            + layout
            + "', "
            + rowsPerTable
            + ", '"
            + IndexState.BUILDING
            + "', NULL)");
  }

  void setBuilding(Connection connection) throws SQLException {
    set(connection, "state = '" + IndexState.BUILDING + "', entries = NULL");
  }

  void setReady(Connection connection, long entries) throws SQLException {
    set(connection, "state = '" + IndexState.READY + "', entries = " + entries);
  }

  void setEntries(Connection connection, OptionalLong entries) throws SQLException {
    set(
        connection,
        "entries = " + (entries.isPresent() ? Long.toString(entries.getAsLong()) : "NULL"));
  }

  /** Counts entries that have been removed, if the entries are counted at all. */
  void subtractEntries(Connection connection, long removed) throws SQLException {
    set(connection, "entries = entries - " + removed);
  }

  /** Removes the row, and the register with the last one. */
  void remove(Connection connection) throws SQLException {
    alone(
        connection,
        () -> {
          ranges.remove(connection);
          update(connection, "DELETE FROM " + table + where());
          if (isEmpty(connection)) {
            update(connection, "DROP TABLE IF EXISTS " + table + ", " + ranges);
          }
        });
  }

  private interface Work {
    void run() throws SQLException;
  }

  /** Keeps others from dropping an empty register while a first row is being added. */
  private void alone(Connection connection, Work work) throws SQLException {
    String lock = WriterSession.lockName(address.database());
    try (Statement statement = connection.createStatement()) {
      try (ResultSet row =
          statement.executeQuery("SELECT GET_LOCK('" + lock + "', " + PATIENCE_SECONDS + ")")) {
        row.next();
        if (row.getInt(1) != 1) {
          throw new TransientIndexException(
              address + ": somebody else is changing table " + table + "; try again");
        }
      }
      work.run();
      statement.execute("DO RELEASE_LOCK('" + lock + "')");
    }
  }

  private boolean isEmpty(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT 1 FROM " + table + " LIMIT 1")) {
      return !row.next();
    }
  }

  private void set(Connection connection, String assignments) throws SQLException {
    update(connection, "UPDATE " + table + " SET " + assignments + where());
  }

  private String where() {
    return " WHERE name = '" + address.index() + "'";
  }

  private static void update(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }
}
