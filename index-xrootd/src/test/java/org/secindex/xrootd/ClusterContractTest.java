package org.secindex.xrootd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.testkit.XrootdCluster;
import org.secindex.testkit.XrootdServer;

/** The contract, through the manager of a cluster, whose two data servers share the segments. */
class ClusterContractTest extends XrootdContract {
  @TempDir static Path directory;
  private static XrootdCluster cluster;

  @BeforeAll
  static void startCluster() throws IOException {
    assertThat(XrootdCluster.available()).isEmpty();
    cluster = XrootdCluster.start(directory, 2);
  }

  @AfterAll
  static void stopCluster() throws IOException {
    cluster.close();
  }

  @Override
  String url(String name) {
    return cluster.url(name);
  }

  @Override
  List<Path> dataDirectories() {
    return cluster.servers().stream().map(XrootdServer::dataDirectory).toList();
  }
}
