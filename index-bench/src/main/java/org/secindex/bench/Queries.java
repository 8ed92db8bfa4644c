package org.secindex.bench;

import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.secindex.testkit.Catalogue;
import org.secindex.testkit.Miss;

/**
 * Keys to look up. Those that the catalogue does not have lie beside, between or outside of its
 * keys by turns. The same choice gives the same keys.
 */
final class Queries {
  private final long[] keys;
  private final BitSet hits;

  private Queries(long[] keys, BitSet hits) {
    this.keys = keys;
    this.hits = hits;
  }

  static Queries of(Catalogue catalogue, int count, KeyChoice choice) {
    SplittableRandom random = new SplittableRandom(choice.seed());
    LongSupplier ranks = choice.distribution().ranks(catalogue.size(), random);
    Miss[] kinds = Miss.values();
    long[] keys = new long[count];
    BitSet hits = new BitSet(count);
    int misses = 0;
    for (int i = 0; i < count; i++) {
      if (random.nextDouble() < choice.missShare()) {
        keys[i] = catalogue.miss(kinds[misses++ % kinds.length], random);
      } else {
        keys[i] = catalogue.key(ranks.getAsLong());
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
