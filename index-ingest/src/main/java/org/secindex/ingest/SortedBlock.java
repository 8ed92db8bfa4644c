package org.secindex.ingest;

import org.jspecify.annotations.Nullable;
import org.secindex.api.EntryBatch;
import org.secindex.api.KeyDomain;

/**
 * Consecutive rows of the input in columns, sorted when the block is complete. Keys are kept in the
 * form of {@link KeyDomain#toSortOrder}.
 */
final class SortedBlock {
  /** So many that a row's number in its block fits a {@code char}. */
  static final int CAPACITY = 1 << 16;

  /** What a full block takes: the columns, and the original order if it had to be sorted. */
  static final long BYTES = CAPACITY * 18L;

  final long[] keys;
  final int[] chunkIds;
  final int[] subChunkIds;

  /** The number of each row in the block as it came; null if they came in order. */
  private char @Nullable [] order;

  /** The number of the first row in the whole input. */
  private final long firstRow;

  int size;
  private boolean ascending = true;

  SortedBlock(long firstRow) {
    this.firstRow = firstRow;
    keys = new long[CAPACITY];
    chunkIds = new int[CAPACITY];
    subChunkIds = new int[CAPACITY];
  }

  /** Takes rows of the batch from {@code start} on, as many as fit; tells how many. */
  int take(EntryBatch batch, int start, KeyDomain domain) {
    int n = Math.min(batch.size() - start, CAPACITY - size);
    System.arraycopy(batch.chunkIds, start, chunkIds, size, n);
    System.arraycopy(batch.subChunkIds, start, subChunkIds, size, n);
    long before = size == 0 ? Long.MIN_VALUE : keys[size - 1];
    boolean inOrder = true;
    for (int i = 0; i < n; i++) {
      long key = domain.toSortOrder(batch.keys[start + i]);
      inOrder &= key >= before;
      keys[size + i] = key;
      before = key;
    }
    ascending &= inOrder;
    size += n;
    return n;
  }

  boolean isAscending() {
    return ascending;
  }

  /** Sorts the rows by key, unless they came in order. */
  void sort(RadixSort radix) {
    if (!ascending) {
      order = radix.sort(this);
    }
  }

  /** The number in the whole input of the row that is now at this position. */
  long row(int position) {
    return firstRow + (order == null ? position : order[position]);
  }

  long first() {
    return keys[0];
  }

  long last() {
    return keys[size - 1];
  }
}
