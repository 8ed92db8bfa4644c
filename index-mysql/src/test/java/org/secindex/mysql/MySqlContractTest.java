package org.secindex.mysql;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.testkit.SecondaryIndexContract;

class MySqlContractTest extends SecondaryIndexContract {
  @TempDir static Path directory;
  private static TestServer server;

  @BeforeAll
  static void start() throws IOException {
    server = TestServer.start(directory);
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @Override
  protected String newUri() {
    return server.uri(server.newName());
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
