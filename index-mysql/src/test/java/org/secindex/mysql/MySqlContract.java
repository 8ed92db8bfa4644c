package org.secindex.mysql;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.testkit.SecondaryIndexContract;

/** The contract on a real server, for one of the layouts. */
abstract class MySqlContract extends SecondaryIndexContract {
  /** So small that most tests of a group have several tables, and none has hundreds. */
  private static final Map<String, Integer> ROWS_PER_TABLE =
      Map.of("Scans", 1500, "Updates", 2000, "Model", 500, "Lookups", 5000, "Reopening", 1500);

  @TempDir static Path directory;
  private static TestServer server;
  private int rowsPerTable;

  @BeforeAll
  static void start() throws IOException {
    server = TestServer.start(directory);
    // Else the register would be made and dropped with the index of each test.
    Indexes.create(server.uri("keeper"), KeyDomain.SIGNED).close();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @BeforeEach
  void chooseSize(TestInfo test) {
    String group = test.getTestClass().map(Class::getSimpleName).orElse("");
    rowsPerTable = ROWS_PER_TABLE.getOrDefault(group, 25_000);
  }

  abstract Layout layout();

  @Override
  protected String newUri() {
    return server.uri(
        server.newName(),
        "layout=" + layout().name().toLowerCase(Locale.ROOT),
        "rows-per-table=" + rowsPerTable);
  }

  @Override
  protected void makeFormatNewer(String uri) {
    server.run(
        "UPDATE sky.secindex_meta SET format = 99 WHERE name = '" + TestServer.nameIn(uri) + "'");
  }

  @Override
  protected String foreignUri() {
    String name = server.newName();
    server.run(
        "CREATE DATABASE IF NOT EXISTS sky",
        "CREATE TABLE sky." + name + " (objectId BIGINT NOT NULL PRIMARY KEY) ENGINE=InnoDB");
    return server.uri(name);
  }
}
