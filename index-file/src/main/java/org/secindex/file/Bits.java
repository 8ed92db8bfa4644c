package org.secindex.file;

import java.nio.ByteBuffer;

/**
 * How numbers are laid into blocks: of a fixed width of 0 .. 64 bits, packed from the lowest bit
 * up, little-endian; or of as many bytes as they need, seven bits a byte (LEB128).
 */
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
    return value & mask(bits);
  }

  /** The lowest 0 .. 64 bits set. */
  static long mask(int bits) {
    // Two shifts, since a single one by 64 would be none.
    return ~(-1L << (bits >>> 1) << (bits - (bits >>> 1)));
  }

  /** Appends a number of any size, unsigned. */
  static void putVarint(ByteBuffer out, long value) {
    long rest = value;
    for (; (rest & ~0x7fL) != 0; rest >>>= 7) {
      out.put((byte) (rest | 0x80));
    }
    out.put((byte) rest);
  }

  /** The bytes that {@link #putVarint} appends. */
  static int varintBytes(long value) {
    return Math.max(1, (width(value) + 6) / 7);
  }
}
