package org.secindex.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A snapshot, for whose sake the server keeps the history of what is committed after it, so that a
 * load has the server's cores for itself. MariaDB comes back to each row that was inserted, once no
 * session can see the state before it, to purge its transaction number (since 10.3, MDEV-12288),
 * which takes more than half of the time of inserting it. What a load writes is purged all the
 * same, but later; as it is when all is loaded by one statement.
 *
 * <p>The snapshot is taken anew from time to time, so that the history of large loads, and of what
 * others write meanwhile, does not become too long.
 */
final class HeldHistory implements AutoCloseable {
  /** Rows of a load whose history is kept: some 400 MB, of tables of 600 MB. */
  private static final long MOST_ROWS = 1 << 24;

  private final Connection connection;
  private long rows;

  /** Begins to keep history. */
  HeldHistory(Connections source) throws SQLException {
    connection = source.toWrite();
    try {
      fromNow();
    } catch (SQLException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private void fromNow() throws SQLException {
    rows = 0;
    try (Statement statement = connection.createStatement()) {
      statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT");
    }
  }

  /** Notes that rows are to be written. */
  void add(int written) throws SQLException {
    rows += written;
    if (rows >= MOST_ROWS) {
      fromNow();
    }
  }

  @Override
  public void close() {
    Connections.close(connection);
  }
}
