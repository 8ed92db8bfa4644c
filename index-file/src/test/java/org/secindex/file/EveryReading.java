package org.secindex.file;

import java.util.random.RandomGenerator;
import org.secindex.api.Access;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntryCursor;
import org.secindex.api.IndexException;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;

/** All that can be done with an index, for indexes that may be damaged. */
final class EveryReading {
  private static final int LOOKUPS = 20;

  private final SecondaryIndex index;
  private boolean damaged;

  private EveryReading(SecondaryIndex index) {
    this.index = index;
  }

  /**
   * Looks up, scans, checks and compacts.
   *
   * @throws RuntimeException other than an {@link IndexException}: a fault of the reader
   */
  static ReadingOutcome of(MemoryStore store, long[] keys, RandomGenerator random) {
    try (SecondaryIndex index =
        SegmentIndexes.open(store, "memory", Access.READ, SmallIndex.OPTIONS)) {
      EveryReading reading = new EveryReading(index);
      reading.read(keys, random);
      reading.attempt(() -> compact(store.copy()));
      return reading.damaged ? ReadingOutcome.DAMAGED : ReadingOutcome.SOUND;
    } catch (IndexException e) {
      return ReadingOutcome.REFUSED;
    }
  }

  private void read(long[] keys, RandomGenerator random) {
    for (int i = 0; i < LOOKUPS; i++) {
      long key = keys[random.nextInt(keys.length)];
      attempt(() -> index.find(key));
      long any = random.nextLong();
      attempt(() -> index.find(any));
    }
    attempt(() -> index.findAll(keys).byChunk());
    long from = keys[random.nextInt(keys.length)];
    long to = keys[random.nextInt(keys.length)];
    attempt(() -> scan(KeyRange.closed(from, to)));
    attempt(() -> scan(KeyRange.all()));
    attempt(index::statistics);
    damaged |= !isClean(random.nextLong());
  }

  private boolean isClean(long seed) {
    try {
      boolean sample = index.verifySample(0.5, seed, entries -> {}).isClean();
      return index.verify().isClean() && sample;
    } catch (IndexException e) {
      throw new AssertionError("a check reports damage, and does not throw it", e);
    }
  }

  private void attempt(Runnable reading) {
    try {
      reading.run();
    } catch (IndexException e) {
      damaged = true;
    }
  }

  private void scan(KeyRange range) {
    EntryBatch batch = new EntryBatch();
    try (EntryCursor rows = index.scan(range)) {
      while (rows.read(batch)) {
        // Only whether it ends, and how.
      }
    }
  }

  private static void compact(MemoryStore store) {
    try (SecondaryIndex index =
        SegmentIndexes.open(store, "memory", Access.WRITE, SmallIndex.OPTIONS)) {
      index.compact();
    }
  }
}
