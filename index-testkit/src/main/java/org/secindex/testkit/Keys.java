package org.secindex.testkit;

import java.util.SplittableRandom;

/** The keys of a {@link Catalogue}: which there are, and in which chunk each lies. Immutable. */
interface Keys {
  long KEYS_PER_CHUNK = 270_000;

  long size();

  long key(long rank);

  /** Writes the keys of {@code count} ranks from {@code rank} on to the start of the array. */
  void fill(long rank, long[] into, int count);

  boolean contains(long key);

  long newKey(long rank);

  int chunkId(long key);

  long missInsideRun(SplittableRandom random);

  long missBetweenRuns(SplittableRandom random);
}
