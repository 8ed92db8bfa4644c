package org.secindex.mysql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * What can be told of tables without reading them.
 *
 * @param rows as InnoDB estimates them
 * @param bytes as InnoDB estimates them
 * @param firstKey the smallest key, absent if there is no entry
 * @param lastKey the largest key, likewise
 */
record TableSizes(long rows, long bytes, OptionalLong firstKey, OptionalLong lastKey) {
  /** Of tables whose ranges of keys ascend. */
  static TableSizes of(Connection connection, MySqlAddress address, List<EntryTable> tables)
      throws SQLException {
    if (tables.isEmpty()) {
      return new TableSizes(0, 0, OptionalLong.empty(), OptionalLong.empty());
    }
    String names = tables.stream().map(t -> "'" + t.name() + "'").collect(Collectors.joining(", "));
    try (Statement statement = connection.createStatement()) {
      long rows;
      long bytes;
      try (ResultSet row =
          statement.executeQuery(
              "SELECT SUM(table_rows), SUM(data_length + index_length)"
                  + " FROM information_schema.tables WHERE table_schema = '"
                  + address.database()
                  + "' AND table_name IN ("
                  + names
                  + ")")) {
        row.next();
        rows = row.getLong(1);
        bytes = row.getLong(2);
      }
      OptionalLong first = OptionalLong.empty();
      for (int i = 0; i < tables.size() && first.isEmpty(); i++) {
        first = end(statement, tables.get(i), 1);
      }
      OptionalLong last = OptionalLong.empty();
      for (int i = tables.size() - 1; i >= 0 && last.isEmpty(); i--) {
        last = end(statement, tables.get(i), 2);
      }
      return new TableSizes(rows, bytes, first, last);
    }
  }

  private static OptionalLong end(Statement statement, EntryTable table, int column)
      throws SQLException {
    try (ResultSet row = statement.executeQuery(table.ends())) {
      row.next();
      long key = row.getLong(column);
      return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(key);
    }
  }
}
