package org.secindex.file;

import java.nio.ByteBuffer;

/** Chooses the encoding that makes a {@link ValueColumn} shortest. Reused for block after block. */
final class ValueEncoder {
  /** More would cost more time to find than they save room. */
  private static final int MOST_DISTINCT = 128;

  private final long[] ranks;
  private final long[] list = new long[MOST_DISTINCT];
  private int kind;
  private long min;
  private long max;
  private int runs;
  private int distinct;

  ValueEncoder(int capacity) {
    ranks = new long[capacity];
  }

  /**
   * Decides how to write the first {@code count} values.
   *
   * @return the bytes that they take
   */
  int choose(long[] values, int count) {
    min = values[0];
    max = values[0];
    runs = 1;
    for (int i = 1; i < count; i++) {
      min = Math.min(min, values[i]);
      max = Math.max(max, values[i]);
      runs += values[i] == values[i - 1] ? 0 : 1;
    }
    kind = PackedValues.KIND;
    int best = PackedValues.size(count, min, max);
    if (RunValues.size(runs) < best) {
      kind = RunValues.KIND;
      best = RunValues.size(runs);
    }
    int limit = MOST_DISTINCT;
    while (limit > 1 && DictionaryValues.size(count, limit) >= best) {
      limit >>= 1;
    }
    if (limit > 1 && findDistinct(values, count, limit)) {
      kind = DictionaryValues.KIND;
      best = DictionaryValues.size(count, distinct);
    }
    return best;
  }

  /** Lists the distinct values, and the rank of each one; gives up when there are too many. */
  private boolean findDistinct(long[] values, int count, int limit) {
    distinct = 0;
    for (int i = 0; i < count; i++) {
      int rank = 0;
      while (rank < distinct && list[rank] != values[i]) {
        rank++;
      }
      if (rank == limit) {
        return false;
      }
      if (rank == distinct) {
        list[distinct++] = values[i];
      }
      ranks[i] = rank;
    }
    return true;
  }

  /** Writes the values last seen; they are overwritten. */
  void write(ByteBuffer out, long[] values, int count) {
    switch (kind) {
      case PackedValues.KIND -> PackedValues.write(out, values, count, min, max);
      case RunValues.KIND -> RunValues.write(out, values, count, runs);
      default -> DictionaryValues.write(out, ranks, count, list, distinct);
    }
  }
}
