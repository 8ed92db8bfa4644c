package org.secindex.file.evidence;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.secindex.api.Access;
import org.secindex.api.Durability;
import org.secindex.api.EntryBatch;
import org.secindex.api.IndexUri;
import org.secindex.api.KeyDomain;
import org.secindex.api.SortedEntries;
import org.secindex.file.FileIndexProvider;
import org.secindex.file.FileOptions;
import org.secindex.file.SegmentedIndex;
import org.secindex.testkit.Catalogue;

/**
 * Loads the same entries, held in memory, as one part and as two, in turns: {@code DIRECTORY
 * [ENTRIES [ROUNDS]]}. Prints millions of entries a second, the median of the rounds.
 */
final class Parts {
  private static final String[] NAMES = {"stride:10", "lsst", "gaia", "uniform64"};

  private Parts() {}

  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[0]);
    int entries = args.length > 1 ? Integer.parseInt(args[1]) : 10_000_000;
    int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 5;
    for (String name : NAMES) {
      Columns columns = new Columns(Catalogue.of(name, entries));
      double[][] rates = new double[2][rounds];
      for (int round = -1; round < rounds; round++) {
        for (int parts = 1; parts <= 2; parts++) {
          double rate = rate(directory.resolve("index"), columns, parts);
          if (round >= 0) {
            rates[parts - 1][round] = rate;
          }
        }
      }
      double one = median(rates[0]);
      double two = median(rates[1]);
      System.out.printf(
          Locale.ROOT,
          "%s: %d entries, one part %.1f M/s, two parts %.1f M/s, ratio %.2f%n",
          name,
          entries,
          one,
          two,
          two / one);
    }
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static double rate(Path directory, Columns columns, int parts) {
    FileIndexProvider provider = new FileIndexProvider();
    FileOptions options = new FileOptions(Durability.RELAXED, FileOptions.defaults().segments());
    double rate;
    try (SegmentedIndex index = provider.create(directory, KeyDomain.SIGNED, options)) {
      long start = System.nanoTime();
      index.load(columns.parts(parts));
      rate = columns.size() * 1e3 / (System.nanoTime() - start);
    }
    try (SegmentedIndex index = provider.open(directory, Access.READ, options)) {
      if (index.statistics().entries() != columns.size()) {
        throw new IllegalStateException("entries are missing");
      }
    }
    provider.drop(IndexUri.parse("file:" + directory));
    return rate;
  }

  /** All entries in memory. */
  private static final class Columns {
    private final long[] keys;
    private final int[] chunks;
    private final int[] subs;

    Columns(Catalogue catalogue) {
      int size = Math.toIntExact(catalogue.size());
      keys = new long[size];
      chunks = new int[size];
      subs = new int[size];
      EntryBatch batch = new EntryBatch();
      SortedEntries all = catalogue.entries();
      for (int at = 0; all.read(batch); at += batch.size()) {
        System.arraycopy(batch.keys, 0, keys, at, batch.size());
        System.arraycopy(batch.chunkIds, 0, chunks, at, batch.size());
        System.arraycopy(batch.subChunkIds, 0, subs, at, batch.size());
      }
    }

    int size() {
      return keys.length;
    }

    List<SortedEntries> parts(int count) {
      List<SortedEntries> parts = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int from = (int) ((long) size() * i / count);
        int to = (int) ((long) size() * (i + 1) / count);
        parts.add(SortedEntries.of(KeyDomain.SIGNED, new Range(from, to)::read));
      }
      return parts;
    }

    private final class Range {
      private final int to;
      private int next;

      Range(int from, int to) {
        next = from;
        this.to = to;
      }

      boolean read(EntryBatch into) {
        int n = Math.min(into.capacity(), to - next);
        System.arraycopy(keys, next, into.keys, 0, n);
        System.arraycopy(chunks, next, into.chunkIds, 0, n);
        System.arraycopy(subs, next, into.subChunkIds, 0, n);
        into.setSize(n);
        next += n;
        return n > 0;
      }
    }
  }
}
