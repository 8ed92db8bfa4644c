package org.secindex.file;

import java.nio.ByteBuffer;

/** Values as their distance from the smallest one. Nothing at all if all are the same. */
final class PackedValues implements ValueColumn {
  static final int KIND = 0;

  private final Digits digits = new Digits();
  private long base;

  static int size(int count, long min, long max) {
    long radix = max - min + 1;
    return 1 + Bits.varintBytes(min) + Bits.varintBytes(radix) + Digits.bytes(count, radix);
  }

  /** Appends values, which are overwritten. */
  static void write(ByteBuffer out, long[] values, int count, long min, long max) {
    long radix = max - min + 1;
    out.put((byte) (KIND | Digits.perGroup(radix) << 2));
    Bits.putVarint(out, min);
    Bits.putVarint(out, radix);
    Digits.write(out, values, count, min, radix);
  }

  @Override
  public void open(BlockInput in, int count, int parameter, long largest) {
    base = in.readVarint();
    long radix = in.readVarint();
    if (base < 0 || base > largest || radix < 1 || radix > largest - base + 1) {
      throw in.corrupt("values from " + base + " on, " + radix + " of them");
    }
    digits.open(in, count, radix, parameter);
  }

  @Override
  public long get(int i) {
    return base + Integer.toUnsignedLong(digits.get(i));
  }

  @Override
  public void copy(int from, int to, int less, int[] into, int at) {
    digits.copy(from, to, into, at);
    int plus = (int) (base - less);
    for (int i = at; i < at + to - from; i++) {
      into[i] += plus;
    }
  }
}
