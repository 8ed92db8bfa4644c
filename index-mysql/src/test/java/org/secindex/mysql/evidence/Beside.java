package org.secindex.mysql.evidence;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.secindex.api.Indexes;
import org.secindex.api.Location;
import org.secindex.api.Lookup;
import org.secindex.api.SecondaryIndex;
import org.secindex.ingest.Export;
import org.secindex.ingest.Format;
import org.secindex.mysql.evidence.Figures.Case;
import org.secindex.testkit.Catalogue;

/**
 * The index and MariaDB's clients in C beside each other, in turns, on one server whose buffer pool
 * holds all tables: loads of the same entries, and look-ups of the same keys by the same
 * statements. All answers are checked, those of C by their sum.
 *
 * <pre>Beside CSV DIRECTORY CLIENT ENTRIES ROUNDS</pre>
 */
public final class Beside {
  private static final long POOL_MEBIBYTES = 4096;
  private static final int TABLES = 5;
  private static final int SINGLE = 100_000;
  private static final int LISTED = 500_000;
  private static final int A_CALL = 1000;
  private static final String READY_FILE = MeasuredServer.DATABASE + ".by_mariadb";

  private final Figures figures;
  private final MeasuredServer server;
  private final Path directory;
  private final String client;
  private final Catalogue catalogue;

  private Beside(
      Figures figures, MeasuredServer server, Path directory, String client, Catalogue catalogue) {
    this.figures = figures;
    this.server = server;
    this.directory = directory;
    this.client = client;
    this.catalogue = catalogue;
  }

  /** See the class. */
  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[1]);
    Catalogue catalogue = Catalogue.of("lsst", Long.parseLong(args[3]));
    int rounds = Integer.parseInt(args[4]);
    try (MeasuredServer server = MeasuredServer.start(directory, POOL_MEBIBYTES)) {
      Beside beside =
          new Beside(new Figures(Path.of(args[0])), server, directory, args[2], catalogue);
      beside.load(rounds);
      beside.ask(rounds);
    }
  }

  private Case by(String who, String layout) {
    return new Case("beside", who, layout, catalogue.size(), POOL_MEBIBYTES);
  }

  private void load(int rounds) throws IOException {
    Path tsv = directory.resolve("ready.tsv");
    Effort making =
        Effort.here(
            server.server(),
            () ->
                Export.write(
                    catalogue.entries(), catalogue.domain(), tsv, Optional.of(Format.TSV)));
    figures.add(by("secindex", "file"), "make-file", 1, catalogue.size(), making);
    for (int round = 0; round < rounds; round++) {
      byMariadb("load-file", "", tsv);
      byMariadb("load-file-unchecked", "SET unique_checks = 0, foreign_key_checks = 0; ", tsv);
      byUs("single", "load");
      byUs("split", "load");
      byUs("single", "load-file", tsv);
    }
    Files.delete(tsv);
  }

  private void byUs(String layout, String work, Path... tsv) throws IOException {
    String uri =
        server.uri(layout, "layout=" + layout, "rows-per-table=" + catalogue.size() / TABLES);
    Indexes.drop(uri);
    server.settle();
    Effort effort =
        tsv.length == 0
            ? server.load(uri, catalogue.domain(), catalogue.entries())
            : server.loadFile(uri, catalogue.domain(), tsv[0]);
    figures.add(by("secindex", layout), work, 1, catalogue.size(), effort);
  }

  /** The command-line client, with a table as ours, and the statement that everybody would use. */
  private void byMariadb(String work, String settings, Path tsv) throws IOException {
    server
        .server()
        .query(
            "CREATE OR REPLACE TABLE "
                + READY_FILE
                + " (objectId BIGINT NOT NULL PRIMARY KEY, chunkId INT NOT NULL, subChunkId INT NOT"
                + " NULL) ENGINE=InnoDB");
    server.settle();
    String statement =
        settings
            + "LOAD DATA LOCAL INFILE '"
            + tsv
            + "' INTO TABLE "
            + READY_FILE
            + " CHARACTER SET binary";
    Effort effort = Effort.byChildren(server.server(), () -> server.server().query(statement));
    figures.add(by("mariadb", "single"), work, 1, catalogue.size(), effort);
    String count = server.server().query("SELECT COUNT(*) FROM " + READY_FILE);
    if (Long.parseLong(count) != catalogue.size()) {
      throw new AssertionError("the mariadb client has loaded " + count + " rows");
    }
  }

  private interface Asking {
    /** Asks all keys, and returns the sum of the answers. */
    long ask(SecondaryIndex index, long[] keys);
  }

  private void ask(int rounds) throws IOException {
    server.settle();
    server.warm();
    try (SecondaryIndex index = Indexes.open(server.uri("single"))) {
      // The compiler and the connections get ready.
      find(index, keys(20_000, 99));
      findAll(index, keys(100_000, 98));
      for (int round = 0; round < rounds; round++) {
        long[] one = keys(SINGLE, round);
        byUs("find", index, one, Beside::find);
        byC("find", one, sum(one));
        long[] many = keys(LISTED, 10 + round);
        byUs("list", index, many, Beside::findAll);
        byC("list", many, sumOfLists(many));
        byC("prepared", many, sumOfLists(many));
      }
    }
  }

  private void byUs(String work, SecondaryIndex index, long[] keys, Asking asking)
      throws IOException {
    long[] sum = new long[1];
    Effort effort = Effort.here(server.server(), () -> sum[0] = asking.ask(index, keys));
    if (sum[0] != sum(keys)) {
      throw new AssertionError(work + ": wrong answers, by their sum " + sum[0]);
    }
    figures.add(by("secindex", "single"), work, 1, keys.length, effort);
  }

  private void byC(String work, long[] keys, long expected) throws IOException {
    Path file = directory.resolve("keys");
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * keys.length).order(ByteOrder.nativeOrder());
    bytes.asLongBuffer().put(keys);
    Files.write(file, bytes.array());
    ProcessBuilder builder =
        new ProcessBuilder(
                client,
                Integer.toString(server.server().port()),
                server.server().user(),
                MeasuredServer.DATABASE + ".single",
                file.toString(),
                work)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("MYSQL_PWD", server.server().password());
    StringBuilder said = new StringBuilder();
    Effort effort =
        Effort.byChildren(
            server.server(),
            () -> {
              Process process = builder.start();
              byte[] out = process.getInputStream().readAllBytes();
              said.append(new String(out, StandardCharsets.US_ASCII).strip());
              process.onExit().join();
            });
    String[] words = said.toString().split(" ", -1);
    if (words.length != 3 || Long.parseUnsignedLong(words[2]) != expected) {
      throw new AssertionError(client + " " + work + " says '" + said + "'; expected " + expected);
    }
    // Without its start and its connecting.
    Effort asking = effort.withWall(Double.parseDouble(words[0]));
    figures.add(by("libmariadb", "single"), work, 1, keys.length, asking);
  }

  /** Keys that are there, uniformly, with repeats. */
  private long[] keys(int count, long seed) {
    return new SplittableRandom(seed)
        .longs(count, 0, catalogue.size())
        .map(catalogue::key)
        .toArray();
  }

  private static long find(SecondaryIndex index, long[] keys) {
    long sum = 0;
    for (long key : keys) {
      Location found = index.find(key).orElseThrow();
      sum += term(found.chunkId(), found.subChunkId());
    }
    return sum;
  }

  private static long findAll(SecondaryIndex index, long[] keys) {
    long[] sum = {0};
    for (int from = 0; from < keys.length; from += A_CALL) {
      Lookup lookup = index.findAll(Arrays.copyOfRange(keys, from, from + A_CALL));
      lookup.forEach((i, key, chunkId, subChunkId) -> sum[0] += term(chunkId, subChunkId));
    }
    return sum[0];
  }

  private static long term(int chunkId, int subChunkId) {
    return 64L * chunkId + subChunkId;
  }

  private long sum(long[] keys) {
    return Arrays.stream(keys)
        .map(key -> term(catalogue.chunkId(key), catalogue.subChunkId(key)))
        .sum();
  }

  /** The server answers a key once that stands in a list twice. */
  private long sumOfLists(long[] keys) {
    long sum = 0;
    for (int from = 0; from < keys.length; from += A_CALL) {
      sum += sum(Arrays.stream(keys, from, from + A_CALL).distinct().toArray());
    }
    return sum;
  }
}
