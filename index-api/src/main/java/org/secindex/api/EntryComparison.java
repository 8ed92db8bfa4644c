package org.secindex.api;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * How the content of an index differs from what it should be. Found by reading both in ascending
 * order, side by side, in constant memory.
 *
 * @param equal how many entries both have, with the same location
 * @param missing the expected keys that the index lacks
 * @param wrong the keys that both have, with different locations
 * @param extra the keys of the index that were not expected
 */
public record EntryComparison(
    long equal, Differences missing, Differences wrong, Differences extra) {
  private static final int SHOWN = 5;
  private static final int PROGRESS_ROWS = 1 << 16;

  /**
   * Differences of one kind.
   *
   * @param count how many there are
   * @param first the first few of them, one line each: the key and its locations
   */
  public record Differences(long count, List<String> first) {
    /** Copies the list. */
    public Differences {
      first = List.copyOf(first);
    }
  }

  /**
   * Compares all entries of an index with those expected, which are read to their end.
   *
   * @param progress told now and then how many of the expected entries have been read; called by
   *     this thread
   * @throws IndexConfigException if the expected entries are in the order of another domain
   * @throws IndexException if either of the two cannot be read
   */
  public static EntryComparison of(
      SecondaryIndex index, SortedEntries expected, LongConsumer progress) {
    KeyDomain domain = index.domain();
    expected.requireDomain(domain);
    Tally missing = new Tally(domain);
    Tally wrong = new Tally(domain);
    Tally extra = new Tally(domain);
    long equal = 0;
    long read = 0;
    try (EntryCursor have = index.scan(KeyRange.all());
        EntryCursor want = new EntryCursor(domain, expected)) {
      boolean haveRow = have.next();
      boolean wantRow = want.next();
      while (haveRow || wantRow) {
        int order = !haveRow ? 1 : !wantRow ? -1 : domain.compare(have.key(), want.key());
        if (order > 0) {
          missing.add(want.key(), () -> place(want) + " expected");
        } else if (order < 0) {
          extra.add(have.key(), () -> place(have) + " found");
        } else if (have.chunkId() == want.chunkId() && have.subChunkId() == want.subChunkId()) {
          equal++;
        } else {
          wrong.add(have.key(), () -> place(have) + " found, " + place(want) + " expected");
        }
        if (order >= 0) {
          wantRow = want.next();
          if ((++read & PROGRESS_ROWS - 1) == 0) {
            progress.accept(read);
          }
        }
        if (order <= 0) {
          haveRow = have.next();
        }
      }
    }
    return new EntryComparison(equal, missing.result(), wrong.result(), extra.result());
  }

  private static String place(EntryCursor row) {
    return "chunk " + row.chunkId() + ", subchunk " + row.subChunkId();
  }

  /** Whether the index holds the expected entries and no others. */
  public boolean isEqual() {
    return missing.count() == 0 && wrong.count() == 0 && extra.count() == 0;
  }

  private static final class Tally {
    private final KeyDomain domain;
    private final List<String> first = new ArrayList<>();
    private long count;

    Tally(KeyDomain domain) {
      this.domain = domain;
    }

    void add(long key, Supplier<String> what) {
      if (count++ < SHOWN) {
        first.add(domain.format(key) + ": " + what.get());
      }
    }

    Differences result() {
      return new Differences(count, first);
    }
  }
}
