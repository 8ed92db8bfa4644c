package org.secindex.rocksdb.evidence;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import org.secindex.api.Access;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntryCursor;
import org.secindex.api.Indexes;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.testkit.Catalogue;

/**
 * Measures one index, with its default options but for those in the address. Each command is a
 * process of its own, so that memory and caches are those of what is measured:
 *
 * <pre>
 * load   CSV PART STORE KEYS ENTRIES URI               makes the index from the generator
 * hits   CSV PART STORE KEYS ENTRIES URI COUNT ROUNDS  opens it, and asks COUNT keys, single and in batches
 * ask    CSV PART STORE KEYS ENTRIES URI COUNT ROUNDS  as that, and then as many that are not there
 * scan   CSV PART STORE KEYS ENTRIES URI               reads all entries
 * update CSV PART STORE KEYS ENTRIES URI               writes ten million entries over the index
 * </pre>
 */
final class Measure {
  private static final int UPDATED = 10_000_000;

  private final Figures figures;
  private final String part;
  private final String store;
  private final Catalogue catalogue;
  private final String uri;

  private Measure(String[] args) {
    figures = new Figures(Path.of(args[1]));
    part = args[2];
    store = args[3];
    catalogue = Catalogue.of(args[4], Long.parseLong(args[5]));
    uri = args[6];
  }

  public static void main(String[] args) throws IOException {
    Measure measure = new Measure(args);
    switch (args[0]) {
      case "load" -> measure.load();
      case "hits" -> measure.ask(Integer.parseInt(args[7]), Integer.parseInt(args[8]), false);
      case "ask" -> measure.ask(Integer.parseInt(args[7]), Integer.parseInt(args[8]), true);
      case "scan" -> measure.scan();
      case "update" -> measure.update();
      default -> throw new IllegalArgumentException("no command " + args[0]);
    }
    // Of all the process, its start included, as that of db_bench.
    measure.add((args[0].equals("hits") ? "ask" : args[0]) + "-cpu", cpuSeconds(), "s");
  }

  private void add(String measure, double value, String unit) throws IOException {
    figures.add(part, catalogue.size(), store, measure, value, unit);
  }

  private void load() throws IOException {
    long start = System.nanoTime();
    try (SecondaryIndex index = Indexes.create(uri, catalogue.domain())) {
      index.load(catalogue.entries());
      add("load", secondsSince(start), "s");
      add("load-resident", resident(), "B");
      double bytes = index.statistics().bytesOnDisk().orElseThrow();
      add("size", bytes / catalogue.size(), "B/entry");
    }
  }

  private void ask(int count, int rounds, boolean misses) throws IOException {
    long start = System.nanoTime();
    try (SecondaryIndex index = Indexes.open(uri, Access.READ)) {
      add("open", secondsSince(start), "s");
      add("open-resident", resident(), "B");
      for (int round = 0; round < rounds; round++) {
        add("find", Questions.hits(catalogue, count, 10 + round).find(index), "ns");
        add("findAll", Questions.hits(catalogue, count, 20 + round).findAll(index), "ns");
        if (misses) {
          add("miss", Questions.misses(catalogue, count, 30 + round).find(index), "ns");
        }
      }
      add("resident", resident(), "B");
    }
    if (misses) {
      countBlocks(count);
    }
  }

  /** Apart from the clock, for counting takes time. */
  private void countBlocks(int count) throws IOException {
    try (SecondaryIndex index = Indexes.open(uri + "&statistics=true", Access.READ)) {
      Questions.misses(catalogue, count, 40).find(index);
      Map<String, String> counters = index.statistics().details();
      double blocks = number(counters, "data blocks from the cache");
      blocks += number(counters, "data blocks from files");
      add("blocks-a-miss", blocks / count, "blocks");
    }
  }

  private static double number(Map<String, String> counters, String name) {
    String value = counters.get(name);
    if (value == null) {
      throw new IllegalStateException("no '" + name + "' among " + counters);
    }
    return Double.parseDouble(value);
  }

  private void scan() throws IOException {
    long start = System.nanoTime();
    long rows = 0;
    try (SecondaryIndex index = Indexes.open(uri, Access.READ);
        EntryCursor cursor = index.scan(KeyRange.all())) {
      while (cursor.next()) {
        rows++;
      }
    }
    if (rows != catalogue.size()) {
      throw new AssertionError(rows + " rows");
    }
    add("scan", secondsSince(start) * 1e9 / rows, "ns");
  }

  /** As many entries at any size, over all of the index: a third new, the others replaced. */
  private void update() throws IOException {
    try (SecondaryIndex index = Indexes.open(uri, Access.WRITE)) {
      SortedEntries changed = changed();
      long start = System.nanoTime();
      index.update(changed);
      add("update", secondsSince(start), "s");
      add("update-resident", resident(), "B");
    }
  }

  private SortedEntries changed() {
    int count = (int) Math.min(UPDATED, catalogue.size());
    long step = catalogue.size() / count;
    EntryBatch batch = new EntryBatch(count);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < count; i++) {
      batch.keys[i] = random.nextInt(3) == 0 ? catalogue.newKey(i * step) : catalogue.key(i * step);
    }
    Arrays.sort(batch.keys);
    for (int i = 0; i < count; i++) {
      batch.chunkIds[i] = catalogue.chunkId(batch.keys[i]);
      batch.subChunkIds[i] = 35 - catalogue.subChunkId(batch.keys[i]);
    }
    return SortedEntries.of(catalogue.domain(), batch.keys, batch.chunkIds, batch.subChunkIds);
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) * 1e-9;
  }

  private static double cpuSeconds() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime()
        * 1e-9;
  }

  private static double resident() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmRSS")) {
        return 1024.0 * Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    throw new IOException("no VmRSS in /proc/self/status");
  }
}
