package org.secindex.rocksdb;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.secindex.api.Access;
import org.secindex.api.EntryCursor;
import org.secindex.api.Indexes;
import org.secindex.api.KeyRange;
import org.secindex.rocksdb.evidence.Questions;
import org.secindex.testkit.Catalogue;

/**
 * Measures what each option of RocksDB gives, as a table: an index with the default options, and
 * beside it, one after the other, indexes with one option changed. Both are asked in turns, so that
 * what disturbs one disturbs the other; a figure is the least of the turns. Times are CPU times of
 * the thread that asks, but for what reads files, which takes the time that it takes.
 *
 * <p>Arguments: a scratch directory, how many entries, the file for the table, and, if not all,
 * parts of the names of those that are wanted.
 */
final class OptionsReport {
  private static final int COUNT = 100_000;
  private static final int TURNS = 5;

  private final Path scratch;
  private final Catalogue catalogue;
  private final PrintStream table;

  private OptionsReport(Path scratch, Catalogue catalogue, PrintStream table) {
    this.scratch = scratch;
    this.catalogue = catalogue;
    this.table = table;
  }

  public static void main(String[] args) throws IOException, RocksDBException {
    Catalogue catalogue = Catalogue.of("lsst", Long.parseLong(args[1]));
    List<String> wanted = List.of(args).subList(3, args.length);
    try (PrintStream table = new PrintStream(Files.newOutputStream(Path.of(args[2])))) {
      new OptionsReport(Path.of(args[0]), catalogue, table).report(wanted);
    }
  }

  /** What was measured of one setting; the times are the least. */
  private static final class Row {
    double bytes;
    long entries;
    double loadNs;
    long readerBytes;
    double find = Double.MAX_VALUE;
    double findAll = Double.MAX_VALUE;
    double miss = Double.MAX_VALUE;
    double uncached = Double.MAX_VALUE;
    double scan = Double.MAX_VALUE;
  }

  private void report(List<String> wanted) throws IOException, RocksDBException {
    print(
        "| option | bytes an entry | load, ns | find, µs | findAll, µs | miss, µs | find not"
            + " cached, µs | scan, ns | filters and indexes, B an entry |");
    print("|---|---|---|---|---|---|---|---|---|");
    build(Candidate.DEFAULT, new Row()); // To have everything compiled.
    drop(Candidate.DEFAULT);
    Row standard = new Row();
    build(Candidate.DEFAULT, standard);
    List<Candidate> candidates = new ArrayList<>(Candidate.all());
    if (!wanted.isEmpty()) {
      candidates.removeIf(c -> wanted.stream().noneMatch(c.name()::contains));
    }
    for (Candidate candidate : candidates) {
      Row row = new Row();
      build(candidate, row);
      if (candidate.isReadable()) {
        Row beside = new Row();
        compare(candidate, row, beside);
        print(line(candidate.name(), row, beside));
        takeLeast(standard, beside);
      } else {
        print(String.format(Locale.ROOT, "| %s | %.2f |", candidate.name(), row.bytes));
      }
      drop(candidate);
    }
    print(line("**default**", standard, standard));
    drop(Candidate.DEFAULT);
  }

  private void print(String line) {
    System.out.println(line);
    table.println(line);
    table.flush();
  }

  /** Times with their ratio to the default's of the same turns. */
  private static String line(String name, Row row, Row beside) {
    return String.format(
        Locale.ROOT,
        "| %s | %.2f | %.0f | %s | %s | %s | %s | %s | %.2f |",
        name,
        row.bytes,
        row.loadNs,
        time(row.find, beside.find),
        time(row.findAll, beside.findAll),
        time(row.miss, beside.miss),
        time(row.uncached, beside.uncached),
        String.format(Locale.ROOT, "%.0f", row.scan),
        (double) row.readerBytes / row.entries);
  }

  private static String time(double ns, double beside) {
    return String.format(Locale.ROOT, "%.2f (%.2f)", ns * 1e-3, ns / beside);
  }

  private static void takeLeast(Row into, Row of) {
    into.readerBytes = of.readerBytes;
    into.find = Math.min(into.find, of.find);
    into.findAll = Math.min(into.findAll, of.findAll);
    into.miss = Math.min(into.miss, of.miss);
    into.uncached = Math.min(into.uncached, of.uncached);
    into.scan = Math.min(into.scan, of.scan);
  }

  private IndexDirectory directory(Candidate candidate) {
    Path path = scratch.resolve(candidate.name().replaceAll("\\W+", "-"));
    return new IndexDirectory("rocksdb:" + path, path);
  }

  private void drop(Candidate candidate) {
    Indexes.drop(directory(candidate).index());
  }

  private void build(Candidate candidate, Row row) throws RocksDBException {
    IndexDirectory directory = directory(candidate);
    NativeLibrary.load();
    directory.beginMaking();
    long start = System.nanoTime();
    DatabaseOptions options = candidate.options();
    Database database = Database.create(directory, catalogue.domain(), options);
    RawFile raw = candidate.raw();
    if (raw != null) {
      Path file = scratch.resolve("raw.sst");
      raw.write(options, catalogue, file);
      try (IngestExternalFileOptions ingest = new IngestExternalFileOptions()) {
        ingest.setMoveFiles(true);
        database.rocks().ingestExternalFile(List.of(file.toString()), ingest);
      }
      database.store(database.metadata().ready(catalogue.size()));
      database.close();
    } else {
      try (RocksDbIndex index = new RocksDbIndex(database, Access.WRITE, candidate.wanted())) {
        index.load(catalogue.entries());
      }
    }
    row.loadNs = (double) (System.nanoTime() - start) / catalogue.size();
    row.entries = catalogue.size();
    row.bytes = (double) directory.bytes() / catalogue.size();
  }

  private void compare(Candidate candidate, Row row, Row beside) throws RocksDBException {
    try (Opened one = open(candidate);
        Opened other = open(Candidate.DEFAULT)) {
      one.readAll();
      other.readAll();
      for (int turn = 0; turn < TURNS; turn++) {
        ask(one, row, turn);
        ask(other, beside, turn);
      }
      row.readerBytes = one.readerBytes();
      beside.readerBytes = other.readerBytes();
    }
    long small =
        Math.max(RocksDbOptions.MIN_CACHE_BYTES, (long) (row.bytes * catalogue.size() / 20));
    try (Opened one = open(candidate.withCache(small));
        Opened other = open(Candidate.DEFAULT.withCache(small))) {
      for (int turn = 0; turn < TURNS; turn++) {
        Questions questions = Questions.hits(catalogue, COUNT, 100 + turn);
        row.uncached = Math.min(row.uncached, questions.find(one.index));
        beside.uncached = Math.min(beside.uncached, questions.find(other.index));
      }
    }
  }

  private void ask(Opened opened, Row row, int turn) {
    Questions hits = Questions.hits(catalogue, COUNT, turn).timedBy(OptionsReport::cpuTime);
    row.find = Math.min(row.find, hits.find(opened.index));
    row.findAll = Math.min(row.findAll, hits.findAll(opened.index));
    Questions misses = Questions.misses(catalogue, COUNT, turn).timedBy(OptionsReport::cpuTime);
    row.miss = Math.min(row.miss, misses.find(opened.index));
    row.scan = Math.min(row.scan, opened.scan());
  }

  private static long cpuTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private Opened open(Candidate candidate) {
    Database database = Database.open(directory(candidate), Access.READ, candidate.options());
    return new Opened(database, new RocksDbIndex(database, Access.READ, candidate.wanted()));
  }

  private record Opened(Database database, RocksDbIndex index) implements AutoCloseable {
    /** Fills the cache with all that it holds. */
    void readAll() {
      try (RocksIterator rows = database.rocks().newIterator(database.options().read)) {
        for (rows.seekToFirst(); rows.isValid(); rows.next()) {
          // To have it in the cache.
        }
      }
    }

    /** ns an entry. */
    double scan() {
      long start = cpuTime();
      long count = 0;
      try (EntryCursor rows = index.scan(KeyRange.all())) {
        while (rows.next()) {
          count++;
        }
      }
      return (double) (cpuTime() - start) / count;
    }

    long readerBytes() throws RocksDBException {
      return database.rocks().getLongProperty("rocksdb.estimate-table-readers-mem");
    }

    @Override
    public void close() {
      index.close();
    }
  }
}
