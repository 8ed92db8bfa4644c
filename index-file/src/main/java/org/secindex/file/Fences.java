package org.secindex.file;

import java.util.Arrays;

/**
 * The first key and the offset of each block of a segment, in primitive arrays: 12 bytes a block.
 * Ends with the offset behind the last block.
 */
final class Fences {
  private static final int SAMPLE = 32;

  /** The bytes of a fence in a file: first key and offset. */
  static final int LENGTH = 12;

  private long[] firstKeys;
  private int[] offsets;
  private int size;

  /** Every so many-th first key once more, near each other, so that a search misses few caches. */
  private long[] samples = {};

  Fences(int capacity) {
    firstKeys = new long[capacity];
    offsets = new int[capacity + 1];
  }

  /** Adds a block; also declares the end of the one before. */
  void add(long firstKey, long offset) {
    if (size == firstKeys.length) {
      int larger = size + (size >> 1) + 16;
      firstKeys = Arrays.copyOf(firstKeys, larger);
      offsets = Arrays.copyOf(offsets, larger + 1);
    }
    firstKeys[size] = firstKey;
    offsets[size++] = (int) offset;
  }

  /** Declares where the last block ends, whereupon blocks can be looked for. */
  void end(long offset) {
    offsets[size] = (int) offset;
    samples = new long[(size + SAMPLE - 1) / SAMPLE];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = firstKeys[i * SAMPLE];
    }
  }

  int size() {
    return size;
  }

  long firstKey(int block) {
    return firstKeys[block];
  }

  long offset(int block) {
    return offsets[block] & 0xffffffffL;
  }

  int length(int block) {
    return (int) (offset(block + 1) - offset(block));
  }

  /** The last block whose first key is not above {@code key}; -1 if there is none. */
  int blockOf(long key) {
    if (key < firstKeys[0]) {
      return -1;
    }
    int from = lastNotAbove(samples, 0, samples.length, key) * SAMPLE;
    return lastNotAbove(firstKeys, from, Math.min(SAMPLE, size - from), key);
  }

  /** The same for a key that is not below the first one of {@code from}: cheap if it is near. */
  int blockOf(long key, int from) {
    int near = Math.min(SAMPLE, size - from);
    if (from + near == size || key < firstKeys[from + near]) {
      return lastNotAbove(firstKeys, from, near, key);
    }
    // By the sample, which is small enough to stay in the processor's cache.
    int low = (from + near) / SAMPLE;
    int step = 1;
    while (low + step < samples.length && samples[low + step] <= key) {
      low += step;
      step <<= 1;
    }
    int start = lastNotAbove(samples, low, Math.min(step, samples.length - low), key) * SAMPLE;
    return lastNotAbove(firstKeys, start, Math.min(SAMPLE, size - start), key);
  }

  /**
   * The last of {@code count} keys from {@code from} on that is not above {@code key}, the first of
   * them if all are. Compares without branching, since half of the branches would be foretold
   * wrongly.
   */
  private static int lastNotAbove(long[] keys, int from, int count, long key) {
    int low = from;
    for (int n = count; n > 1; ) {
      int half = n >>> 1;
      low = keys[low + half] <= key ? low + half : low;
      n -= half;
    }
    return low;
  }
}
