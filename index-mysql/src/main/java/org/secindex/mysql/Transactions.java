package org.secindex.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Units of work that are done as a whole or not at all. A unit that the server gave up for the sake
 * of another session (deadlock, lock wait) is done again from its beginning: after a lock wait the
 * server has taken back the last statement only. Before that it pauses, for those who have met once
 * and begin again at once will meet again.
 */
final class Transactions {
  private static final Logger LOG = LoggerFactory.getLogger(Transactions.class);
  static final int ATTEMPTS = 8;

  /** The longest pause after the first attempt; it doubles with each. In all, some 2.5 s. */
  private static final long FIRST_PAUSE_MILLIS = 20;

  private Transactions() {}

  /** Work that can be repeated. */
  interface Unit {
    void apply(Connection connection) throws SQLException;
  }

  /**
   * Does a unit and commits it.
   *
   * @throws SQLException of the last attempt, which is also the last if the thread is interrupted
   *     between two; it stays so
   */
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
          if (!MySqlErrors.isRepeatable(e) || attempt == ATTEMPTS || !pause(attempt)) {
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

  /** How long to wait after so many attempts, in milliseconds: from half the longest pause on. */
  static long pauseMillis(int attempts, RandomGenerator random) {
    long longest = FIRST_PAUSE_MILLIS << (attempts - 1);
    return random.nextLong(longest / 2, longest + 1);
  }

  /** Waits, and returns whether the thread has not been interrupted. */
  private static boolean pause(int attempts) {
    try {
      Thread.sleep(pauseMillis(attempts, ThreadLocalRandom.current()));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
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
