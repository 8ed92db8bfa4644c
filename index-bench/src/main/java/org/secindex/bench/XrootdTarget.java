package org.secindex.bench;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.secindex.testkit.XrootdCluster;
import org.secindex.testkit.XrootdServer;

/**
 * Segments behind XRootD servers that were started for the bench.
 *
 * @param topology of the servers
 * @param servers all of them
 * @param nodes each of them, the manager of a cluster first
 * @param ready waits until they answer after they were started again
 * @param url the address of a directory on them
 * @param running their processes by name
 * @param directory of all
 * @param durability as an option of addresses
 */
record XrootdTarget(
    XrootdTopology topology,
    Closeable servers,
    List<XrootdServer> nodes,
    Ready ready,
    UnaryOperator<String> url,
    Supplier<Map<String, Long>> running,
    Path directory,
    String durability)
    implements AddressedTarget {

  /** Waits for servers. */
  interface Ready {
    void await() throws IOException;
  }

  static XrootdTarget start(Path directory, XrootdTopology topology, String durability)
      throws IOException {
    int dataServers = topology.dataServers();
    if (dataServers == 0) {
      XrootdServer server = XrootdServer.start(directory);
      return new XrootdTarget(
          topology,
          server,
          List.of(server),
          () -> {},
          server::url,
          server::processes,
          directory,
          durability);
    }
    XrootdCluster cluster = XrootdCluster.start(directory, dataServers);
    List<XrootdServer> nodes = new ArrayList<>(List.of(cluster.manager()));
    nodes.addAll(cluster.servers());
    return new XrootdTarget(
        topology,
        cluster,
        nodes,
        cluster::awaitSubscriptions,
        cluster::url,
        cluster::processes,
        directory,
        durability);
  }

  @Override
  public StoreName name() {
    return new StoreName("xrootd", topology.toString());
  }

  @Override
  public String uri(String index) {
    return url.apply(index) + "?" + durability;
  }

  @Override
  public Map<String, Long> processes() {
    return running.get();
  }

  @Override
  public boolean isServer() {
    return true;
  }

  @Override
  public Map<String, String> settings() {
    return Map.of("server", "started for this run", "topology", topology.toString());
  }

  @Override
  public Optional<String> cool() throws IOException {
    Optional<String> problem = Optional.empty();
    for (XrootdServer node : nodes) {
      node.stop();
    }
    for (XrootdServer node : nodes) {
      Optional<String> ofNode = PageCache.dropAll(node.dataDirectory());
      problem = problem.or(() -> ofNode);
    }
    for (XrootdServer node : nodes) {
      node.restart();
    }
    ready.await();
    return problem;
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
