package org.secindex.mysql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;
import org.secindex.api.NotAnIndexException;

/**
 * The tables of an index as things to be made, published and dropped. What they hold is the
 * business of {@link EntryTable}.
 *
 * <p>SINGLE and PARTITIONED have one table, {@code <index>}. All others are called {@code
 * <index>$<load>_<n>}, where {@code load} is a random number, so that a name never comes to mean
 * something else: those of SPLIT, and those that a load fills before they are published. What has
 * such a name and is not in use was left behind by a load that died.
 */
final class IndexTables {
  private static final String MARK = "secindex: entries of an index";

  /** The limit of MySQL and MariaDB. */
  private static final int MOST_PARTITIONS = 8192;

  private final MySqlAddress address;
  private final EntryTable main;

  IndexTables(MySqlAddress address) {
    this.address = address;
    // For its name only, which does not depend on the order of keys.
    main = new EntryTable(address, KeyDomain.SIGNED, address.index());
  }

  /**
   * The tables of an index that is READY, as its register has them.
   *
   * @throws CorruptIndexException if the register makes no sense
   */
  EntryTables read(Connection connection, IndexRow row) throws SQLException {
    if (row.layout() != Layout.SPLIT) {
      return EntryTables.single(
          row.domain(), new EntryTable(address, row.domain(), address.index()));
    }
    List<TableRange> ranges = new RangeRegister(address).read(connection, row.domain());
    if (ranges.isEmpty()) {
      throw new CorruptIndexException(
          address
              + ": table "
              + address.quoted(MySqlAddress.RANGES)
              + " lists no tables of it; drop the index and make it anew");
    }
    return EntryTables.split(address, row.domain(), ranges);
  }

  /** Whether there is a table that is called as the index, be it ours or not. */
  boolean exists(Connection connection) throws SQLException {
    return facts(connection, main).isPresent();
  }

  /**
   * Checks that all tables are there, that they are ours, and that their engine is InnoDB.
   *
   * @throws CorruptIndexException if not
   */
  void require(Connection connection, EntryTables tables) throws SQLException {
    for (EntryTable table : tables.all()) {
      Facts facts =
          facts(connection, table)
              .orElseThrow(
                  () ->
                      new CorruptIndexException(
                          address
                              + ": table "
                              + table
                              + " is gone; drop the index and make it anew"));
      if (!facts.comment.startsWith(MARK)) {
        throw foreign(table);
      }
      requireInnoDb(table, facts.engine);
    }
  }

  /**
   * Checks that nothing stands at the place of an index that is not listed.
   *
   * @throws NotAnIndexException if a table does
   */
  void requireNone(Connection connection) throws SQLException {
    if (exists(connection)) {
      throw foreign(main);
    }
  }

  private NotAnIndexException foreign(EntryTable table) {
    return new NotAnIndexException(
        address
            + ": table "
            + table
            + " is there, but it is no index of secindex; it was left as it is");
  }

  private void requireInnoDb(EntryTable table, String engine) {
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

  private record Facts(String engine, String comment) {}

  private Optional<Facts> facts(Connection connection, EntryTable table) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT COALESCE(engine, table_type), COALESCE(table_comment, '')"
                    + " FROM information_schema.tables WHERE table_schema = '"
                    + address.database()
                    + "' AND table_name = '"
                    + table.name()
                    + "'")) {
      return row.next()
          ? Optional.of(new Facts(row.getString(1), row.getString(2)))
          : Optional.empty();
    }
  }

  /** Tables that a load makes one after the other, and fills. */
  final class Parts {
    private final IndexRow row;
    private final String prefix;
    private final List<TableRange> ranges = new ArrayList<>();

    private Parts(IndexRow row) {
      this.row = row;
      prefix = address.index() + "$" + "%08x_".formatted(new SplittableRandom().nextInt());
    }

    /**
     * Makes the next table.
     *
     * @param firstKey of the entries that will be put there
     */
    EntryTable next(Connection connection, long firstKey) throws SQLException {
      requireRoom();
      EntryTable table = table(prefix + ranges.size());
      execute(connection, "CREATE TABLE " + table + columns());
      requireInnoDb(table, facts(connection, table).orElseThrow().engine);
      ranges.add(new TableRange(ranges.isEmpty() ? row.domain().min() : firstKey, table.name()));
      return table;
    }

    private void requireRoom() {
      if (row.layout() == Layout.PARTITIONED && ranges.size() == MOST_PARTITIONS) {
        throw new IndexException(
            address
                + ": a table has at most "
                + MOST_PARTITIONS
                + " partitions; make the index anew with a larger option rows-per-table");
      }
    }

    /**
     * Puts these tables in the place of those that the index has. Readers see the old ones or the
     * new ones, or for an instant that the old ones are gone and that a load is under way.
     *
     * @param ready lists the index as READY
     */
    void publish(Connection connection, Transactions.Unit ready) throws SQLException {
      for (TableRange range : ranges) {
        // Else size and number of rows would be told as they were while it was empty.
        analyze(connection, table(range.table()));
      }
      if (row.layout() == Layout.SPLIT) {
        dropLeftovers(
            connection, ranges.stream().map(TableRange::table).collect(Collectors.toSet()));
        Transactions.run(
            connection,
            address,
            c -> {
              new RangeRegister(address).replace(c, row.domain(), ranges);
              ready.apply(c);
            });
      } else {
        replaceMain(
            connection,
            row.layout() == Layout.PARTITIONED
                ? asPartitions(connection)
                : table(ranges.get(0).table()));
        dropLeftovers(connection, Set.of());
        ready.apply(connection);
      }
    }

    private void replaceMain(Connection connection, EntryTable by) throws SQLException {
      if (exists(connection)) {
        require(connection, EntryTables.single(row.domain(), main));
        execute(
            connection,
            "RENAME TABLE " + main + " TO " + table(prefix + "old") + ", " + by + " TO " + main);
      } else {
        execute(connection, "RENAME TABLE " + by + " TO " + main);
      }
    }

    /** The rows stay where they are: each table takes the place of an empty partition. */
    private EntryTable asPartitions(Connection connection) throws SQLException {
      EntryTable whole = table(prefix + "whole");
      int last = ranges.size() - 1;
      execute(
          connection,
          "CREATE TABLE "
              + whole
              + columns()
              + " PARTITION BY RANGE (objectId) ("
              + IntStream.rangeClosed(0, last)
                  .mapToObj(
                      i ->
                          "PARTITION p"
                              + i
                              + " VALUES LESS THAN "
                              + (i == last
                                  ? "MAXVALUE"
                                  : "(" + row.domain().format(ranges.get(i + 1).firstKey()) + ")"))
                  .collect(Collectors.joining(", "))
              + ")");
      for (int i = 0; i <= last; i++) {
        execute(
            connection,
            "ALTER TABLE "
                + whole
                + " EXCHANGE PARTITION p"
                + i
                + " WITH TABLE "
                + table(ranges.get(i).table()));
      }
      return whole;
    }

    private EntryTable table(String name) {
      return new EntryTable(address, row.domain(), name);
    }

    private String columns() {
      return " (objectId BIGINT "
          + (row.domain() == KeyDomain.UNSIGNED ? "UNSIGNED " : "")
          + "NOT NULL PRIMARY KEY, chunkId INT NOT NULL, subChunkId INT NOT NULL)"
          + " ENGINE=InnoDB COMMENT='"
          + MARK
          + "'";
    }
  }

  /** Begins to make other tables for the index. */
  Parts newParts(IndexRow row) {
    return new Parts(row);
  }

  /**
   * Drops what loads that died have left behind.
   *
   * @param inUse bare names
   */
  void dropLeftovers(Connection connection, Set<String> inUse) throws SQLException {
    // A server with lower_case_table_names=1 tells all names in lower case. Where case matters,
    // those of others() are spelt as the index is, and the rest of a name has no capitals.
    Set<String> kept = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    kept.addAll(inUse);
    List<String> names = others(connection);
    names.removeIf(kept::contains);
    drop(connection, names);
  }

  /** Drops all tables, in one statement: all of them, or none if a scan keeps one. */
  void drop(Connection connection) throws SQLException {
    List<String> names = others(connection);
    Optional<Facts> facts = facts(connection, main);
    if (facts.isPresent()) {
      if (!facts.get().comment.startsWith(MARK)) {
        throw foreign(main);
      }
      names.add(main.name());
    }
    drop(connection, names);
  }

  private void drop(Connection connection, List<String> names) throws SQLException {
    if (!names.isEmpty()) {
      execute(
          connection,
          "DROP TABLE IF EXISTS "
              + names.stream().map(address::quoted).collect(Collectors.joining(", ")));
    }
  }

  /** Bare names of our tables that are called as the index, with a suffix. */
  private List<String> others(Connection connection) throws SQLException {
    String prefix = address.index() + "$";
    List<String> names = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT table_name, @@lower_case_table_names FROM information_schema.tables"
                    + " WHERE table_schema = '"
                    + address.database()
                    + "' AND LEFT(table_name, "
                    + prefix.length()
                    + ") = '"
                    + prefix
                    + "' AND table_comment LIKE '"
                    + MARK
                    + "%'")) {
      while (row.next()) {
        String name = row.getString(1);
        // The comparison above knows no case, but most servers do.
        if (name.startsWith(prefix) || row.getInt(2) != 0) {
          names.add(name);
        }
      }
    }
    return names;
  }

  /**
   * Builds a table anew without the gaps in it. Waits for scans that are under way, but not long:
   * whoever comes after it in the server's queue for the table waits, too.
   */
  void rebuild(Connection connection, EntryTable table) throws SQLException {
    execute(connection, "SET @secindex_wait = @@lock_wait_timeout, lock_wait_timeout = 1");
    try {
      // As OPTIMIZE TABLE does, which would report a failure in words, not as an error.
      execute(connection, "ALTER TABLE " + table + " FORCE");
    } finally {
      execute(connection, "SET lock_wait_timeout = @secindex_wait");
    }
    analyze(connection, table);
  }

  /** Runs a statement that reports errors as rows. */
  private void analyze(Connection connection, EntryTable table) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet report = statement.executeQuery("ANALYZE TABLE " + table)) {
      while (report.next()) {
        if ("error".equalsIgnoreCase(report.getString("Msg_type"))) {
          throw new IndexException(
              address + ": ANALYZE TABLE says: " + report.getString("Msg_text"));
        }
      }
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }
}
