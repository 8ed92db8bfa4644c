package org.secindex.ingest;

import java.util.Arrays;

/**
 * Sorts blocks by key, stably: eight passes over the bytes of the keys, from the lowest on, without
 * those in which all keys agree. Keeps its scratch memory for the next block.
 */
final class RadixSort {
  private final long[] scratchKeys;
  private final char[] scratchOrder;
  private final int[] scratchColumn;
  private final int[][] counts = new int[Long.BYTES][256];

  /** For blocks of up to so many rows. */
  RadixSort(int rows) {
    scratchKeys = new long[rows];
    scratchOrder = new char[rows];
    scratchColumn = new int[rows];
  }

  /** Sorts the columns of the block and returns the positions where the rows were before. */
  char[] sort(SortedBlock block) {
    int n = block.size;
    count(block.keys, n);
    long[] keys = block.keys;
    long[] keysTo = scratchKeys;
    char[] order = new char[n];
    char[] orderTo = scratchOrder;
    for (int i = 0; i < n; i++) {
      order[i] = (char) i;
    }
    char[] result = order;
    for (int digit = 0; digit < Long.BYTES; digit++) {
      int[] count = counts[digit];
      int shift = 8 * digit;
      if (count[digitOf(keys[0], shift, digit)] == n) {
        continue;
      }
      startsOf(count);
      for (int i = 0; i < n; i++) {
        int to = count[digitOf(keys[i], shift, digit)]++;
        keysTo[to] = keys[i];
        orderTo[to] = order[i];
      }
      long[] swapKeys = keys;
      keys = keysTo;
      keysTo = swapKeys;
      char[] swapOrder = order;
      order = orderTo;
      orderTo = swapOrder;
    }
    if (keys != block.keys) {
      System.arraycopy(keys, 0, block.keys, 0, n);
      System.arraycopy(order, 0, result, 0, n);
    }
    reorder(block.chunkIds, result, n);
    reorder(block.subChunkIds, result, n);
    return result;
  }

  private void count(long[] keys, int n) {
    for (int[] count : counts) {
      Arrays.fill(count, 0);
    }
    for (int i = 0; i < n; i++) {
      for (int digit = 0; digit < Long.BYTES; digit++) {
        counts[digit][digitOf(keys[i], 8 * digit, digit)]++;
      }
    }
  }

  /** The byte; of the highest one the sign bit is flipped, since the keys compare as signed. */
  private static int digitOf(long key, int shift, int digit) {
    int value = (int) (key >>> shift) & 0xff;
    return digit == Long.BYTES - 1 ? value ^ 0x80 : value;
  }

  private static void startsOf(int[] count) {
    int start = 0;
    for (int i = 0; i < count.length; i++) {
      int here = count[i];
      count[i] = start;
      start += here;
    }
  }

  private void reorder(int[] column, char[] order, int n) {
    System.arraycopy(column, 0, scratchColumn, 0, n);
    for (int i = 0; i < n; i++) {
      column[i] = scratchColumn[order[i]];
    }
  }
}
