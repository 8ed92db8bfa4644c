package org.secindex.mysql;

import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.secindex.api.IndexException;

/**
 * What the server says of rows that were sent to it. {@code LOAD DATA LOCAL} cannot be stopped by a
 * bad row: the server adjusts or drops it, and counts a warning. Here a warning is a failure, and
 * so is a count that differs.
 */
final class Sent {
  private static final int WARNINGS_SHOWN = 3;

  /** MySQL 8 finds VALUES() old-fashioned; what it wants instead is unknown to MariaDB. */
  private static final int DEPRECATED_SYNTAX = 1287;

  private Sent() {}

  /**
   * Checks that all rows were taken as they are.
   *
   * @param affected what the statement returned: a row that took the place of another counts twice
   * @param known whether there may have been such
   */
  static void require(
      MySqlAddress address, Statement statement, long affected, int rows, boolean known)
      throws SQLException {
    StringBuilder text = new StringBuilder();
    int shown = 0;
    for (SQLWarning w = statement.getWarnings();
        w != null && shown < WARNINGS_SHOWN;
        w = w.getNextWarning()) {
      if (w.getErrorCode() != DEPRECATED_SYNTAX) {
        text.append(shown++ == 0 ? "" : "; ").append(w.getMessage());
      }
    }
    if (shown > 0) {
      throw new IndexException(
          address + ": the server did not take the entries as they are; it says: " + text);
    }
    if (known ? affected < rows || affected > 2L * rows : affected != rows) {
      throw new IndexException(
          address + ": of " + rows + " entries sent the server took " + affected);
    }
  }
}
