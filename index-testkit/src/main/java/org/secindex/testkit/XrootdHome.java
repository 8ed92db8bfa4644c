package org.secindex.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.regex.Pattern;

/**
 * The place on disk of one node of XRootD, and how its daemons are run there.
 *
 * @param logs where the daemons' logs go
 * @param scratch sockets, configuration and process ids; deleted at the end
 * @param localRoot the directory that clients see as {@code /}
 */
record XrootdHome(Path logs, Path scratch, Path localRoot) {
  private static final String UNPRIVILEGED = "nobody";

  /** Makes the directories; the data go to {@link #scratch} if they cannot be in {@code logs}. */
  static XrootdHome make(Path directory) throws IOException {
    Files.createDirectories(directory);
    Path logs = directory.toRealPath();
    // Short, because the paths of the sockets in it are limited to some 100 bytes.
    Path scratch = Files.createTempDirectory("sx").toRealPath();
    try {
      Files.setPosixFilePermissions(scratch, PosixFilePermissions.fromString("rwxr-xr-x"));
      if (!usable(scratch)) {
        throw new IOException(
            "user %s, who runs xrootd, cannot get to %s; set java.io.tmpdir to a directory open to all, as /tmp"
                .formatted(UNPRIVILEGED, scratch));
      }
      Path localRoot = usable(logs) ? logs.resolve("data") : scratch.resolve("data");
      Files.createDirectories(localRoot.resolve("store"));
      own(scratch);
      own(localRoot);
      return new XrootdHome(logs, scratch, localRoot);
    } catch (IOException | RuntimeException e) {
      FileTree.delete(scratch);
      throw e;
    }
  }

  /**
   * Starts a daemon.
   *
   * @param daemon {@code xrootd}, whose end is also that of the scratch directory, or {@code cmsd}
   * @param configuration lines for a daemon that listens on the port given
   */
  ServerProcess start(String daemon, IntFunction<List<String>> configuration) throws IOException {
    return ServerProcess.start(
        new ServerProgram(
            daemon,
            port -> command(daemon, port, configuration.apply(port)),
            scratch,
            log(daemon),
            Pattern.compile("^-+ " + daemon + " \\S+ initialization completed", Pattern.MULTILINE),
            "Unable to bind socket",
            Duration.ofSeconds(30),
            Duration.ofSeconds(20),
            daemon.equals("xrootd") ? List.of(scratch) : List.of()));
  }

  Path log(String daemon) {
    return logs.resolve(daemon + ".log");
  }

  private List<String> command(String daemon, int port, List<String> more) throws IOException {
    Path file = scratch.resolve(daemon + ".cfg");
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
    Files.write(file, lines);
    own(file);
    List<String> command =
        new ArrayList<>(
            List.of(
                daemon,
                "-I",
                "v4",
                "-p",
                Integer.toString(port),
                "-c",
                file.toString(),
                // Beside it the server writes a file of its surroundings, which else goes to /tmp.
                "-s",
                scratch.resolve(daemon + ".pid").toString()));
    if (isRoot()) {
      command.addAll(List.of("-R", UNPRIVILEGED));
    }
    return command;
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private static void own(Path path) throws IOException {
    if (isRoot()) {
      FileTree.chown(path, UNPRIVILEGED);
    }
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
}
