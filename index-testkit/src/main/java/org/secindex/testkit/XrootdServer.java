package org.secindex.testkit;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A real, standalone {@code xrootd} data server on a free port, for tests and the bench. It exports
 * {@code /store}.
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
public final class XrootdServer implements AutoCloseable {
  private static final String UNPRIVILEGED = "nobody";

  private final Path localRoot;
  private final ServerProgram program;
  private final ServerProcess server;

  private XrootdServer(Path localRoot, ServerProgram program, ServerProcess server) {
    this.localRoot = localRoot;
    this.program = program;
    this.server = server;
  }

  /** Why no server can be started on this machine, and what to do; empty if one can. */
  public static Optional<String> available() {
    Stream<String> searched =
        Pattern.compile(File.pathSeparator, Pattern.LITERAL)
            .splitAsStream(System.getenv().getOrDefault("PATH", ""));
    if (searched.noneMatch(directory -> Files.isExecutable(Path.of(directory, "xrootd")))) {
      return Optional.of(
          "no xrootd on the PATH, so no XRootD server can be started; bin/provision installs it,"
              + " or says how");
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
    Files.createDirectories(directory);
    Path home = directory.toRealPath();
    // Short, because the paths of the sockets in it are limited to some 100 bytes.
    Path scratch = Files.createTempDirectory("sx").toRealPath();
    try {
      Files.setPosixFilePermissions(scratch, PosixFilePermissions.fromString("rwxr-xr-x"));
      if (!usable(scratch)) {
        throw new IOException(
            "user %s, who runs xrootd, cannot get to %s; set java.io.tmpdir to a directory open to all, as /tmp"
                .formatted(UNPRIVILEGED, scratch));
      }
      Path localRoot = usable(home) ? home.resolve("data") : scratch.resolve("data");
      Files.createDirectories(localRoot.resolve("store"));
      Path config = scratch.resolve("xrootd.cfg");
      Files.write(config, configuration(scratch, localRoot, configuration));
      if (isRoot()) {
        FileTree.chown(scratch, UNPRIVILEGED);
        FileTree.chown(localRoot, UNPRIVILEGED);
      }
      ServerProgram program =
          new ServerProgram(
              "xrootd",
              port -> command(config, port),
              scratch,
              home.resolve("xrootd.log"),
              Pattern.compile("^-+ xrootd \\S+ initialization completed", Pattern.MULTILINE),
              "Unable to bind socket",
              Duration.ofSeconds(30),
              Duration.ofSeconds(20),
              List.of(scratch));
      return new XrootdServer(localRoot, program, ServerProcess.start(program));
    } catch (IOException | RuntimeException e) {
      FileTree.delete(scratch);
      throw e;
    }
  }

  private static List<String> configuration(Path scratch, Path localRoot, List<String> more) {
    List<String> lines =
        new ArrayList<>(
            List.of(
                "all.export /store",
                "all.adminpath " + scratch.resolve("adm"),
                "oss.localroot " + localRoot,
                "xrd.network nodnr",
                "xrd.allow host localhost",
                "xrootd.chksum max 2 adler32 crc32c"));
    lines.addAll(more);
    return lines;
  }

  private static List<String> command(Path config, int port) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "xrootd",
                "-I",
                "v4",
                "-p",
                Integer.toString(port),
                "-c",
                config.toString(),
                // Beside it the server writes a file of its surroundings, which else goes to /tmp.
                "-s",
                config.resolveSibling("pid").toString()));
    if (isRoot()) {
      command.addAll(List.of("-R", UNPRIVILEGED));
    }
    return command;
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  /** Whether the server's user can get to a directory, and XRootD's configuration can name it. */
  private static boolean usable(Path directory) throws IOException {
    if (directory.toString().chars().anyMatch(Character::isWhitespace)) {
      return false;
    }
    if (!isRoot()) {
      return true;
    }
    for (Path step = directory; step != null; step = step.getParent()) {
      if (!Files.getPosixFilePermissions(step).contains(PosixFilePermission.OTHERS_EXECUTE)) {
        return false;
      }
    }
    return true;
  }

  /** The TCP port, the same after {@link #restart()}. */
  public int port() {
    return server.port();
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
    return localRoot.resolve("store");
  }

  /** The server's log, all its starts one after the other. */
  public Path log() {
    return program.log();
  }

  /** Ids of all processes of the server, to read CPU time and memory by; empty while it is down. */
  public List<Long> pids() {
    return server.pids();
  }

  /** Ends the server as a crash would (SIGKILL). {@link #restart()} brings it back. */
  public void kill() {
    server.kill();
  }

  /**
   * Stops the server in good order; does nothing if it is down. {@link #restart()} brings it back.
   */
  public void stop() throws IOException {
    server.stop();
  }

  /**
   * Starts the server again with the same port, data and configuration, after stopping it if it
   * runs.
   *
   * @throws IOException if it cannot be started, with the end of its log
   */
  public void restart() throws IOException {
    server.restart();
  }

  /**
   * Stops the server for good and deletes its temporary directory; log and data in the given
   * directory stay.
   */
  @Override
  public void close() throws IOException {
    server.close();
  }
}
