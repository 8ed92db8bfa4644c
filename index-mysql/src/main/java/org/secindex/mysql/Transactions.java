package org.secindex.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Units of work that are done as a whole or not at all. A unit that the server gave up for the sake
 * of another session (deadlock, lock wait) is done again from its beginning: after a lock wait the
 * server has taken back the last statement only.
 */
final class Transactions {
  private static final Logger LOG = LoggerFactory.getLogger(Transactions.class);
  private static final int ATTEMPTS = 8;

  private Transactions() {}

  /** Work that can be repeated. */
  interface Unit {
    void apply(Connection connection) throws SQLException;
  }

  /** Does a unit and commits it. */
  static void run(Connection connection, MySqlAddress address, Unit unit) throws SQLException {
    connection.setAutoCommit(false);
    try {
      for (int attempt = 1; ; attempt++) {
        try {
          unit.apply(connection);
          connection.commit();
          return;
        } catch (SQLException e) {
          rollback(connection, e);
          if (!MySqlErrors.isRepeatable(e) || attempt == ATTEMPTS) {
            throw e;
          }
          LOG.info("{}: repeating a unit of a write: {}", address, e.getMessage());
        } catch (RuntimeException | Error e) {
          rollback(connection, e);
          throw e;
        }
      }
    } finally {
      leave(connection);
    }
  }

  private static void rollback(Connection connection, Throwable failure) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      // A connection that is gone has been rolled back by the server.
      failure.addSuppressed(e);
    }
  }

  private static void leave(Connection connection) {
    try {
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      LOG.debug("the connection is gone, which the next use of it will notice", e);
    }
  }
}
