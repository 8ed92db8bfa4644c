package org.secindex.mysql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexUri;
import org.secindex.api.KeyDomain;
import org.secindex.api.SortedEntries;
import org.secindex.testkit.MariaDbServer;
import org.secindex.testkit.Servers;

/** A real server, and addresses of indexes on it. */
final class TestServer implements AutoCloseable {
  static final String DATABASE = "sky";

  final MariaDbServer server;
  private final Path passwordFile;
  private final AtomicInteger next = new AtomicInteger();

  private TestServer(MariaDbServer server, Path passwordFile) {
    this.server = server;
    this.passwordFile = passwordFile;
  }

  static TestServer start(Path directory, String... arguments) throws IOException {
    Servers.require(MariaDbServer.available());
    MariaDbServer server =
        MariaDbServer.start(
            directory.resolve("server"),
            new MariaDbServer.Settings(128L << 20, true, List.of(arguments)));
    return of(server, directory);
  }

  /** The MariaDB that is installed on this machine. */
  static TestServer startInstalled(Path directory, String... arguments) throws IOException {
    Optional<Path> installed = MariaDbServer.installed();
    Servers.require(
        installed.isPresent()
            ? Optional.empty()
            : Optional.of(
                "no MariaDB is installed beside the one from Maven; bin/provision installs one"));
    return of(
        MariaDbServer.start(
            directory.resolve("server"),
            new MariaDbServer.Settings(128L << 20, true, List.of(arguments)),
            installed.orElseThrow()),
        directory);
  }

  private static TestServer of(MariaDbServer server, Path directory) throws IOException {
    Path passwordFile = directory.resolve("password");
    Files.writeString(passwordFile, server.password() + "\n");
    return new TestServer(server, passwordFile);
  }

  String newName() {
    return "idx" + next.incrementAndGet();
  }

  /** The address of an index, which gives the password by a file. */
  String uri(String name, String... options) {
    return place(name)
        + "?password-file="
        + passwordFile
        + (options.length == 0 ? "" : "&" + String.join("&", options));
  }

  String place(String name) {
    return "mysql://" + server.user() + "@127.0.0.1:" + server.port() + "/" + DATABASE + "/" + name;
  }

  static String nameIn(String uri) {
    return uri.replaceFirst("\\?.*", "").replaceFirst(".*/", "");
  }

  Connections connections(String name) {
    return new Connections(
        new MySqlAddress(server.user(), "127.0.0.1", server.port(), DATABASE, name),
        MySqlOptions.from(IndexUri.parse(uri(name, "connections=2", "tls=preferred"))));
  }

  /** Runs statements one after the other in a session of their own. */
  void run(String... statements) {
    try (Connection connection = connections("any").toRead();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The first column of the first row. */
  long number(String query) {
    return Long.parseLong(text(query));
  }

  /** The first column of the first row. */
  String text(String query) {
    try (Connection connection = connections("any").toRead();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getString(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Ends the session that holds the writer's lock of an index. */
  void killWriter(String name) {
    run("KILL " + number("SELECT IS_USED_LOCK('secindex:" + DATABASE + "." + name + "')"));
  }

  /** Keys 0, 10, 20, ... in chunk key/1000, {@code size} of them. */
  static SortedEntries entries(int size) {
    return SortedEntries.of(KeyDomain.SIGNED, source(size, 0));
  }

  static EntrySource source(int size, int chunkOffset) {
    int[] next = {0};
    return into -> {
      into.clear();
      while (!into.isFull() && next[0] < size) {
        long key = 10L * next[0]++;
        into.add(key, chunkOf(key) + chunkOffset, (int) (key % 36));
      }
      return into.size() > 0;
    };
  }

  static int chunkOf(long key) {
    return (int) (key / 1000);
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
