package org.secindex.mysql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.KeyDomain;

/**
 * The table {@code secindex_ranges} of a database: one row for each table of each split index
 * therein. All methods concern one index.
 */
final class RangeRegister {
  /** What stands in statements; see {@link IndexTables}. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_$]{1,64}");

  private final MySqlAddress address;
  private final String table;

  RangeRegister(MySqlAddress address) {
    this.address = address;
    table = address.quoted(MySqlAddress.RANGES);
  }

  /** As it stands in statements. */
  @Override
  public String toString() {
    return table;
  }

  void createTable(Statement statement) throws SQLException {
    statement.executeUpdate(
        "CREATE TABLE IF NOT EXISTS "
            + table
            + " (name VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,"
            + " part INT NOT NULL,"
            // All keys of either domain, in their order.
            + " firstKey DECIMAL(20) NOT NULL,"
            + " tableName VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,"
            + " PRIMARY KEY (name, part))"
            + " ENGINE=InnoDB COMMENT='secindex: a row for each table of a split index'");
  }

  /**
   * The ranges, ascending; none if the index has no tables at the moment.
   *
   * @throws CorruptIndexException if they cannot be those of an index
   */
  List<TableRange> read(Connection connection, KeyDomain domain) throws SQLException {
    List<TableRange> ranges = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT firstKey, tableName FROM " + table + where() + " ORDER BY part")) {
      while (row.next()) {
        ranges.add(new TableRange(key(domain, row.getString(1)), row.getString(2)));
      }
    }
    Set<String> names = new HashSet<>();
    for (int i = 0; i < ranges.size(); i++) {
      String name = ranges.get(i).table();
      if (!NAME.matcher(name).matches() || !names.add(name)) {
        throw damaged("part " + i + " is in table '" + name + "'");
      }
      long first = ranges.get(i).firstKey();
      boolean inOrder =
          i == 0 ? first == domain.min() : domain.compare(ranges.get(i - 1).firstKey(), first) < 0;
      if (!inOrder) {
        throw damaged("part " + i + " begins at key " + domain.format(first));
      }
    }
    return ranges;
  }

  private long key(KeyDomain domain, String text) {
    try {
      return domain.parse(text);
    } catch (IllegalArgumentException e) {
      throw damaged("firstKey " + text + " is no key of an index that is " + domain);
    }
  }

  private CorruptIndexException damaged(String what) {
    return new CorruptIndexException(
        address + ": table " + table + " makes no sense: " + what + "; drop the index, load anew");
  }

  /** Puts these ranges in the place of those that are there. Part of a transaction. */
  void replace(Connection connection, KeyDomain domain, List<TableRange> ranges)
      throws SQLException {
    remove(connection);
    try (PreparedStatement statement =
        connection.prepareStatement("INSERT INTO " + table + " VALUES (?, ?, ?, ?)")) {
      int part = 0;
      for (TableRange range : ranges) {
        statement.setString(1, address.index());
        statement.setInt(2, part++);
        statement.setString(3, domain.format(range.firstKey()));
        statement.setString(4, range.table());
        statement.executeUpdate();
      }
    }
  }

  void remove(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("DELETE FROM " + table + where());
    }
  }

  private String where() {
    return " WHERE name = '" + address.index() + "'";
  }
}
