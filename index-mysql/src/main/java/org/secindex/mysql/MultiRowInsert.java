package org.secindex.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.secindex.api.EntryBatch;
import org.secindex.api.KeyDomain;

/**
 * Rows in the text of {@code INSERT} statements, none longer than the server's {@code
 * max_allowed_packet}. Needs no permission but INSERT (and UPDATE or DELETE).
 */
final class MultiRowInsert implements RowTransfer {
  /** Two parentheses, three numbers, three commas. */
  private static final int LONGEST_ROW = 20 + 10 + 10 + 5;

  /** More than the longest statement without its rows: five names of 64 bytes, and words. */
  private static final int REST = 1024;

  /** Beyond this, longer statements are no faster. */
  private static final int LONGEST_STATEMENT = 1 << 20;

  private final MySqlAddress address;
  private final KeyDomain domain;
  private final boolean upsert;
  private final int rowsPerStatement;

  /**
   * @param upsert whether a row whose key is known is changed; else it is replaced
   */
  MultiRowInsert(MySqlAddress address, KeyDomain domain, int maxAllowedPacket, boolean upsert) {
    this.address = address;
    this.domain = domain;
    this.upsert = upsert;
    int room = Math.min(maxAllowedPacket, LONGEST_STATEMENT) - REST;
    rowsPerStatement = Math.max(1, room / LONGEST_ROW);
  }

  @Override
  public void require(ServerFacts server) {
    // Every server takes INSERT.
  }

  @Override
  public void send(
      Connection connection, EntryTable table, EntryBatch batch, int from, int to, boolean known)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (int first = from; first < to; first += rowsPerStatement) {
        int end = Math.min(to, first + rowsPerStatement);
        long affected = statement.executeLargeUpdate(statement(table, batch, first, end, known));
        Sent.require(address, statement, affected, end - first, known);
      }
    }
  }

  /** The statement for rows {@code from .. to-1}. */
  String statement(EntryTable table, EntryBatch batch, int from, int to, boolean known) {
    StringBuilder sql = new StringBuilder(REST + (to - from) * LONGEST_ROW);
    sql.append(table.insert(known && !upsert ? "REPLACE" : "INSERT")).append("VALUES ");
    for (int i = from; i < to; i++) {
      sql.append(i == from ? "(" : ",(")
          .append(domain.format(batch.keys[i]))
          .append(',')
          .append(batch.chunkIds[i])
          .append(',')
          .append(batch.subChunkIds[i])
          .append(')');
    }
    return sql.append(known && upsert ? table.onDuplicateKey() : "").toString();
  }

  int rowsPerStatement() {
    return rowsPerStatement;
  }
}
