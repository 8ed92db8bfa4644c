package org.secindex.rocksdb.evidence;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.secindex.api.Location;
import org.secindex.api.Lookup;
import org.secindex.api.SecondaryIndex;
import org.secindex.testkit.Catalogue;
import org.secindex.testkit.Miss;

/**
 * Random keys, all of them in an index or none. The answers are kept, and checked when the clock
 * has stopped.
 */
public final class Questions {
  static final int A_CALL = 1000;
  private static final long ABSENT = -1;

  private final Catalogue catalogue;
  private final boolean there;
  private final long[] keys;
  private final long[] answers;
  private final LongSupplier clock;

  private Questions(Catalogue catalogue, boolean there, long[] keys, LongSupplier clock) {
    this.catalogue = catalogue;
    this.clock = clock;
    this.there = there;
    this.keys = keys;
    answers = new long[keys.length];
  }

  /** Keys that are there, uniformly, with repeats. */
  public static Questions hits(Catalogue catalogue, int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] keys = random.longs(count, 0, catalogue.size()).map(catalogue::key).toArray();
    return new Questions(catalogue, true, keys, System::nanoTime);
  }

  /** Keys that are not there, but lie among those that are. */
  public static Questions misses(Catalogue catalogue, int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] keys = new long[count];
    Arrays.setAll(keys, i -> catalogue.miss(Miss.INSIDE_RUN, random));
    return new Questions(catalogue, false, keys, System::nanoTime);
  }

  /** The same by another clock, of nanoseconds. */
  public Questions timedBy(LongSupplier other) {
    return new Questions(catalogue, there, keys, other);
  }

  /** Asks one by one; returns ns a key. */
  public double find(SecondaryIndex index) {
    Arrays.fill(answers, ABSENT);
    long start = clock.getAsLong();
    for (int i = 0; i < keys.length; i++) {
      Optional<Location> found = index.find(keys[i]);
      if (found.isPresent()) {
        answers[i] = place(found.get().chunkId(), found.get().subChunkId());
      }
    }
    return check(clock.getAsLong() - start);
  }

  /** Asks a thousand a call; returns ns a key. The count must be a multiple of that. */
  public double findAll(SecondaryIndex index) {
    Arrays.fill(answers, ABSENT);
    long start = clock.getAsLong();
    for (int from = 0; from < keys.length; from += A_CALL) {
      int at = from;
      Lookup lookup = index.findAll(Arrays.copyOfRange(keys, from, from + A_CALL));
      lookup.forEach((i, key, chunkId, subChunkId) -> answers[at + i] = place(chunkId, subChunkId));
    }
    return check(clock.getAsLong() - start);
  }

  private double check(long took) {
    for (int i = 0; i < keys.length; i++) {
      long right =
          there ? place(catalogue.chunkId(keys[i]), catalogue.subChunkId(keys[i])) : ABSENT;
      if (answers[i] != right) {
        throw new AssertionError("key " + keys[i] + ": wrong answer " + answers[i]);
      }
    }
    return (double) took / keys.length;
  }

  private static long place(int chunkId, int subChunkId) {
    return (long) chunkId << 32 | subChunkId;
  }
}
