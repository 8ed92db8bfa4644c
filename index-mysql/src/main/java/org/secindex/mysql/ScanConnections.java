package org.secindex.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Connections for scans, each of which needs one for itself. One that has been read to its end is
 * kept for the next scan: making one costs some milliseconds, more than a short scan. Safe for use
 * by several threads.
 */
final class ScanConnections implements AutoCloseable {
  private final Connections connections;
  private final AtomicReference<@Nullable Connection> kept = new AtomicReference<>();

  ScanConnections(Connections connections) {
    this.connections = connections;
  }

  MySqlAddress address() {
    return connections.address();
  }

  /** The one that is kept, if any. The server may have closed it meanwhile. */
  @Nullable Connection takeKept() {
    return kept.getAndSet(null);
  }

  Connection makeNew() throws SQLException {
    return connections.toScan();
  }

  /** Takes back a connection that is good for another scan. */
  void giveBack(Connection connection) {
    if (!kept.compareAndSet(null, connection)) {
      Connections.close(connection);
    }
  }

  @Override
  public void close() {
    Connection idle = takeKept();
    if (idle != null) {
      Connections.close(idle);
    }
  }
}
