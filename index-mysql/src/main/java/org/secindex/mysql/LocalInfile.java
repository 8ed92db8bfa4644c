package org.secindex.mysql;

import com.mysql.cj.jdbc.JdbcStatement;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.secindex.api.EntryBatch;
import org.secindex.api.KeyDomain;

/** {@code LOAD DATA LOCAL} of rows in memory, without a file. */
final class LocalInfile implements RowTransfer {
  private final MySqlAddress address;
  private final KeyDomain domain;

  LocalInfile(MySqlAddress address, KeyDomain domain) {
    this.address = address;
    this.domain = domain;
  }

  @Override
  public void require(ServerFacts server) {
    server.requireLocalInfile(address);
  }

  @Override
  public void send(
      Connection connection, EntryTable table, EntryBatch batch, int from, int to, boolean known)
      throws SQLException {
    // The name means nothing.
    String sql = table.loadData("LOCAL INFILE 'secindex'" + (known ? " REPLACE" : ""));
    TsvStream rows = new TsvStream(domain, batch, from, to);
    try (Statement statement = connection.createStatement()) {
      statement.unwrap(JdbcStatement.class).setLocalInfileInputStream(rows);
      Sent.require(address, statement, statement.executeLargeUpdate(sql), to - from, known);
    }
  }
}
