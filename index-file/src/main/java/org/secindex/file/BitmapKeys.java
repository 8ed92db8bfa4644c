package org.secindex.file;

import java.nio.ByteBuffer;

/** Keys that lie densely: one bit for each multiple of a power of two from the first key on. */
final class BitmapKeys implements KeyColumn {
  static final int KIND = 1;

  private final BitVector bits = new BitVector();
  private int count;
  private long first;
  private int shift;

  /**
   * The bytes that keys take.
   *
   * @param span the distance of the last key from the first, in units of the power of two; unsigned
   * @return {@link Integer#MAX_VALUE} if there are more than a block can hold
   */
  static int size(long span) {
    return span < 0 || span >= 8L * Block.MAX_LENGTH
        ? Integer.MAX_VALUE
        : 1 + Bits.varintBytes(span + 1) + Bits.bytes((int) span + 1, 1);
  }

  /** Appends keys; {@code words} are zeros and stay so. */
  static void write(ByteBuffer out, long[] keys, int count, int shift, long[] words) {
    int length = (int) ((keys[count - 1] - keys[0]) >>> shift) + 1;
    out.put((byte) (KIND | shift << 2));
    Bits.putVarint(out, length);
    for (int i = 0; i < count; i++) {
      BitVector.set(words, (int) ((keys[i] - keys[0]) >>> shift));
    }
    BitVector.put(out, words, length);
  }

  @Override
  public void open(BlockInput in, int n, long firstKey, int parameter) {
    count = n;
    first = firstKey;
    shift = parameter;
    bits.open(in, in.readVarint(8 * Block.MAX_LENGTH));
    if (bits.ones() != n) {
      throw in.corrupt("the bitmap does not have a bit for each key");
    }
  }

  @Override
  public long key(int i) {
    return first + ((long) bits.select(i) << shift);
  }

  @Override
  public int find(long key) {
    long position = (key - first) >>> shift;
    boolean there =
        key >= first
            && position >= 0
            && position < bits.length()
            && first + (position << shift) == key
            && bits.get((int) position);
    return there ? bits.rank((int) position) : -1;
  }

  @Override
  public int lowerBound(long key) {
    if (key <= first) {
      return 0;
    }
    long before = (key - 1 - first) >>> shift;
    return before < 0 || before >= bits.length() ? count : bits.rank((int) before + 1);
  }

  @Override
  public void copy(int from, int to, long[] into, int at) {
    int position = bits.select(from);
    int w = position >>> 6;
    long word = bits.word(w) & (-1L << position);
    for (int i = from; i < to; i++) {
      while (word == 0) {
        word = bits.word(++w);
      }
      into[at + i - from] = first + ((64L * w + Long.numberOfTrailingZeros(word)) << shift);
      word &= word - 1;
    }
  }
}
