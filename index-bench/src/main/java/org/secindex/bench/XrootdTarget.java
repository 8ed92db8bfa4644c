package org.secindex.bench;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.secindex.testkit.XrootdCluster;
import org.secindex.testkit.XrootdServer;

/**
 * Segments behind XRootD servers that were started for the bench.
 *
 * @param servers all of them
 * @param url the address of a directory on them
 * @param running their processes by name
 */
record XrootdTarget(
    Closeable servers,
    UnaryOperator<String> url,
    Supplier<Map<String, Long>> running,
    Path directory,
    BenchPlan plan)
    implements Target {

  static XrootdTarget start(Path directory, BenchPlan plan) throws IOException {
    int dataServers = plan.xrootdTopology().dataServers();
    if (dataServers == 0) {
      XrootdServer server = XrootdServer.start(directory);
      return new XrootdTarget(server, server::url, server::processes, directory, plan);
    }
    XrootdCluster cluster = XrootdCluster.start(directory, dataServers);
    return new XrootdTarget(cluster, cluster::url, cluster::processes, directory, plan);
  }

  @Override
  public String backend() {
    return "xrootd";
  }

  @Override
  public String layout() {
    return plan.xrootdTopology().toString();
  }

  @Override
  public String uri(String indexName) {
    return url.apply(indexName) + "?" + Targets.durability(plan);
  }

  @Override
  public Map<String, Long> processes() {
    return running.get();
  }

  @Override
  public Map<String, String> settings() {
    return Map.of("server", "started for this run", "topology", layout());
  }

  @Override
  public void close() throws IOException {
    try {
      servers.close();
    } finally {
      Directories.delete(directory);
    }
  }
}
