package org.secindex.mysql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;
import org.secindex.api.TransientIndexException;

/**
 * The rows of one {@code SELECT}, streamed by the server as they are read: InnoDB shows them as
 * they were when it began. Holds a connection of its own, which can do nothing else meanwhile.
 */
final class TableScan implements EntrySource {
  private final MySqlAddress address;
  private final KeyDomain domain;
  private final Connection connection;
  private final ResultSet rows;
  private boolean ended;
  private boolean delivered;
  private long last;

  private TableScan(MySqlAddress address, KeyDomain domain, Connection connection, ResultSet rows) {
    this.address = address;
    this.domain = domain;
    this.connection = connection;
    this.rows = rows;
  }

  /** Begins to read a range, both ends included. */
  static TableScan start(
      Connections connections, KeyDomain domain, EntryTable table, long first, long last)
      throws SQLException {
    Connection connection = connections.toScan();
    try {
      Statement statement =
          connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
      // The driver's sign for streaming. Any other size would read everything into memory.
      statement.setFetchSize(Integer.MIN_VALUE);
      ResultSet rows = statement.executeQuery(table.scan(first, last));
      return new TableScan(connections.address(), domain, connection, rows);
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
    IndexException cause = new MySqlErrors(address).reading("go on with a scan", e);
    String where =
        delivered
            ? "\nThe last key delivered was " + domain.format(last) + ": scan again from above it"
            : "\nNothing had been delivered";
    String message = cause.getMessage() + where;
    return cause instanceof TransientIndexException
        ? new TransientIndexException(message, e)
        : new IndexException(message, e);
  }

  @Override
  public void close() {
    if (ended) {
      Connections.close(connection);
      return;
    }
    try {
      // Closing in good order would first read all rows that are left.
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      Connections.close(connection);
    }
  }
}
