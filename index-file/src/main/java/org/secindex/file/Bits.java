package org.secindex.file;

import java.nio.ByteBuffer;

/** Numbers of a fixed width of 0 .. 64 bits, packed from the lowest bit up, little-endian. */
final class Bits {
  private Bits() {}

  /** The bits needed for any number from 0 to {@code largest}, unsigned. */
  static int width(long largest) {
    return 64 - Long.numberOfLeadingZeros(largest);
  }

  /** The whole bytes that {@code count} numbers take. */
  static int bytes(int count, int bits) {
    return (count * bits + 7) >>> 3;
  }

  /** Appends {@code values[i] - base} for the first {@code count} values. */
  static void put(ByteBuffer out, long[] values, int count, long base, int bits) {
    long word = 0;
    int filled = 0;
    for (int i = 0; i < count; i++) {
      long value = values[i] - base;
      word |= value << filled;
      int room = 64 - filled;
      if (bits >= room) {
        out.putLong(word);
        word = room == 64 ? 0 : value >>> room;
        filled = bits - room;
      } else {
        filled += bits;
      }
    }
    for (; filled > 0; filled -= 8) {
      out.put((byte) word);
      word >>>= 8;
    }
  }

  /** The number at rank {@code i} of those that begin at {@code start}. */
  static long get(ByteBuffer in, int start, int bits, int i) {
    int bit = i * bits;
    int at = start + (bit >>> 3);
    int shift = bit & 7;
    long value = in.getLong(at) >>> shift;
    if (shift + bits > 64) {
      value |= (long) in.get(at + 8) << (64 - shift);
    }
    // Two shifts, since a single one by 64 would be none.
    return value & ~(-1L << (bits >>> 1) << (bits - (bits >>> 1)));
  }
}
