package org.secindex.mysql;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import org.secindex.api.IndexException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection of the one writer. It holds the writer's lock, a lock by name that the server
 * gives up when the connection ends, however it ends. Everything that readers see is written
 * through this connection and no other, so that whoever has lost the lock cannot write.
 *
 * <p>Used by one thread at a time.
 */
final class WriterSession implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WriterSession.class);
  private static final int LONGEST_LOCK_NAME = 64;

  /** The server undoes the last statement of a writer that died before it gives up its lock. */
  private static final int PATIENCE_SECONDS = 2;

  private final Connections connections;
  private final String lock;
  private Connection connection;

  private WriterSession(Connections connections, String lock) throws SQLException {
    this.connections = connections;
    this.lock = lock;
    connection = acquire();
  }

  /**
   * Connects, and takes the lock.
   *
   * @throws IndexException if another writer has it
   */
  static WriterSession open(Connections connections) throws SQLException {
    MySqlAddress address = connections.address();
    return new WriterSession(connections, lockName(address.database() + "." + address.index()));
  }

  /** The name of the server's lock for something of ours. */
  static String lockName(String what) {
    String name = "secindex:" + what;
    if (name.length() <= LONGEST_LOCK_NAME) {
      return name;
    }
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-1").digest(name.getBytes(StandardCharsets.US_ASCII));
      return "secindex:" + HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-1", e);
    }
  }

  private Connection acquire() throws SQLException {
    Connection fresh = connections.toWrite();
    try (Statement statement = fresh.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT GET_LOCK('" + lock + "', " + PATIENCE_SECONDS + ")")) {
      row.next();
      if (row.getInt(1) != 1) {
        throw new IndexException(
            connections.address()
                + ": in use by another writer; close that one first (the server's lock '"
                + lock
                + "' tells who: SELECT IS_USED_LOCK), or open for reading");
      }
      return fresh;
    } catch (SQLException | RuntimeException e) {
      Connections.close(fresh);
      throw e;
    }
  }

  /**
   * The connection, at the beginning of a call that writes: it is alive and holds the lock. If it
   * was lost since the last call, another is made, and the lock taken again; the index may have
   * been changed in between.
   *
   * @throws IndexException if another writer has the lock by now
   */
  Connection begin() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT IS_USED_LOCK('" + lock + "') = CONNECTION_ID()")) {
      row.next();
      if (row.getBoolean(1)) {
        return connection;
      }
    } catch (SQLException e) {
      if (!MySqlErrors.isConnectionLost(e)) {
        throw e;
      }
    }
    close();
    connection = acquire();
    return connection;
  }

  /** Gives the lock up, and ends the connection. */
  @Override
  public void close() {
    // The server frees the locks of a closed connection a little later; the next writer may come at
    // once.
    try (Statement statement = connection.createStatement()) {
      // A server that is silent is not worth the patience of a write.
      int patience = (int) connections.options().connectTimeout().toMillis();
      connection.setNetworkTimeout(Runnable::run, patience);
      statement.execute("DO RELEASE_LOCK('" + lock + "')");
    } catch (SQLException e) {
      LOG.debug("{}: the writer's connection was gone already", connections.address(), e);
    }
    Connections.close(connection);
  }
}
