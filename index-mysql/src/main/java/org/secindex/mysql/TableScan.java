package org.secindex.mysql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;
import org.secindex.api.TransientIndexException;

/**
 * The rows of a range of keys, streamed by the server as they are read, table after table: InnoDB
 * shows all of them as they were when the scan began. Its connection can do nothing else meanwhile.
 */
final class TableScan implements EntrySource {
  private final ScanConnections connections;
  private final KeyDomain domain;
  private final EntryRow reader;
  private final Connection connection;
  private final Statement statement;
  private final Iterator<EntryTables.Piece> rest;
  private final boolean inTransaction;
  private ResultSet rows;
  private boolean ended;
  private boolean delivered;
  private long last;
  private int lastChunkId;
  private int lastSubChunkId;

  private TableScan(
      ScanConnections connections,
      KeyDomain domain,
      EntryRow reader,
      Connection connection,
      List<EntryTables.Piece> pieces)
      throws SQLException {
    this.connections = connections;
    this.domain = domain;
    this.reader = reader;
    this.connection = connection;
    inTransaction = pieces.size() > 1;
    rest = pieces.iterator();
    statement = connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
    if (inTransaction) {
      beginTransaction(pieces);
    }
    // The driver's sign for streaming. Any other size would read everything into memory.
    statement.setFetchSize(Integer.MIN_VALUE);
    rows = statement.executeQuery(rest.next().select());
  }

  /** One table shows itself as it was when its statement began; several need a transaction. */
  private void beginTransaction(List<EntryTables.Piece> pieces) throws SQLException {
    statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    // The snapshot is taken by the first statement that reads a row, which this one does not: a
    // table that was rebuilt after the snapshot cannot be read (error 1412).
    statement.execute("START TRANSACTION READ ONLY");
    // From here to the end nobody can drop or rebuild those that have not been read yet.
    statement
        .executeQuery(
            pieces.stream().map(p -> p.table().hold()).collect(Collectors.joining(" UNION ALL ")))
        .close();
  }

  /** Begins to read pieces of tables, one after the other; at least one. */
  static TableScan start(
      ScanConnections connections,
      KeyDomain domain,
      EntryRow reader,
      List<EntryTables.Piece> pieces)
      throws SQLException {
    Connection kept = connections.takeKept();
    if (kept != null) {
      try {
        return start(connections, kept, domain, reader, pieces);
      } catch (SQLException e) {
        if (!MySqlErrors.isConnectionLost(e) || MySqlErrors.isTimeout(e)) {
          throw e;
        }
        // It died while nobody used it; a new one may do.
      }
    }
    return start(connections, connections.makeNew(), domain, reader, pieces);
  }

  private static TableScan start(
      ScanConnections connections,
      Connection connection,
      KeyDomain domain,
      EntryRow reader,
      List<EntryTables.Piece> pieces)
      throws SQLException {
    try {
      return new TableScan(connections, domain, reader, connection, pieces);
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
          add(into);
        } else if (rest.hasNext()) {
          rows = statement.executeQuery(rest.next().select());
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
      lastChunkId = into.chunkIds[into.size() - 1];
      lastSubChunkId = into.subChunkIds[into.size() - 1];
    }
    return into.size() > 0;
  }

  /** Adds the current row, unless it says the same as the row before it. */
  private void add(EntryBatch into) throws SQLException {
    long key = rows.getLong(1);
    int chunkId = reader.part(rows, 2, key);
    int subChunkId = reader.part(rows, 3, key);
    int n = into.size();
    boolean repeated = n > 0 ? into.keys[n - 1] == key : delivered && last == key;
    if (!repeated) {
      into.add(key, chunkId, subChunkId);
      return;
    }
    int chunkBefore = n > 0 ? into.chunkIds[n - 1] : lastChunkId;
    int subChunkBefore = n > 0 ? into.subChunkIds[n - 1] : lastSubChunkId;
    reader.requireSame(key, chunkBefore, subChunkBefore, chunkId, subChunkId);
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
        if (inTransaction) {
          endTransaction();
        }
        connections.giveBack(connection);
      } else {
        // Closing in good order would first read all rows that are left.
        connection.abort(Runnable::run);
      }
    } catch (SQLException e) {
      Connections.close(connection);
    }
  }

  private void endTransaction() throws SQLException {
    try (Statement commit = connection.createStatement()) {
      commit.execute("COMMIT");
    }
  }
}
