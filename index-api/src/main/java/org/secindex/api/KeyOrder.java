package org.secindex.api;

import java.util.Arrays;

/**
 * The ascending order of requested keys, and the rank in it of each position of the request. By
 * radix sort, which carries the positions along for little, and does not guess as comparing does.
 */
final class KeyOrder {
  /** So many are sorted by insertion, without the cost of counting bytes. */
  private static final int FEW = 48;

  /** The keys as unsigned numbers of the same order. */
  private long[] sorted;

  /** Where each of them stood in the request. */
  private int[] positions;

  private final long[] distinct;
  private final int[] ranks;

  KeyOrder(KeyDomain domain, long[] keys) {
    int n = keys.length;
    sorted = new long[n];
    positions = new int[n];
    boolean ascending = true;
    long differing = 0;
    for (int i = 0; i < n; i++) {
      sorted[i] = domain.toSortOrder(keys[i]) ^ Long.MIN_VALUE;
      positions[i] = i;
      differing |= sorted[i] ^ sorted[0];
      ascending &= i == 0 || Long.compareUnsigned(sorted[i - 1], sorted[i]) < 0;
    }
    if (!ascending && n <= FEW) {
      insert();
    } else if (!ascending) {
      distribute(differing);
    }
    ranks = new int[n];
    int count = 0;
    for (int i = 0; i < n; i++) {
      if (i == 0 || sorted[i] != sorted[count - 1]) {
        sorted[count++] = sorted[i];
      }
      ranks[positions[i]] = count - 1;
    }
    distinct = count == n ? sorted : Arrays.copyOf(sorted, count);
    for (int i = 0; i < count; i++) {
      distinct[i] = domain.toSortOrder(distinct[i] ^ Long.MIN_VALUE);
    }
  }

  /** The keys without repeats, ascending in the domain's order. */
  long[] distinct() {
    return distinct;
  }

  /** For each position of the request, the rank of its key. */
  int[] ranks() {
    return ranks;
  }

  private void insert() {
    for (int i = 1; i < sorted.length; i++) {
      long key = sorted[i];
      int position = positions[i];
      int at = i;
      while (at > 0 && Long.compareUnsigned(sorted[at - 1], key) > 0) {
        sorted[at] = sorted[at - 1];
        positions[at] = positions[at - 1];
        at--;
      }
      sorted[at] = key;
      positions[at] = position;
    }
  }

  /**
   * Sorts by one byte after the other, from the lowest up; bytes that are all equal are skipped.
   */
  private void distribute(long differing) {
    int n = sorted.length;
    long[] nextSorted = new long[n];
    int[] nextPositions = new int[n];
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      if ((differing >>> shift & 0xff) == 0) {
        continue;
      }
      int[] starts = new int[257];
      for (long key : sorted) {
        starts[(int) (key >>> shift & 0xff) + 1]++;
      }
      for (int b = 1; b < 256; b++) {
        starts[b] += starts[b - 1];
      }
      for (int i = 0; i < n; i++) {
        int at = starts[(int) (sorted[i] >>> shift & 0xff)]++;
        nextSorted[at] = sorted[i];
        nextPositions[at] = positions[i];
      }
      long[] sortedBefore = sorted;
      sorted = nextSorted;
      nextSorted = sortedBefore;
      int[] positionsBefore = positions;
      positions = nextPositions;
      nextPositions = positionsBefore;
    }
  }
}
