package org.secindex.bench;

import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.secindex.testkit.Catalogue;
import org.secindex.testkit.Miss;

/**
 * Keys to look up, drawn evenly over the whole catalogue: nine of ten are in it, the others lie
 * beside, between or outside of its keys by turns. The same seed gives the same keys.
 */
final class Queries {
  private static final int ONE_MISS_IN = 10;

  private final long[] keys;
  private final BitSet hits;

  private Queries(long[] keys, BitSet hits) {
    this.keys = keys;
    this.hits = hits;
  }

  static Queries of(Catalogue catalogue, int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Miss[] kinds = Miss.values();
    long[] keys = new long[count];
    BitSet hits = new BitSet(count);
    int misses = 0;
    for (int i = 0; i < count; i++) {
      if (random.nextInt(ONE_MISS_IN) == 0) {
        keys[i] = catalogue.miss(kinds[misses++ % kinds.length], random);
      } else {
        keys[i] = catalogue.key(random.nextLong(catalogue.size()));
        hits.set(i);
      }
    }
    return new Queries(keys, hits);
  }

  /** The key that is asked for at a position. */
  long key(int position) {
    return keys[position];
  }

  /** The keys of some positions. */
  long[] keys(int from, int to) {
    return Arrays.copyOfRange(keys, from, to);
  }

  /** Whether the catalogue has the key at a position. */
  boolean isHit(int position) {
    return hits.get(position);
  }

  int size() {
    return keys.length;
  }
}
