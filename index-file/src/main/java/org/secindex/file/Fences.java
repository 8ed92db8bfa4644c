package org.secindex.file;

import java.util.Arrays;

/**
 * The first key and the offset of each block of a segment, in primitive arrays: 12 bytes a block.
 * Ends with the offset behind the last block.
 */
final class Fences {
  /** The bytes of a fence in a file: first key and offset. */
  static final int LENGTH = 12;

  private long[] firstKeys;
  private int[] offsets;
  private int size;

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

  /** Declares where the last block ends. */
  void end(long offset) {
    offsets[size] = (int) offset;
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
    int at = Arrays.binarySearch(firstKeys, 0, size, key);
    return at >= 0 ? at : -at - 2;
  }

  /** The same for a key that is not below the first one of {@code from}: cheap if it is near. */
  int blockOf(long key, int from) {
    int low = from;
    int step = 1;
    while (low + step < size && firstKeys[low + step] <= key) {
      low += step;
      step <<= 1;
    }
    int at = Arrays.binarySearch(firstKeys, low, Math.min(low + step, size), key);
    return at >= 0 ? at : -at - 2;
  }
}
