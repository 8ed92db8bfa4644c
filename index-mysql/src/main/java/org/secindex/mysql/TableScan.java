package org.secindex.mysql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;
import org.secindex.api.TransientIndexException;

/**
 * The rows of one {@code SELECT}, streamed by the server as they are read: InnoDB shows them as
 * they were when it began. Its connection can do nothing else meanwhile.
 */
final class TableScan implements EntrySource {
  private final ScanConnections connections;
  private final KeyDomain domain;
  private final Connection connection;
  private final Statement statement;
  private final ResultSet rows;
  private boolean ended;
  private boolean delivered;
  private long last;

  private TableScan(
      ScanConnections connections,
      KeyDomain domain,
      Connection connection,
      Statement statement,
      ResultSet rows) {
    this.connections = connections;
    this.domain = domain;
    this.connection = connection;
    this.statement = statement;
    this.rows = rows;
  }

  /** Begins to read a range, both ends included. */
  static TableScan start(
      ScanConnections connections, KeyDomain domain, EntryTable table, long first, long last)
      throws SQLException {
    String sql = table.scan(first, last);
    Connection kept = connections.takeKept();
    if (kept != null) {
      try {
        return start(connections, kept, domain, sql);
      } catch (SQLException e) {
        if (!MySqlErrors.isConnectionLost(e) || MySqlErrors.isTimeout(e)) {
          throw e;
        }
        // It died while nobody used it; a new one may do.
      }
    }
    return start(connections, connections.makeNew(), domain, sql);
  }

  private static TableScan start(
      ScanConnections connections, Connection connection, KeyDomain domain, String sql)
      throws SQLException {
    try {
      Statement statement =
          connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
      // The driver's sign for streaming. Any other size would read everything into memory.
      statement.setFetchSize(Integer.MIN_VALUE);
      return new TableScan(connections, domain, connection, statement, statement.executeQuery(sql));
    } catch (SQLException | RuntimeException e) {
      Connections.close(connection);
      throw e;
    }
  }

  @Override
  public boolean read(EntryBatch into) {
    into.clear();
    try {
      while (!into.isFull() && !ended) {
        if (rows.next()) {
          into.add(rows.getLong(1), rows.getInt(2), rows.getInt(3));
        } else {
          ended = true;
        }
      }
    } catch (SQLException e) {
      into.clear();
      throw broken(e);
    }
    if (into.size() > 0) {
      delivered = true;
      last = into.keys[into.size() - 1];
    }
    return into.size() > 0;
  }

  private IndexException broken(SQLException e) {
    IndexException cause = new MySqlErrors(connections.address()).reading("go on with a scan", e);
    String where =
        delivered
            ? "\nThe last key delivered was " + domain.format(last) + ": scan again from above it"
            : "\nNothing had been delivered";
    String message = cause.getMessage() + where;
    if (cause instanceof TransientIndexException) {
      return new TransientIndexException(message, e);
    }
    return cause instanceof CorruptIndexException
        ? new CorruptIndexException(message, e)
        : new IndexException(message, e);
  }

  @Override
  public void close() {
    try {
      if (ended) {
        statement.close();
        connections.giveBack(connection);
      } else {
        // Closing in good order would first read all rows that are left.
        connection.abort(Runnable::run);
      }
    } catch (SQLException e) {
      Connections.close(connection);
    }
  }
}
