package org.secindex.ingest;

import org.jspecify.annotations.Nullable;
import org.secindex.api.EntryBatch;
import org.secindex.api.KeyDomain;

/**
 * Consecutive rows of the input in columns, and the stretches of them that are in order: a few if
 * they came so, as from files that are sorted each; or one, when the block has been sorted. Keys
 * are kept in the form of {@link KeyDomain#toSortOrder}.
 */
final class SortedBlock {
  /** The columns, and the original order if it had to be sorted. */
  static final int BYTES_PER_ROW = Long.BYTES + 2 * Integer.BYTES + Character.BYTES;

  /** Merging more stretches than this costs more than sorting the block. */
  private static final int MAX_STRETCHES = 8;

  final long[] keys;
  final int[] chunkIds;
  final int[] subChunkIds;

  /** The number of each row in the block as it came; null if they stand as they came. */
  private char @Nullable [] order;

  /** The number of the first row in the whole input. */
  private long firstRow;

  /** Where each stretch begins; meaningless when there are more of them than fit. */
  private final int[] starts = new int[MAX_STRETCHES];

  private int stretches;
  int size;

  SortedBlock(int capacity) {
    keys = new long[capacity];
    chunkIds = new int[capacity];
    subChunkIds = new int[capacity];
  }

  /** Makes the block empty, for rows from this number on. */
  void clear(long firstRow) {
    this.firstRow = firstRow;
    size = 0;
    stretches = 0;
    order = null;
  }

  boolean isFull() {
    return size == keys.length;
  }

  /** Takes rows of the batch from {@code start} on, as many as fit; tells how many. */
  int take(EntryBatch batch, int start, KeyDomain domain) {
    int n = Math.min(batch.size() - start, keys.length - size);
    System.arraycopy(batch.chunkIds, start, chunkIds, size, n);
    System.arraycopy(batch.subChunkIds, start, subChunkIds, size, n);
    if (size == 0 && n > 0) {
      addStretch(0);
    }
    long before = size == 0 ? Long.MIN_VALUE : keys[size - 1];
    for (int i = size; i < size + n; i++) {
      long key = domain.toSortOrder(batch.keys[start + i - size]);
      if (key < before) {
        addStretch(i);
      }
      keys[i] = key;
      before = key;
    }
    size += n;
    return n;
  }

  private void addStretch(int start) {
    if (stretches < MAX_STRETCHES) {
      starts[stretches] = start;
    }
    stretches++;
  }

  /** Where the second stretch begins: the first row that is smaller than the one before, or -1. */
  int firstInversion() {
    return stretches > 1 ? starts[1] : -1;
  }

  /** Sorts the rows by key, unless they are a few stretches. */
  void sort(RadixSort radix) {
    if (stretches > MAX_STRETCHES) {
      order = radix.sort(this);
      stretches = 1;
    }
  }

  /** How many stretches there are. To be asked when the block has been sorted. */
  int stretches() {
    return stretches;
  }

  int start(int stretch) {
    return starts[stretch];
  }

  int end(int stretch) {
    return stretch + 1 < stretches ? starts[stretch + 1] : size;
  }

  /** The number in the whole input of the row that is now at this position. */
  long row(int position) {
    return firstRow + (order == null ? position : order[position]);
  }
}
