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
  private final CurrentTables current;
  private final KeyDomain domain;

  Verifier(
      Connections connections, ScanConnections scans, CurrentTables current, KeyDomain domain) {
    this.connections = connections;
    this.scans = scans;
    this.current = current;
    this.domain = domain;
  }

  Verification verify(LongConsumer progress) throws SQLException {
    List<String> problems = new ArrayList<>();
    IndexRow before;
    EntryTables tables;
    try (Connection connection = connections.toScan()) {
      before = current.catalog().row(connection);
      // While a load is running, readers have what they had before.
      tables = Catalog.isReady(before) ? current.refresh(connection) : current.get();
      check(connection, tables, problems);
    }
    EntryChecksum sum = new EntryChecksum();
    try {
      for (int i = 0; i < tables.size(); i++) {
        read(tables, i, sum, progress, problems);
      }
    } catch (CorruptIndexException e) {
      problems.add(e.getMessage() + "; what follows was not counted");
    }
    try (Connection connection = connections.toScan()) {
      // A writer may have been at work meanwhile; then there is nothing to compare.
      boolean counted = before.entries().isPresent();
      if (counted
          && before.equals(current.catalog().row(connection))
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

  private void check(Connection connection, EntryTables tables, List<String> problems)
      throws SQLException {
    Duration patience = connections.options().writeTimeout();
    connection.setNetworkTimeout(Runnable::run, (int) patience.toMillis());
    for (EntryTable table : tables.all()) {
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
  }

  /** Reads all of a table, since what lies outside of its range would never be found. */
  private void read(
      EntryTables tables,
      int table,
      EntryChecksum sum,
      LongConsumer progress,
      List<String> problems) {
    try (TableScan scan = scan(tables.get(table), problems)) {
      EntryBatch batch = new EntryBatch();
      long previous = 0;
      boolean any = false;
      while (scan.read(batch)) {
        for (int i = 0; i < batch.size(); i++) {
          long key = batch.keys[i];
          if (any && domain.compare(previous, key) >= 0) {
            report(
                problems, "key " + domain.format(key) + " comes after " + domain.format(previous));
          }
          previous = key;
          any = true;
        }
        int last = batch.size() - 1;
        reportOutside(tables, table, batch.keys[0], problems);
        if (last > 0) {
          reportOutside(tables, table, batch.keys[last], problems);
        }
        sum.add(batch);
        progress.accept(sum.count());
      }
    }
  }

  private void reportOutside(EntryTables tables, int table, long key, List<String> problems) {
    if (tables.indexOf(key) != table) {
      report(
          problems,
          "key "
              + domain.format(key)
              + " is in table "
              + tables.get(table)
              + ", but belongs to "
              + tables.of(key));
    }
  }

  private TableScan scan(EntryTable table, List<String> problems) {
    EntryRow reader =
        new EntryRow(
            connections.address(),
            domain,
            damage -> {
              if (problems.size() < PROBLEMS_SHOWN) {
                problems.add(damage.getMessage());
              }
            });
    try {
      return TableScan.start(
          scans, domain, reader, List.of(new EntryTables.Piece(table, domain.min(), domain.max())));
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
