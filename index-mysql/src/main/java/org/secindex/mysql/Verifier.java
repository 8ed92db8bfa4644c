package org.secindex.mysql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntryChecksum;
import org.secindex.api.KeyDomain;
import org.secindex.api.Verification;

/** Reads all of an index, and lets the server check its table. */
final class Verifier {
  private static final int PROBLEMS_SHOWN = 20;

  private final Connections connections;
  private final ScanConnections scans;
  private final IndexRegister register;
  private final EntryTable table;
  private final KeyDomain domain;

  Verifier(
      Connections connections,
      ScanConnections scans,
      IndexRegister register,
      EntryTable table,
      KeyDomain domain) {
    this.connections = connections;
    this.scans = scans;
    this.register = register;
    this.table = table;
    this.domain = domain;
  }

  Verification verify(LongConsumer progress) throws SQLException {
    List<String> problems = new ArrayList<>();
    IndexRow before;
    try (Connection connection = connections.toScan()) {
      before = register.require(connection);
      check(connection, problems);
    }
    EntryChecksum sum = new EntryChecksum();
    try {
      readAll(sum, progress, problems);
    } catch (CorruptIndexException e) {
      problems.add(e.getMessage() + "; what follows was not counted");
    }
    try (Connection connection = connections.toScan()) {
      // A writer may have been at work meanwhile; then there is nothing to compare.
      boolean counted = before.entries().isPresent();
      if (counted
          && before.equals(register.require(connection))
          && before.entries().getAsLong() != sum.count()) {
        problems.add(
            connections.address()
                + ": "
                + sum.count()
                + " entries, where "
                + before.entries().getAsLong()
                + " were counted when they were written");
      }
    }
    return new Verification(sum.count(), sum.value(), problems);
  }

  private void check(Connection connection, List<String> problems) throws SQLException {
    Duration patience = connections.options().writeTimeout();
    connection.setNetworkTimeout(Runnable::run, (int) patience.toMillis());
    try (Statement statement = connection.createStatement();
        ResultSet report = statement.executeQuery(table.check())) {
      while (report.next()) {
        String type = report.getString("Msg_type");
        String text = report.getString("Msg_text");
        if (!"note".equalsIgnoreCase(type) && !"OK".equalsIgnoreCase(text)) {
          problems.add(connections.address() + ": CHECK TABLE says: " + type + ": " + text);
        }
      }
    }
  }

  private void readAll(EntryChecksum sum, LongConsumer progress, List<String> problems) {
    try (TableScan scan = scan()) {
      EntryBatch batch = new EntryBatch();
      long previous = 0;
      while (scan.read(batch)) {
        for (int i = 0; i < batch.size(); i++) {
          long key = batch.keys[i];
          if ((i > 0 || sum.count() > 0) && domain.compare(previous, key) >= 0) {
            report(
                problems, "key " + domain.format(key) + " comes after " + domain.format(previous));
          }
          if ((batch.chunkIds[i] | batch.subChunkIds[i]) < 0) {
            report(
                problems,
                "key "
                    + domain.format(key)
                    + " has a location with a negative part: chunkId "
                    + batch.chunkIds[i]
                    + ", subChunkId "
                    + batch.subChunkIds[i]);
          }
          previous = key;
        }
        sum.add(batch);
        progress.accept(sum.count());
      }
    }
  }

  private TableScan scan() {
    try {
      return TableScan.start(scans, domain, table, domain.min(), domain.max());
    } catch (SQLException e) {
      throw new MySqlErrors(connections.address()).reading("verify", e);
    }
  }

  private void report(List<String> problems, String problem) {
    if (problems.size() < PROBLEMS_SHOWN) {
      problems.add(connections.address() + ": " + problem);
    }
  }
}
