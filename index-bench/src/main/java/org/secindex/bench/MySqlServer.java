package org.secindex.bench;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.secindex.api.Durability;
import org.secindex.testkit.MariaDbServer;

/** A MariaDB server that was started for the bench, with one database. */
final class MySqlServer implements Closeable {
  private static final String DATABASE = "secindex_bench";

  /** Otherwise a server that is started again would fill its pool with what it had before. */
  private static final List<String> EMPTY_POOL_AT_START =
      List.of("--innodb-buffer-pool-load-at-startup=0", "--innodb-buffer-pool-dump-at-shutdown=0");

  private final MariaDbServer server;
  private final Path directory;
  private final Path passwordFile;

  private MySqlServer(MariaDbServer server, Path directory, Path passwordFile) {
    this.server = server;
    this.directory = directory;
    this.passwordFile = passwordFile;
  }

  static MySqlServer start(Path directory, Stores stores) throws IOException {
    MariaDbServer server =
        MariaDbServer.start(
            directory,
            new MariaDbServer.Settings(
                stores.cacheBytes(), stores.durability() == Durability.SYNC, EMPTY_POOL_AT_START));
    try {
      server.createDatabase(DATABASE);
      Path passwordFile = directory.resolve("password");
      Files.createFile(
          passwordFile,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(passwordFile, server.password());
      return new MySqlServer(server, directory, passwordFile);
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /** The address of the database. */
  String database() {
    return "mysql://" + server.user() + "@127.0.0.1:" + server.port() + "/" + DATABASE;
  }

  Path passwordFile() {
    return passwordFile;
  }

  List<Long> pids() {
    return server.pids();
  }

  /** See {@link Target#cool}. */
  Optional<String> cool() throws IOException {
    server.stop();
    Optional<String> problem = PageCache.dropAll(directory);
    server.restart();
    return problem;
  }

  /** Stops it, and deletes its data. */
  @Override
  public void close() throws IOException {
    try {
      server.close();
    } finally {
      Directories.delete(directory);
    }
  }
}
