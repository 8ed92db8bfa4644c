package org.secindex.file;

import java.nio.ByteBuffer;

/**
 * Numbers below a bound, the radix, several of which share a group of up to 16 bits as the digits
 * of one number, the first being the lowest: three of 36 need 16 bits where three times six were
 * 18. Of a large radix each group holds one.
 */
final class Digits {
  private static final int GROUP_BITS = 16;

  private BlockInput block = new BlockInput();
  private ByteBuffer buffer = ByteBuffer.allocate(0);
  private int start;
  private long radix;
  private int perGroup;
  private int bits;

  /** How many digits of a radix share a group: as many as fit, if that takes fewer bits. */
  static int perGroup(long radix) {
    int digits = 1;
    for (long n = radix; radix > 1 && n * radix <= 1 << GROUP_BITS; n *= radix) {
      digits++;
    }
    return groupBits(radix, digits) < digits * Bits.width(radix - 1) ? digits : 1;
  }

  private static int groupBits(long radix, int perGroup) {
    long states = 1;
    for (int i = 0; i < perGroup; i++) {
      states *= radix;
    }
    return Bits.width(states - 1);
  }

  private static int groups(int count, int perGroup) {
    return (count + perGroup - 1) / perGroup;
  }

  static int bytes(int count, long radix) {
    int perGroup = perGroup(radix);
    return Bits.bytes(groups(count, perGroup), groupBits(radix, perGroup));
  }

  /** Appends {@code digits[i] - base}; {@code digits} is overwritten. */
  static void write(ByteBuffer out, long[] digits, int count, long base, long radix) {
    int perGroup = perGroup(radix);
    int groups = groups(count, perGroup);
    for (int g = 0; g < groups; g++) {
      long group = 0;
      for (int i = Math.min(count, (g + 1) * perGroup) - 1; i >= g * perGroup; i--) {
        group = group * radix + digits[i] - base;
      }
      digits[g] = group;
    }
    Bits.put(out, digits, groups, 0, groupBits(radix, perGroup));
  }

  /** Takes digits over; {@code perGroup} is what the block says. */
  void open(BlockInput in, int count, long ofRadix, int digitsPerGroup) {
    block = in;
    radix = ofRadix;
    perGroup = digitsPerGroup;
    boolean sound = perGroup == 1 || (perGroup > 1 && perGroup <= GROUP_BITS && radix <= 256);
    bits = sound ? groupBits(radix, perGroup) : GROUP_BITS + 1;
    if (perGroup != 1 && bits > GROUP_BITS) {
      throw in.corrupt(perGroup + " digits of radix " + radix + " in a group");
    }
    start = in.take(Bits.bytes(groups(count, perGroup), bits));
    buffer = in.buffer();
  }

  /** The digit at a rank; unsigned, as all that is unpacked. */
  int get(int i) {
    if (perGroup == 1) {
      return checked((int) Bits.get(buffer, start, bits, i));
    }
    int group = i / perGroup;
    int digits = (int) Bits.get(buffer, start, bits, group);
    for (int skip = i - group * perGroup; skip > 0; skip--) {
      digits /= (int) radix;
    }
    return digits % (int) radix;
  }

  private int checked(int digit) {
    if (Integer.toUnsignedLong(digit) >= radix) {
      throw block.corrupt(Integer.toUnsignedString(digit) + " is no digit of radix " + radix);
    }
    return digit;
  }

  /** Unpacks the digits {@code from} to {@code to} into the array from {@code at} on. */
  void copy(int from, int to, int[] into, int at) {
    if (perGroup == 1) {
      for (int i = from; i < to; i++) {
        into[at + i - from] = checked((int) Bits.get(buffer, start, bits, i));
      }
      return;
    }
    // A group of 16 bits at most is divided exactly by multiplying with the next larger reciprocal.
    int divisor = (int) radix;
    long reciprocal = (1L << 32) / divisor + 1;
    int group = from / perGroup;
    int skip = from - group * perGroup;
    for (int i = from; i < to; skip = 0) {
      long digits = Bits.get(buffer, start, bits, group++);
      int end = Math.min(to, i + perGroup - skip);
      for (; skip > 0; skip--) {
        digits = (digits * reciprocal) >>> 32;
      }
      for (; i < end; i++) {
        long rest = (digits * reciprocal) >>> 32;
        into[at + i - from] = (int) (digits - rest * divisor);
        digits = rest;
      }
    }
  }
}
