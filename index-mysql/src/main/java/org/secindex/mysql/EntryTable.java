package org.secindex.mysql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.OptionalLong;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;
import org.secindex.api.NotAnIndexException;
import org.secindex.api.TransientIndexException;

/**
 * The table that holds the entries of an index, and every statement on it.
 *
 * <p>{@code <index>} has the columns {@code objectId BIGINT [UNSIGNED] NOT NULL PRIMARY KEY,
 * chunkId INT NOT NULL, subChunkId INT NOT NULL}, as Qserv's director index. A load fills {@code
 * <index>$loading} beside it and then swaps the two, so that readers see all of a load or nothing.
 *
 * <p>Keys are selected as signed numbers whatever the domain, since JDBC has no others; a cast
 * keeps all 64 bits.
 */
final class EntryTable {
  private static final String MARK = "secindex: entries of an index";
  private static final String LOADING = "$loading";
  private static final String REPLACED = "$replaced";

  private final MySqlAddress address;
  private final KeyDomain domain;
  private final String table;
  private final String loading;
  private final String replaced;

  EntryTable(MySqlAddress address, KeyDomain domain) {
    this.address = address;
    this.domain = domain;
    table = address.quoted(address.index());
    loading = address.quoted(address.index() + LOADING);
    replaced = address.quoted(address.index() + REPLACED);
  }

  /** Selects the location of one key, its parameter. */
  String find() {
    return "SELECT chunkId, subChunkId FROM "
        + table
        + " WHERE objectId = "
        // A parameter is signed, and a negative number equals no unsigned one.
        + (domain == KeyDomain.UNSIGNED ? "CAST(? AS UNSIGNED)" : "?");
  }

  /** Selects key and location of all keys of a list, which must be added, with a parenthesis. */
  String findAll() {
    return select() + " WHERE objectId IN (";
  }

  /** Selects key and location of all keys in a range, both ends included, in ascending order. */
  String scan(long first, long last) {
    return select()
        + " WHERE objectId BETWEEN "
        + domain.format(first)
        + " AND "
        + domain.format(last)
        + " ORDER BY objectId";
  }

  private String select() {
    return "SELECT " + signed("objectId") + ", chunkId, subChunkId FROM " + table;
  }

  private String signed(String expression) {
    return domain == KeyDomain.UNSIGNED ? "CAST(" + expression + " AS SIGNED)" : expression;
  }

  /** Deletes all keys of a list, which must be added, with a parenthesis. */
  String delete() {
    return "DELETE FROM " + table + " WHERE objectId IN (";
  }

  /** Adds rows of {@link TsvStream} to the table that is being loaded. */
  String load() {
    return localInfile("", loading);
  }

  /** Adds rows of {@link TsvStream}, or replaces those with the same key. */
  String upsert() {
    return localInfile("REPLACE ", table);
  }

  /** The file's name means nothing; see {@link LocalInfile}. */
  private static String localInfile(String duplicates, String into) {
    return "LOAD DATA LOCAL INFILE 'secindex' "
        + duplicates
        + "INTO TABLE "
        + into
        + " CHARACTER SET binary FIELDS TERMINATED BY '\\t' ESCAPED BY '' LINES TERMINATED BY '\\n'"
        + " (objectId, chunkId, subChunkId)";
  }

  String check() {
    return "CHECK TABLE " + table;
  }

  /** Whether there is a table of this name, be it ours or not. */
  boolean exists(Connection connection) throws SQLException {
    return engineAndMark(connection, address.index()).isPresent();
  }

  /**
   * Checks that there is a table of this name, that it is ours, and that its engine is InnoDB.
   *
   * @throws CorruptIndexException if not
   */
  void require(Connection connection) throws SQLException {
    String[] found =
        engineAndMark(connection, address.index())
            .orElseThrow(
                () ->
                    new CorruptIndexException(
                        address
                            + ": table "
                            + table
                            + " is gone; drop the index and make it anew"));
    if (!found[1].startsWith(MARK)) {
      throw foreign();
    }
    requireInnoDb(found[0]);
  }

  NotAnIndexException foreign() {
    return new NotAnIndexException(
        address
            + ": table "
            + table
            + " is there, but it is no index of secindex; it was left as it is");
  }

  private void requireInnoDb(String engine) {
    if (!engine.equals("InnoDB")) {
      throw new CorruptIndexException(
          address
              + ": table "
              + table
              + " is stored by engine "
              + engine
              + ", not InnoDB, and would not survive a crash; see whether the server has InnoDB");
    }
  }

  private Optional<String[]> engineAndMark(Connection connection, String name) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT COALESCE(engine, table_type), COALESCE(table_comment, '')"
                    + informationOn(name))) {
      return row.next()
          ? Optional.of(new String[] {row.getString(1), row.getString(2)})
          : Optional.empty();
    }
  }

  private String informationOn(String name) {
    return " FROM information_schema.tables WHERE table_schema = '"
        + address.database()
        + "' AND table_name = '"
        + name
        + "'";
  }

  boolean isEmpty(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT 1 FROM " + table + " LIMIT 1")) {
      return !row.next();
    }
  }

  /** Makes the table, without entries. */
  void create(Connection connection) throws SQLException {
    create(connection, table, address.index());
  }

  private void create(Connection connection, String quoted, String name) throws SQLException {
    execute(
        connection,
        "CREATE TABLE "
            + quoted
            + " (objectId BIGINT "
            + (domain == KeyDomain.UNSIGNED ? "UNSIGNED " : "")
            + "NOT NULL PRIMARY KEY, chunkId INT NOT NULL, subChunkId INT NOT NULL)"
            + " ENGINE=InnoDB COMMENT='"
            + MARK
            + "'");
    requireInnoDb(engineAndMark(connection, name).orElseThrow()[0]);
  }

  /** Makes an empty table to be loaded, after deleting what a load that died left behind. */
  void beginLoad(Connection connection) throws SQLException {
    abandonLoad(connection);
    create(connection, loading, address.index() + LOADING);
  }

  /** Puts the loaded table in the place of the other, in one step. */
  void publishLoad(Connection connection) throws SQLException {
    // Else size and number of rows would be told as they were while it was empty.
    maintain(connection, "ANALYZE TABLE ", loading);
    execute(
        connection,
        exists(connection)
            ? "RENAME TABLE " + table + " TO " + replaced + ", " + loading + " TO " + table
            : "RENAME TABLE " + loading + " TO " + table);
    execute(connection, "DROP TABLE IF EXISTS " + replaced);
  }

  /**
   * Builds the table anew without the gaps in it. Waits for scans that are under way, but not long:
   * whoever comes after it in the server's queue for the table waits, too.
   */
  void optimize(Connection connection) throws SQLException {
    execute(connection, "SET @secindex_wait = @@lock_wait_timeout, lock_wait_timeout = 1");
    try {
      maintain(connection, "OPTIMIZE TABLE ", table);
    } finally {
      execute(connection, "SET lock_wait_timeout = @secindex_wait");
    }
  }

  /** Runs a statement that reports errors as rows. */
  private void maintain(Connection connection, String statementOn, String name)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet report = statement.executeQuery(statementOn + name)) {
      while (report.next()) {
        if ("error".equalsIgnoreCase(report.getString("Msg_type"))) {
          String text = report.getString("Msg_text");
          String message = address + ": " + statementOn.strip() + " says: " + text;
          throw String.valueOf(text).contains("Lock wait timeout")
              ? new TransientIndexException(message + "; a scan may be open: end it, and repeat")
              : new IndexException(message);
        }
      }
    }
  }

  /** Deletes whatever a load made. */
  void abandonLoad(Connection connection) throws SQLException {
    execute(connection, "DROP TABLE IF EXISTS " + loading + ", " + replaced);
  }

  /** Leaves a table without entries, whether there was one or not. */
  void makeEmpty(Connection connection) throws SQLException {
    if (!exists(connection)) {
      create(connection);
      return;
    }
    require(connection);
    if (!isEmpty(connection)) {
      execute(connection, "TRUNCATE TABLE " + table);
    }
  }

  /** Deletes everything. */
  void drop(Connection connection) throws SQLException {
    if (exists(connection)) {
      require(connection);
    }
    abandonLoad(connection);
    execute(connection, "DROP TABLE IF EXISTS " + table);
  }

  /** Rows and bytes, as InnoDB estimates them. */
  long[] estimate(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT table_rows, data_length + index_length" + informationOn(address.index()))) {
      return row.next() ? new long[] {row.getLong(1), row.getLong(2)} : new long[2];
    }
  }

  /** Smallest and largest key, both absent if there is no entry. */
  OptionalLong[] ends(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT "
                    + signed("MIN(objectId)")
                    + ", "
                    + signed("MAX(objectId)")
                    + " FROM "
                    + table)) {
      row.next();
      long first = row.getLong(1);
      if (row.wasNull()) {
        return new OptionalLong[] {OptionalLong.empty(), OptionalLong.empty()};
      }
      return new OptionalLong[] {OptionalLong.of(first), OptionalLong.of(row.getLong(2))};
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }
}
