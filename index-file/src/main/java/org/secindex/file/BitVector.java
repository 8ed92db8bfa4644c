package org.secindex.file;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Up to some thousand bits in a block, with rank and select by counting: so few that tables for it
 * would cost more than they save.
 */
final class BitVector {
  private ByteBuffer in = ByteBuffer.allocate(0);
  private int start;
  private int length;

  /** Takes the bits over. */
  void open(BlockInput block, int bits) {
    start = block.take(Bits.bytes(bits, 1));
    in = block.buffer();
    length = bits;
  }

  int length() {
    return length;
  }

  int words() {
    return (length + 63) >>> 6;
  }

  /** 64 bits, those behind the end 0. */
  long word(int i) {
    long word = in.getLong(start + 8 * i);
    int left = length - 64 * i;
    return left < 64 ? word & Bits.mask(left) : word;
  }

  boolean get(int position) {
    return (in.get(start + (position >>> 3)) >>> (position & 7) & 1) != 0;
  }

  int ones() {
    return rank(length);
  }

  /** How many ones lie before a position. */
  int rank(int position) {
    int ones = 0;
    int whole = position >>> 6;
    for (int i = 0; i < whole; i++) {
      ones += Long.bitCount(in.getLong(start + 8 * i));
    }
    int rest = position & 63;
    return rest == 0 ? ones : ones + Long.bitCount(in.getLong(start + 8 * whole) & Bits.mask(rest));
  }

  /** The position of the one that has {@code rank} ones before it; there must be one. */
  int select(int rank) {
    int before = 0;
    for (int i = 0; ; i++) {
      long word = in.getLong(start + 8 * i);
      int ones = Long.bitCount(word);
      if (before + ones > rank) {
        return 64 * i + selectInWord(word, rank - before);
      }
      before += ones;
    }
  }

  /** The position of the zero that has {@code rank} zeros before it; there must be one. */
  int selectZero(int rank) {
    int before = 0;
    for (int i = 0; ; i++) {
      long word = ~in.getLong(start + 8 * i);
      int zeros = Long.bitCount(word);
      if (before + zeros > rank) {
        return 64 * i + selectInWord(word, rank - before);
      }
      before += zeros;
    }
  }

  private static int selectInWord(long word, int rank) {
    long rest = word;
    int left = rank;
    int position = 0;
    for (int half = 32; half > 0; half >>= 1) {
      int ones = Long.bitCount(rest & ((1L << half) - 1));
      if (left >= ones) {
        left -= ones;
        rest >>>= half;
        position += half;
      }
    }
    return position;
  }

  /** Appends bits that {@link #set} has set, and clears them. */
  static void put(ByteBuffer out, long[] words, int bits) {
    int whole = bits >>> 6;
    for (int i = 0; i < whole; i++) {
      out.putLong(words[i]);
    }
    long last = words[whole];
    for (int left = bits & 63; left > 0; left -= 8) {
      out.put((byte) last);
      last >>>= 8;
    }
    Arrays.fill(words, 0, whole + 1, 0);
  }

  static void set(long[] words, int bit) {
    words[bit >>> 6] |= 1L << bit;
  }
}
