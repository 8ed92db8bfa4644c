package org.secindex.bench;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.secindex.api.Durability;
import org.secindex.testkit.MariaDbServer;

/** InnoDB tables in a MariaDB server that was started for the bench. */
final class MySqlTarget implements Target {
  private static final String DATABASE = "secindex_bench";

  private final MariaDbServer server;
  private final Path directory;
  private final Path passwordFile;
  private final BenchPlan plan;

  private MySqlTarget(MariaDbServer server, Path directory, Path passwordFile, BenchPlan plan) {
    this.server = server;
    this.directory = directory;
    this.passwordFile = passwordFile;
    this.plan = plan;
  }

  static MySqlTarget start(Path directory, BenchPlan plan) throws IOException {
    MariaDbServer server =
        MariaDbServer.start(
            directory,
            new MariaDbServer.Settings(
                plan.cacheBytes(), plan.durability() == Durability.SYNC, List.of()));
    try {
      server.createDatabase(DATABASE);
      Path passwordFile = directory.resolve("password");
      Files.createFile(
          passwordFile,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(passwordFile, server.password());
      return new MySqlTarget(server, directory, passwordFile, plan);
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  @Override
  public String backend() {
    return "mysql";
  }

  @Override
  public String layout() {
    return "single";
  }

  @Override
  public String uri(String indexName) {
    return "mysql://"
        + server.user()
        + "@127.0.0.1:"
        + server.port()
        + "/"
        + DATABASE
        + "/"
        + indexName
        + "?"
        + Targets.durability(plan)
        + "&password-file="
        + URLEncoder.encode(passwordFile.toString(), StandardCharsets.UTF_8);
  }

  @Override
  public Map<String, Long> processes() {
    return server.pids().stream().collect(Collectors.toMap(pid -> "mariadbd", pid -> pid));
  }

  @Override
  public Map<String, String> settings() {
    return Map.of("server", "started for this run", "buffer pool", plan.cacheBytes() + " bytes");
  }

  @Override
  public void close() throws IOException {
    try {
      server.close();
    } finally {
      Directories.delete(directory);
    }
  }
}
