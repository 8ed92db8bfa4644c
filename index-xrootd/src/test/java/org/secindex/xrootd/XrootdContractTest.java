package org.secindex.xrootd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.testkit.XrootdServer;

/** The contract, on a server that stands alone. */
class XrootdContractTest extends XrootdContract {
  @TempDir static Path directory;
  private static XrootdServer server;

  @BeforeAll
  static void startServer() throws IOException {
    assertThat(XrootdServer.available()).isEmpty();
    server = XrootdServer.start(directory);
  }

  @AfterAll
  static void stopServer() throws IOException {
    server.close();
  }

  @Override
  String url(String name) {
    return server.url(name);
  }

  @Override
  List<Path> dataDirectories() {
    return List.of(server.dataDirectory());
  }
}
