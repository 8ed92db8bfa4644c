package org.secindex.mysql.evidence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.ingest.Format;
import org.secindex.ingest.Ingest;
import org.secindex.ingest.IngestOptions;
import org.secindex.ingest.Ingested;
import org.secindex.testkit.MariaDbServer;

/**
 * A server that is measured, and indexes on it. Its commits are on stable storage, its tables are
 * read and written past the page cache ({@code O_DIRECT}), so that what is not in its buffer pool
 * costs a read of the disk; and it begins with that pool empty.
 */
final class MeasuredServer implements AutoCloseable {
  static final String DATABASE = "evidence";

  /** What a load from files may take of this process's memory for sorting. */
  private static final long SORT_BYTES = 512L << 20;

  /** Some pages are always dirty, by what the server does in the background. */
  private static final long ENOUGH_CLEAN = 100;

  private static final List<String> ARGUMENTS =
      List.of(
          "--innodb-flush-method=O_DIRECT",
          "--innodb-log-file-size=1G",
          // For a disk without moving parts; the default of 200 is of other times.
          "--innodb-io-capacity=5000",
          "--innodb-io-capacity-max=20000",
          "--innodb-buffer-pool-load-at-startup=OFF",
          "--innodb-buffer-pool-dump-at-shutdown=OFF");

  private final MariaDbServer server;
  private final Path directory;

  private MeasuredServer(MariaDbServer server, Path directory) {
    this.server = server;
    this.directory = directory;
  }

  /**
   * Starts it.
   *
   * @param directory for its data, which are served again if an earlier one has left them there
   */
  static MeasuredServer start(Path directory, long poolMebibytes) throws IOException {
    MariaDbServer server =
        MariaDbServer.start(
            directory.resolve("server"),
            new MariaDbServer.Settings(poolMebibytes << 20, true, ARGUMENTS));
    Files.writeString(directory.resolve("password"), server.password());
    server.createDatabase(DATABASE);
    return new MeasuredServer(server, directory);
  }

  MariaDbServer server() {
    return server;
  }

  /** The address of an index, without TLS, as the server has none. */
  String uri(String index, String... options) {
    return "mysql://%s@127.0.0.1:%d/%s/%s?tls=disabled&password-file=%s&%s"
        .formatted(
            server.user(),
            server.port(),
            DATABASE,
            index,
            directory.resolve("password"),
            String.join("&", options));
  }

  /** Entries into a new index. */
  Effort load(String uri, KeyDomain domain, SortedEntries entries) throws IOException {
    return Effort.here(
        server,
        () -> {
          try (SecondaryIndex index = Indexes.create(uri, domain)) {
            index.load(entries);
          }
        });
  }

  /** A file into a new index, as the command {@code secindex load} does it. */
  Effort loadFile(String uri, KeyDomain domain, Path tsv) throws IOException {
    IngestOptions defaults =
        IngestOptions.defaults(domain).withFormat(Format.TSV).withMemory(SORT_BYTES);
    IngestOptions options = defaults.withTemp(directory);
    return Effort.here(
        server,
        () -> {
          try (Ingested read = Ingest.read(List.of(tsv.toString()), options);
              SecondaryIndex index = Indexes.create(uri, domain)) {
            index.load(read.entries());
          }
        });
  }

  /**
   * Waits until what has been written is on disk, so that look-ups are not measured beside the
   * writing.
   */
  void settle() throws IOException {
    server.query("SET GLOBAL innodb_max_dirty_pages_pct_lwm = 0, innodb_max_dirty_pages_pct = 0");
    while (dirtyPages() > ENOUGH_CLEAN) {
      server.query("DO SLEEP(0.5)");
    }
    server.query("SET GLOBAL innodb_max_dirty_pages_pct = 90");
  }

  private long dirtyPages() throws IOException {
    return Long.parseLong(
        server.query(
            "SELECT variable_value FROM information_schema.global_status WHERE variable_name ="
                + " 'INNODB_BUFFER_POOL_PAGES_DIRTY'"));
  }

  /** Reads all tables once, so that the buffer pool holds what it can of them. */
  void warm() throws IOException {
    String tables =
        server.query(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = '"
                + DATABASE
                + "' AND table_name NOT LIKE 'secindex\\_%'");
    for (String table : tables.lines().toList()) {
      server.query("SELECT SUM(chunkId) FROM " + DATABASE + ".`" + table + "`");
    }
  }

  /** Bytes of all tables, as the server estimates them. */
  long bytes() throws IOException {
    String sum =
        server.query(
            "SELECT SUM(data_length) FROM information_schema.tables WHERE table_schema = '"
                + DATABASE
                + "'");
    return Optional.of(sum).filter(s -> !s.equals("NULL")).map(Long::parseLong).orElse(0L);
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
