package org.secindex.tide;

import java.util.Arrays;

/** Where entries lie, in columns: timestamp, number of the chunk, and offset in it. */
final class Locations {
  private static final int RADIX_BITS = 8;

  private long[] keys = new long[1024];
  private int[] chunks = new int[1024];
  private long[] offsets = new long[1024];
  private int size;
  private boolean inOrder = true;

  void add(long timestamp, int chunk, long offset) {
    if (size == keys.length) {
      grow();
    }
    inOrder &= size == 0 || Long.compareUnsigned(keys[size - 1], timestamp) <= 0;
    keys[size] = timestamp;
    chunks[size] = chunk;
    offsets[size] = offset;
    size++;
  }

  private void grow() {
    int grown = (int) Math.min(Integer.MAX_VALUE - 8L, size + (size >> 1));
    if (grown == size) {
      throw new TideException("more than " + size + " entries are too many at once");
    }
    keys = Arrays.copyOf(keys, grown);
    chunks = Arrays.copyOf(chunks, grown);
    offsets = Arrays.copyOf(offsets, grown);
  }

  /** Sorts by timestamp; equal ones keep their order. Costs nothing if they are in order. */
  void sortByTime() {
    if (!inOrder) {
      sortBy(Column.TIME);
      inOrder = true;
    }
  }

  /** Sorts by chunk and offset: as the entries lie in the file. */
  void sortByPlace() {
    for (int i = 1; i < size; i++) {
      if (chunks[i - 1] > chunks[i]
          || (chunks[i - 1] == chunks[i] && offsets[i - 1] > offsets[i])) {
        sortBy(Column.OFFSET);
        sortBy(Column.CHUNK);
        inOrder = false;
        return;
      }
    }
  }

  /** The first that is at the place of the one before, once they are sorted by place; or -1. */
  int repeated() {
    for (int i = 1; i < size; i++) {
      if (chunks[i - 1] == chunks[i] && offsets[i - 1] == offsets[i]) {
        return i;
      }
    }
    return -1;
  }

  private enum Column {
    TIME,
    CHUNK,
    OFFSET
  }

  private long value(Column column, int i) {
    return switch (column) {
      case TIME -> keys[i];
      case CHUNK -> chunks[i];
      case OFFSET -> offsets[i];
    };
  }

  /** A radix sort by the bytes in which the values differ. */
  private void sortBy(Column column) {
    long differing = 0;
    for (int i = 1; i < size; i++) {
      differing |= value(column, i) ^ value(column, 0);
    }
    long[] otherKeys = new long[size];
    int[] otherChunks = new int[size];
    long[] otherOffsets = new long[size];
    for (int shift = 0; shift < Long.SIZE; shift += RADIX_BITS) {
      if ((differing >>> shift & 0xff) == 0) {
        continue;
      }
      int[] next = starts(column, shift);
      for (int i = 0; i < size; i++) {
        int to = next[(int) (value(column, i) >>> shift) & 0xff]++;
        otherKeys[to] = keys[i];
        otherChunks[to] = chunks[i];
        otherOffsets[to] = offsets[i];
      }
      long[] oldKeys = keys;
      keys = otherKeys;
      otherKeys = oldKeys;
      int[] oldChunks = chunks;
      chunks = otherChunks;
      otherChunks = oldChunks;
      long[] oldOffsets = offsets;
      offsets = otherOffsets;
      otherOffsets = oldOffsets;
    }
  }

  /** Where the values of each digit begin. */
  private int[] starts(Column column, int shift) {
    int[] counts = new int[1 << RADIX_BITS];
    for (int i = 0; i < size; i++) {
      counts[(int) (value(column, i) >>> shift) & 0xff]++;
    }
    int start = 0;
    for (int digit = 0; digit < counts.length; digit++) {
      int count = counts[digit];
      counts[digit] = start;
      start += count;
    }
    return counts;
  }

  int size() {
    return size;
  }

  long key(int i) {
    return keys[i];
  }

  int chunk(int i) {
    return chunks[i];
  }

  long offset(int i) {
    return offsets[i];
  }
}
