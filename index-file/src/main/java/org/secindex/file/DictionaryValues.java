package org.secindex.file;

import java.nio.ByteBuffer;

/** Few values that lie far apart: a list of them, and for each entry a rank in the list. */
final class DictionaryValues implements ValueColumn {
  static final int KIND = 1;

  private final Digits ranks = new Digits();
  private ByteBuffer buffer = ByteBuffer.allocate(0);
  private int start;
  private int size;

  static int size(int count, int distinct) {
    return 1 + Bits.varintBytes(distinct) + 4 * distinct + Digits.bytes(count, distinct);
  }

  /** Appends values, given as ranks, which are overwritten, in the list of the distinct ones. */
  static void write(ByteBuffer out, long[] ranks, int count, long[] list, int distinct) {
    out.put((byte) (KIND | Digits.perGroup(distinct) << 2));
    Bits.putVarint(out, distinct);
    for (int i = 0; i < distinct; i++) {
      out.putInt((int) list[i]);
    }
    Digits.write(out, ranks, count, 0, distinct);
  }

  @Override
  public void open(BlockInput in, int count, int parameter, long largest) {
    size = in.readVarint(Block.MAX_ENTRIES);
    start = in.take(4 * size);
    buffer = in.buffer();
    for (int rank = 0; rank < size; rank++) {
      if (value(rank) > largest) {
        throw in.corrupt(value(rank) + " is no value");
      }
    }
    if (size == 0) {
      throw in.corrupt("a list of no values");
    }
    ranks.open(in, count, size, parameter);
  }

  private long value(int rank) {
    return buffer.getInt(start + 4 * rank) & 0xffffffffL;
  }

  @Override
  public long get(int i) {
    return value(ranks.get(i));
  }

  @Override
  public void copy(int from, int to, int less, int[] into, int at) {
    ranks.copy(from, to, into, at);
    for (int i = at; i < at + to - from; i++) {
      into[i] = (int) value(into[i]) - less;
    }
  }
}
