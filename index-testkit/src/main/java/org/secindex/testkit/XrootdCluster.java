package org.secindex.testkit;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A real cluster of XRootD on this machine, for tests and the bench: a manager, which redirects,
 * and data servers, each with its own files and its {@code cmsd}; two processes a node. All that is
 * said of {@link XrootdServer} holds of each.
 *
 * <p>All nodes have the address 127.0.0.1. A manager that is told {@code tried=127.0.0.1} leaves
 * out one node of that address, which need not be the one that was tried.
 *
 * <p>Delays are short: one second after its start the manager redirects, and it takes two to find
 * that nobody has a file.
 */
public final class XrootdCluster implements Closeable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int POLL_MILLIS = 20;

  /** What changes whether a manager redirects. */
  private static final Pattern EVENT =
      Pattern.compile("(initialization completed|suspended|resumed)$", Pattern.MULTILINE);

  private final XrootdServer manager;
  private final List<XrootdServer> servers;

  private XrootdCluster(XrootdServer manager, List<XrootdServer> servers) {
    this.manager = manager;
    this.servers = List.copyOf(servers);
  }

  /** Why no cluster can be started on this machine, and what to do; empty if one can. */
  public static Optional<String> available() {
    return Stream.of("xrootd", "cmsd")
        .flatMap(daemon -> XrootdServer.available(daemon).stream())
        .findFirst();
  }

  /**
   * Starts a cluster and returns when its manager redirects to all data servers.
   *
   * @param directory for logs and data, as in {@link XrootdServer#start(Path, List)}, in one
   *     directory a node
   * @param dataServers how many, at least one
   * @throws IOException if it cannot be started
   */
  public static XrootdCluster start(Path directory, int dataServers) throws IOException {
    List<XrootdServer> started = new ArrayList<>();
    try {
      XrootdServer manager =
          XrootdServer.startNode(directory.resolve("manager"), port -> node("manager", port));
      started.add(manager);
      for (int i = 1; i <= dataServers; i++) {
        started.add(
            XrootdServer.startNode(
                directory.resolve("server-" + i), port -> node("server", manager.cmsdPort())));
      }
      XrootdCluster cluster = new XrootdCluster(manager, started.subList(1, started.size()));
      cluster.awaitSubscriptions();
      return cluster;
    } catch (IOException | RuntimeException e) {
      closeAfter(e, started);
      throw e;
    }
  }

  private static void closeAfter(Exception why, List<XrootdServer> started) {
    try {
      Closing.all(started);
    } catch (IOException e) {
      why.addSuppressed(e);
    }
  }

  private static List<String> node(String role, int managerPort) {
    return List.of(
        "all.role " + role,
        "all.manager 127.0.0.1:" + managerPort,
        "cms.delay startup 1 lookup 1 qdl 2 suspend 1",
        "cms.conwait 1",
        // A full disk is not what is tested.
        "cms.space linger 0 recalc 15 min 1m 2m");
  }

  /**
   * Waits until the manager redirects, and knows all data servers that run.
   *
   * @throws IOException if it does not within half a minute
   */
  public void awaitSubscriptions() throws IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    for (@Nullable String missing = missing(); missing != null; missing = missing()) {
      if (System.nanoTime() > deadline) {
        throw new IOException(
            "the manager of the cluster on port %d does not %s after %d s; its logs: %s and %s"
                .formatted(
                    manager.port(),
                    missing,
                    PATIENCE.toSeconds(),
                    manager.log(),
                    manager.cmsdLog()));
      }
      try {
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while waiting for the data servers to subscribe", e);
      }
    }
  }

  /** What the manager does not do yet, null if it is ready. Its logs tell. */
  private @Nullable String missing() throws IOException {
    if (!lastEvent(manager.log()).equals("resumed")) {
      return "redirect";
    }
    String log = Files.readString(manager.cmsdLog());
    for (XrootdServer server : servers) {
      if (server.pids().size() == 2 && !isSubscribed(server, log)) {
        return "know the data server on port " + server.port();
      }
    }
    return null;
  }

  private static String lastEvent(Path log) throws IOException {
    return lastMatch(EVENT, Files.readString(log)).map(event -> event.group(1)).orElse("");
  }

  private static boolean isSubscribed(XrootdServer server, String log) {
    // A login names the port, a logout only what the login was given as a name.
    Pattern login = Pattern.compile("(server\\.\\S+@\\S+):" + server.port() + " logged in");
    return lastMatch(login, log)
        .filter(last -> log.indexOf(last.group(1) + " logged out", last.end()) < 0)
        .isPresent();
  }

  private static Optional<MatchResult> lastMatch(Pattern pattern, String text) {
    return pattern.matcher(text).results().reduce((first, second) -> second);
  }

  /** The node that clients are to ask, which redirects them to the data servers. */
  public XrootdServer manager() {
    return manager;
  }

  /** The nodes that hold files. */
  public List<XrootdServer> servers() {
    return servers;
  }

  /** The URL of a file or directory, as {@link XrootdServer#url}, at the manager. */
  public String url(String path) {
    return manager.url(path);
  }

  /** Ids of all processes; those that are down are not in it. */
  public List<Long> pids() {
    return List.copyOf(processes().values());
  }

  /** Ids of all processes by node and name, to read CPU time and memory by. */
  public Map<String, Long> processes() {
    Map<String, Long> processes = new LinkedHashMap<>();
    manager.processes().forEach((name, pid) -> processes.put("manager " + name, pid));
    for (int i = 0; i < servers.size(); i++) {
      String node = "server-" + (i + 1) + " ";
      servers.get(i).processes().forEach((name, pid) -> processes.put(node + name, pid));
    }
    return processes;
  }

  private List<XrootdServer> nodes() {
    return Stream.concat(Stream.of(manager), servers.stream()).toList();
  }

  /** Stops all nodes for good, as {@link XrootdServer#close}. */
  @Override
  public void close() throws IOException {
    Closing.all(nodes());
  }
}
