package org.secindex.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class XrootdClusterTest {
  @TempDir Path directory;

  @Test
  void runsTwoProcessesANodeAndLeavesNothing() throws IOException {
    Servers.require(XrootdCluster.available());
    List<Long> pids;
    List<Path> data;
    try (XrootdCluster cluster = XrootdCluster.start(directory, 2)) {
      pids = cluster.pids();
      data = cluster.servers().stream().map(XrootdServer::dataDirectory).toList();
      assertThat(pids).hasSize(6).doesNotHaveDuplicates().allMatch(XrootdClusterTest::isAlive);
      assertThat(data).hasSize(2).doesNotHaveDuplicates();
      assertThat(cluster.url("f")).isEqualTo(cluster.manager().url("f"));
      connect(cluster.manager().port());

      XrootdServer second = cluster.servers().get(1);
      second.kill();
      assertThat(cluster.pids()).hasSize(4);
      second.restart();
      cluster.awaitSubscriptions();
      assertThat(cluster.pids()).hasSize(6);

      cluster.manager().kill();
      cluster.manager().restart();
      cluster.awaitSubscriptions();
      connect(cluster.manager().port());

      second.pause();
      connect(second.port());
    }
    assertThat(pids).noneMatch(XrootdClusterTest::isAlive);
    Path home = directory.toRealPath();
    assertThat(data).noneMatch(d -> !d.startsWith(home) && Files.exists(d));
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
  }

  private static void connect(int port) throws IOException {
    new Socket(InetAddress.getLoopbackAddress(), port).close();
  }
}
