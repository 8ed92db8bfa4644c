package org.secindex.testkit;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Hashed draws, sorted within strata, so that any key can be had without those before it. The gaps
 * are distributed almost as those of independent draws.
 */
final class StratifiedKeys implements Keys {
  private static final int PER = Strata.KEYS;

  private final Strata strata;
  private final long size;
  private final int shift;

  StratifiedKeys(Strata strata, long size) {
    this.strata = strata;
    this.size = size;
    shift = strata.shift();
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public long key(long rank) {
    long[] keys = new long[PER];
    draw(rank / PER, keys, 0);
    return keys[(int) (rank % PER)];
  }

  @Override
  public void fill(long rank, long[] into, int count) {
    int done = 0;
    while (done < count) {
      long stratum = (rank + done) / PER;
      int skip = (int) ((rank + done) % PER);
      if (skip == 0 && count - done >= PER) {
        done += draw(stratum, into, done);
      } else {
        long[] keys = new long[PER];
        int n = Math.min(draw(stratum, keys, 0) - skip, count - done);
        System.arraycopy(keys, skip, into, done, n);
        done += n;
      }
    }
  }

  /** Writes the keys of a stratum to the array, and tells how many there are. */
  private int draw(long stratum, long[] into, int from) {
    int count = (int) Math.min(PER, size - stratum * PER);
    long lower = strata.lower(stratum);
    // Neighbours are kept two apart by moving the later one up, which takes at most this room.
    long room = strata.lower(stratum + 1) - lower - 2 * PER;
    for (int i = 0; i < count; i++) {
      into[from + i] = lower + Mix.scale(Mix.mix64(stratum * PER + i), room);
    }
    Arrays.sort(into, from, from + count);
    for (int i = from + 1; i < from + count; i++) {
      into[i] = Math.max(into[i], into[i - 1] + 2);
    }
    for (int i = from; i < from + count; i++) {
      into[i] <<= shift;
    }
    return count;
  }

  @Override
  public boolean contains(long key) {
    long value = key >> shift;
    long stratum = strata.stratum(value);
    if (value << shift != key || stratum < 0 || stratum >= Strata.count(size)) {
      return false;
    }
    long[] keys = new long[PER];
    int count = draw(stratum, keys, 0);
    return Arrays.binarySearch(keys, 0, count, key) >= 0;
  }

  @Override
  public long newKey(long rank) {
    return key(rank) + 1;
  }

  @Override
  public int chunkId(long key) {
    return strata.chunkId(key >> shift);
  }

  @Override
  public long missInsideRun(SplittableRandom random) {
    return key(random.nextLong(size)) + (1L << shift);
  }

  @Override
  public long missBetweenRuns(SplittableRandom random) {
    long first = key(0) >> shift;
    long last = key(size - 1) >> shift;
    if (first == last) {
      return missInsideRun(random);
    }
    while (true) {
      long key = random.nextLong(first, last) << shift;
      if (!contains(key)) {
        return key;
      }
    }
  }
}
