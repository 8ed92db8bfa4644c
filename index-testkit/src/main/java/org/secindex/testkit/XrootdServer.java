package org.secindex.testkit;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A real {@code xrootd} on a free port, for tests and the bench: a data server that stands alone,
 * or a node of an {@link XrootdCluster}, with its {@code cmsd} beside it. It exports {@code
 * /store}.
 *
 * <p>XRootD has no setting for the address that it listens on. This server listens on IPv4 only,
 * and drops every connection that does not come over the loopback ({@code xrd.allow host
 * localhost}). It asks for no authentication unless extra configuration says so.
 *
 * <p>{@code xrootd} refuses to work as root: started by root it becomes {@code nobody}, and its
 * data are made accessible to that user.
 *
 * <p>Safe for use by several threads. A server that was not closed is stopped when the JVM ends.
 */
public final class XrootdServer implements Closeable {
  private final XrootdHome home;

  /** The xrootd is the last. */
  private final List<ServerProcess> daemons;

  private XrootdServer(XrootdHome home, List<ServerProcess> daemons) {
    this.home = home;
    this.daemons = daemons;
  }

  /** Why no server can be started on this machine, and what to do; empty if one can. */
  public static Optional<String> available() {
    return available("xrootd");
  }

  static Optional<String> available(String daemon) {
    Stream<String> searched =
        Pattern.compile(File.pathSeparator, Pattern.LITERAL)
            .splitAsStream(System.getenv().getOrDefault("PATH", ""));
    if (searched.noneMatch(directory -> Files.isExecutable(Path.of(directory, daemon)))) {
      return Optional.of(
          "no "
              + daemon
              + " on the PATH, so no XRootD server can be started; bin/provision installs it, or"
              + " says how");
    }
    try {
      InetAddress.getLocalHost();
      return Optional.empty();
    } catch (UnknownHostException e) {
      return Optional.of(
          "xrootd does not start where the host name has no address; add to /etc/hosts a line with"
              + " 127.0.0.1 and the name: "
              + e.getMessage());
    }
  }

  /** As {@link #start(Path, List)} without extra configuration. */
  public static XrootdServer start(Path directory) throws IOException {
    return start(directory, List.of());
  }

  /**
   * Starts a server and returns when it accepts connections.
   *
   * @param directory for its log and its data; made if absent. If the user that the server runs as
   *     cannot get there (a parent is closed to others, as JUnit's temporary directories are), or
   *     its name has white space, the data are kept in a temporary directory, which {@link
   *     #close()} deletes; {@link #dataDirectory()} tells
   * @param configuration lines added to the server's configuration file
   * @throws IOException if it cannot be started, with the end of its log
   */
  public static XrootdServer start(Path directory, List<String> configuration) throws IOException {
    return start(XrootdHome.make(directory), List.of(), port -> configuration);
  }

  /**
   * Starts a node of a cluster, its {@code cmsd} first.
   *
   * @param configuration lines for both, by the port of the {@code cmsd}
   */
  static XrootdServer startNode(Path directory, IntFunction<List<String>> configuration)
      throws IOException {
    XrootdHome home = XrootdHome.make(directory);
    ServerProcess cmsd;
    try {
      cmsd = home.start("cmsd", configuration);
    } catch (IOException | RuntimeException e) {
      FileTree.delete(home.scratch());
      throw e;
    }
    return start(home, List.of(cmsd), port -> configuration.apply(cmsd.port()));
  }

  private static XrootdServer start(
      XrootdHome home, List<ServerProcess> before, IntFunction<List<String>> configuration)
      throws IOException {
    List<ServerProcess> daemons = new ArrayList<>(before);
    try {
      daemons.add(home.start("xrootd", configuration));
      return new XrootdServer(home, daemons);
    } catch (IOException | RuntimeException e) {
      for (ServerProcess daemon : before) {
        daemon.close();
      }
      FileTree.delete(home.scratch());
      throw e;
    }
  }

  private ServerProcess xrootd() {
    return daemons.get(daemons.size() - 1);
  }

  /** The port of the {@code cmsd} of a node. */
  int cmsdPort() {
    return daemons.get(0).port();
  }

  /** The TCP port, the same after {@link #restart()}. */
  public int port() {
    return xrootd().port();
  }

  /**
   * The URL of a file or directory on this server.
   *
   * @param path below {@code /store}, as {@code idx/segment-1}; empty for {@code /store} itself
   * @return {@code root://127.0.0.1:PORT//store/idx/segment-1}
   */
  public String url(String path) {
    return "root://127.0.0.1:" + port() + "//store" + (path.isEmpty() ? "" : "/" + path);
  }

  /**
   * The local directory that clients see as {@code /store}. What is put there by hand must be
   * readable, and for clients to change it writable, by the user that the server runs as.
   */
  public Path dataDirectory() {
    return home.localRoot().resolve("store");
  }

  /** The log of the {@code xrootd}, all its starts one after the other. */
  public Path log() {
    return home.log("xrootd");
  }

  /** The log of the {@code cmsd} of a node. */
  Path cmsdLog() {
    return home.log("cmsd");
  }

  /** Ids of all processes of the server; those that are down are not in it. */
  public List<Long> pids() {
    return List.copyOf(processes().values());
  }

  /** Ids of all processes by name, to read CPU time and memory by. */
  public Map<String, Long> processes() {
    Map<String, Long> processes = new LinkedHashMap<>();
    daemons.forEach(daemon -> daemon.pids().forEach(pid -> processes.put(daemon.name(), pid)));
    return processes;
  }

  /** Ends the server as a crash would (SIGKILL). {@link #restart()} brings it back. */
  public void kill() {
    daemons.forEach(ServerProcess::kill);
  }

  /**
   * Makes the server hang (SIGSTOP): connections stay, and new ones are taken by the system, but
   * nothing is answered until {@link #resume()}.
   */
  public void pause() throws IOException {
    for (ServerProcess daemon : daemons) {
      daemon.pause();
    }
  }

  /** Ends what {@link #pause()} began. */
  public void resume() throws IOException {
    for (ServerProcess daemon : daemons) {
      daemon.resume();
    }
  }

  /**
   * Stops the server in good order; does nothing if it is down. {@link #restart()} brings it back.
   */
  public void stop() throws IOException {
    for (ServerProcess daemon : daemons) {
      daemon.stop();
    }
  }

  /**
   * Starts the server again with the same port, data and configuration, after stopping it if it
   * runs.
   *
   * @throws IOException if it cannot be started, with the end of its log
   */
  public void restart() throws IOException {
    for (ServerProcess daemon : daemons) {
      daemon.restart();
    }
  }

  /**
   * Stops the server for good and deletes its temporary directory; log and data in the given
   * directory stay.
   */
  @Override
  public void close() throws IOException {
    Closing.all(daemons);
  }
}
