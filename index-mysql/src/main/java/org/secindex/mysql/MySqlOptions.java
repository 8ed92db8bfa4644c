package org.secindex.mysql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.secindex.api.Durability;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexOption;
import org.secindex.api.IndexUri;
import org.secindex.api.OptionReader;

/**
 * How an index in a MariaDB or MySQL server is used.
 *
 * <p><b>The password</b> is the content of {@code passwordFile}, less one line end; or that of
 * group {@code [client]} in {@code optionFile}; or, without such a file, that of the environment
 * variable {@code SECINDEX_MYSQL_PASSWORD}, or none. It is read anew for each connection of a
 * writer or a scan, and once for those of look-ups, whose pool keeps it in memory.
 *
 * <p><b>Durability</b> of InnoDB is a setting of the server that no session can change. {@link
 * Durability#SYNC} therefore is a demand: opening for WRITE fails unless the server flushes its log
 * at each commit ({@code innodb_flush_log_at_trx_commit=1}, and {@code sync_binlog=1} where a
 * binary log is written, since recovery follows that log). {@link Durability#RELAXED} takes any
 * server, and is as durable as that server is.
 *
 * @param durability what a write call that has returned must survive
 * @param passwordFile a file with the password, readable by its owner only
 * @param optionFile likewise an option file of MySQL's programs, as {@code ~/.my.cnf}, from which
 *     nothing else is taken
 * @param connections how many look-ups one opened index has under way at once, 1 .. 1000; each open
 *     scan, and the writer, have a connection of their own besides
 * @param connectTimeout how long connecting may take, 250 ms .. 1 h
 * @param readTimeout how long the server may be silent when reading, 100 ms .. 24 h
 * @param writeTimeout how long the server may be silent when writing or checking, 100 ms .. 24 h
 * @param tls how the connection is protected
 * @param publicKeyRetrieval whether an unencrypted connection may ask the server for the key that
 *     protects the password (MySQL's {@code caching_sha2_password}); whoever can pose as the server
 *     can then learn the password
 * @param layout of an index that is made; one that is opened keeps its own
 * @param rowsPerTable how many entries a load puts into a table of a SPLIT index, or a partition of
 *     a PARTITIONED one, {@code >= 1}; fixed when the index is made. An update adds to the tables
 *     that there are
 * @param load how rows get to the server
 * @param infileDirectory for {@link Load#INFILE}: a directory that this side and the server know by
 *     the same name
 * @param loadConnections how many tables a load fills at once, each on a connection of its own
 *     besides the writer's, 1 .. 64
 * @param loadMemory bytes, {@code >= 0}, for entries that wait while others of the table before are
 *     sent, 16 each; an eighth of the heap at most, and two batches (4 MiB) in any case. Tables are
 *     filled beside each other as long as half of a table fits
 * @param update what becomes of a row whose key is updated
 * @param attach whether the address names a table that somebody else made, which is then opened for
 *     reading, without metadata of ours
 * @param keyColumn of a table that is attached; empty: the column that is neither of the next two
 *     nor Qserv's {@code qserv_trans_id}
 * @param chunkColumn of a table that is attached
 * @param subChunkColumn of a table that is attached
 */
public record MySqlOptions(
    Durability durability,
    Optional<Path> passwordFile,
    Optional<Path> optionFile,
    int connections,
    Duration connectTimeout,
    Duration readTimeout,
    Duration writeTimeout,
    Tls tls,
    boolean publicKeyRetrieval,
    Layout layout,
    long rowsPerTable,
    Load load,
    Optional<Path> infileDirectory,
    int loadConnections,
    long loadMemory,
    Update update,
    boolean attach,
    String keyColumn,
    String chunkColumn,
    String subChunkColumn) {

  /** How rows get to the server. */
  public enum Load {
    /** Streamed by {@code LOAD DATA LOCAL}, without a file. Needs {@code local_infile=1} there. */
    LOCAL,
    /** {@code LOAD DATA INFILE} of files that the server reads. Needs the FILE privilege. */
    INFILE,
    /** {@code INSERT} of many rows a statement. Needs nothing else. */
    INSERT
  }

  /** What becomes of a row whose key is updated. */
  public enum Update {
    /** Another takes its place: {@code LOAD DATA ... REPLACE} or {@code REPLACE}. */
    REPLACE,
    /** It is changed: {@code INSERT ... ON DUPLICATE KEY UPDATE}, whatever {@link Load} says. */
    UPSERT
  }

  /** How the connection to the server is protected. */
  public enum Tls {
    /** VERIFY; but PREFERRED if the address names this machine, where nobody else listens. */
    AUTO("VERIFY_IDENTITY"),
    /** Encrypted where the server can; its certificate is not checked. */
    PREFERRED("PREFERRED"),
    /** Encrypted, or no connection; its certificate is not checked. */
    REQUIRED("REQUIRED"),
    /** Encrypted, and the certificate must be trusted by this JVM and name the host. */
    VERIFY("VERIFY_IDENTITY"),
    /** Not encrypted. */
    DISABLED("DISABLED");

    private static final Pattern THIS_MACHINE =
        Pattern.compile("localhost|127\\.[0-9.]+|\\[::1\\]", Pattern.CASE_INSENSITIVE);

    private final String sslMode;

    Tls(String sslMode) {
      this.sslMode = sslMode;
    }

    /** The driver's word for it. */
    String sslMode(String host) {
      return this == AUTO && THIS_MACHINE.matcher(host).matches() ? PREFERRED.sslMode : sslMode;
    }
  }

  /** The environment variable that gives the password. */
  static final String PASSWORD_VARIABLE = "SECINDEX_MYSQL_PASSWORD";

  /** All options, as they may stand in an address. */
  static final List<IndexOption> OPTIONS =
      List.of(
          IndexOption.DURABILITY,
          new IndexOption(
              "password-file",
              "",
              "file with the password; without it, and without option-file, the environment"
                  + " variable "
                  + PASSWORD_VARIABLE
                  + " is taken"),
          new IndexOption(
              "option-file",
              "",
              "file of MySQL's programs, as ~/.my.cnf, whose group [client] has the password"),
          new IndexOption("connections", "8", "look-ups under way at once, 1 .. 1000"),
          new IndexOption("connect-timeout", "5s", "how long connecting may take, 250ms .. 1h"),
          new IndexOption(
              "read-timeout", "30s", "longest silence of the server when reading, 100ms .. 24h"),
          new IndexOption(
              "write-timeout", "10m", "longest silence of the server when writing, 100ms .. 24h"),
          new IndexOption(
              "tls",
              "auto",
              "verify (certificate and host), required, preferred or disabled; auto: verify, but"
                  + " preferred to a server on this machine"),
          new IndexOption(
              "public-key-retrieval",
              "false",
              "true: without TLS, ask the server for the key that protects the password"),
          new IndexOption(
              "layout",
              "single",
              "of a new index: single (one table), split (many tables by key range) or"
                  + " partitioned (one table with native partitions)"),
          new IndexOption(
              "rows-per-table",
              "40000000",
              "of a new index: entries that a load gives a table, or a partition, 1 .. 2000000000"),
          new IndexOption(
              "load",
              "local",
              "local: rows are streamed (LOAD DATA LOCAL); infile: the server reads files; insert:"
                  + " INSERT statements"),
          new IndexOption(
              "infile-directory",
              "",
              "for load=infile: a directory that this side and the server know by the same name"),
          new IndexOption(
              "load-connections",
              "2",
              "tables that a load fills at once, each on a connection of its own, 1 .. 64"),
          new IndexOption(
              "load-memory",
              "256m",
              "for entries that wait until those of the table before are sent, 16 bytes each; at"
                  + " most an eighth of the heap"),
          new IndexOption(
              "update",
              "replace",
              "replace: a row whose key is updated is replaced; upsert: it is changed (INSERT ..."
                  + " ON DUPLICATE KEY UPDATE)"),
          new IndexOption(
              "attach",
              "false",
              "true: open a table that secindex did not make (Qserv's director index), to read"),
          new IndexOption(
              "key-column", "", "of an attached table; without it the column that is left over"),
          new IndexOption("chunk-column", "chunkId", "of an attached table"),
          new IndexOption("sub-chunk-column", "subChunkId", "of an attached table"));

  private static final Pattern COLUMN = Pattern.compile("[A-Za-z0-9_]{1,64}");

  /**
   * @throws IndexConfigException with all values that are out of range
   */
  public MySqlOptions {
    List<String> problems = new ArrayList<>();
    if (connections < 1 || connections > 1000) {
      problems.add("option 'connections': " + connections + " is outside 1 .. 1000");
    }
    if (passwordFile.isPresent() && optionFile.isPresent()) {
      problems.add("option 'option-file': the password is that of option password-file already");
    }
    if (rowsPerTable < 1) {
      problems.add("option 'rows-per-table': " + rowsPerTable + " is below 1");
    }
    if (loadConnections < 1 || loadConnections > 64) {
      problems.add("option 'load-connections': " + loadConnections + " is outside 1 .. 64");
    }
    if (loadMemory < 0) {
      problems.add("option 'load-memory': " + loadMemory + " is below 0");
    }
    if (load == Load.INFILE && infileDirectory.isEmpty()) {
      problems.add("option 'load': infile needs option infile-directory");
    }
    checkColumn("key-column", keyColumn.isEmpty() ? "id" : keyColumn, problems);
    checkColumn("chunk-column", chunkColumn, problems);
    checkColumn("sub-chunk-column", subChunkColumn, problems);
    checkTime(
        "connect-timeout", connectTimeout, Duration.ofMillis(250), Duration.ofHours(1), problems);
    checkTime("read-timeout", readTimeout, Duration.ofMillis(100), Duration.ofHours(24), problems);
    checkTime(
        "write-timeout", writeTimeout, Duration.ofMillis(100), Duration.ofHours(24), problems);
    if (!problems.isEmpty()) {
      throw new IndexConfigException(problems.stream().map(p -> "mysql: " + p).toList());
    }
  }

  private static void checkColumn(String option, String name, List<String> problems) {
    if (!COLUMN.matcher(name).matches()) {
      problems.add(
          "option '" + option + "': '" + name + "': use ASCII letters, digits and underscores");
    }
  }

  private static void checkTime(
      String name, Duration value, Duration min, Duration max, List<String> problems) {
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      problems.add(
          "option '"
              + name
              + "': "
              + value.toMillis()
              + "ms is outside "
              + min.toMillis()
              + "ms .. "
              + max.toHours()
              + "h");
    }
  }

  /**
   * Reads the query of an address.
   *
   * @throws IndexConfigException with all problems
   */
  static MySqlOptions from(IndexUri uri) {
    OptionReader in = new OptionReader(uri, OPTIONS);
    Durability durability = in.oneOf("durability", Durability.class);
    Optional<Path> passwordFile = in.optionalText("password-file").map(Path::of);
    Optional<Path> optionFile = in.optionalText("option-file").map(Path::of);
    int connections = in.number("connections", 1, 1000);
    Duration connect = in.duration("connect-timeout");
    Duration read = in.duration("read-timeout");
    Duration write = in.duration("write-timeout");
    Tls tls = in.oneOf("tls", Tls.class);
    boolean retrieval = in.flag("public-key-retrieval");
    Layout layout = in.oneOf("layout", Layout.class);
    long rowsPerTable = in.number("rows-per-table", 1, 2_000_000_000);
    Load load = in.oneOf("load", Load.class);
    Optional<Path> infileDirectory = in.optionalText("infile-directory").map(Path::of);
    int loadConnections = in.number("load-connections", 1, 64);
    long loadMemory = in.bytes("load-memory");
    Update update = in.oneOf("update", Update.class);
    boolean attach = in.flag("attach");
    in.finish();
    return new MySqlOptions(
        durability,
        passwordFile,
        optionFile,
        connections,
        connect,
        read,
        write,
        tls,
        retrieval,
        layout,
        rowsPerTable,
        load,
        infileDirectory,
        loadConnections,
        loadMemory,
        update,
        attach,
        in.text("key-column"),
        in.text("chunk-column"),
        in.text("sub-chunk-column"));
  }

  /** What holds if nothing is said. */
  public static MySqlOptions defaults() {
    return from(IndexUri.parse("mysql://user@host/database/index"));
  }

  /** Bytes for entries that wait, where there is a heap of so many bytes. */
  long loadMemoryOf(long heap) {
    return Math.min(loadMemory, heap / 8);
  }

  /** The password, possibly empty. */
  String password() {
    if (passwordFile.isPresent()) {
      return read("password-file", passwordFile.get(), MySqlOptions::withoutLineEnd);
    }
    if (optionFile.isPresent()) {
      Path file = optionFile.get();
      return read("option-file", file, OptionFile::password)
          .orElseThrow(
              () ->
                  new IndexConfigException(
                      "mysql: option 'option-file': "
                          + file
                          + " has no password=... in its group [client]"));
    }
    return Optional.ofNullable(System.getenv(PASSWORD_VARIABLE)).orElse("");
  }

  private static String withoutLineEnd(Path file) throws IOException {
    return Files.readString(file).replaceFirst("\\r?\\n\\z", "");
  }

  private interface Reader<T> {
    T read(Path file) throws IOException;
  }

  private static <T> T read(String option, Path file, Reader<T> reader) {
    try {
      return reader.read(file);
    } catch (IOException e) {
      throw new IndexConfigException(
          "mysql: option '"
              + option
              + "': cannot read "
              + file
              + " ("
              + e.getClass().getSimpleName()
              + ")");
    }
  }
}
