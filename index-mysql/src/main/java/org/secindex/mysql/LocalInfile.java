package org.secindex.mysql;

import com.mysql.cj.jdbc.JdbcStatement;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.secindex.api.IndexException;

/**
 * {@code LOAD DATA LOCAL} of rows in memory.
 *
 * <p>{@code LOCAL} cannot be stopped by a bad row: the server adjusts or drops it, and counts a
 * warning. Here a warning is a failure, and so is a count that differs.
 */
final class LocalInfile {
  private static final int WARNINGS_SHOWN = 3;

  private LocalInfile() {}

  /**
   * Sends the current part of a stream.
   *
   * @return the number of rows that the server inserted, a replaced one counted twice
   * @throws IndexException if the server warned; nothing is undone
   * @throws RuntimeException whatever the source of the rows threw; a part of the rows was inserted
   */
  static long send(Connection connection, MySqlAddress address, String sql, TsvStream rows)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.unwrap(JdbcStatement.class).setLocalInfileInputStream(rows);
      long affected = statement.executeLargeUpdate(sql);
      rows.rethrow();
      requireNoWarning(statement, address);
      return affected;
    } catch (SQLException e) {
      rows.rethrow();
      throw e;
    }
  }

  private static void requireNoWarning(Statement statement, MySqlAddress address)
      throws SQLException {
    SQLWarning first = statement.getWarnings();
    if (first == null) {
      return;
    }
    StringBuilder text =
        new StringBuilder(address.toString())
            .append(": the server did not take the entries as they are; it says: ");
    int shown = 0;
    for (SQLWarning w = first; w != null && shown < WARNINGS_SHOWN; w = w.getNextWarning()) {
      text.append(shown++ == 0 ? "" : "; ").append(w.getMessage());
    }
    throw new IndexException(text.toString());
  }
}
