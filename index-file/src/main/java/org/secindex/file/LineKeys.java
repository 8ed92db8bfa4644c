package org.secindex.file;

import java.nio.ByteBuffer;

/**
 * Keys along a straight line: what is stored is how far each lies from {@code first + i * slope}.
 * Nothing at all if they are evenly spaced.
 */
final class LineKeys implements KeyColumn {
  static final int KIND = 0;

  private ByteBuffer buffer = ByteBuffer.allocate(0);
  private int start;
  private int bits;
  private int count;
  private long first;
  private long base;
  private long slope;

  static int size(int count, long slope, int bits) {
    return 1 + Bits.varintBytes(slope) + Bits.bytes(count, bits);
  }

  /**
   * Appends keys.
   *
   * @param deviations of the keys from the line, at least {@code lowest}
   */
  static void write(
      ByteBuffer out, long[] deviations, int count, long lowest, long slope, int bits) {
    out.put((byte) (KIND | bits << 2));
    Bits.putVarint(out, slope);
    Bits.put(out, deviations, count, lowest, bits);
  }

  @Override
  public void open(BlockInput in, int n, long firstKey, int parameter) {
    bits = parameter;
    slope = in.readVarint();
    start = in.take(Bits.bytes(n, bits));
    buffer = in.buffer();
    count = n;
    first = firstKey;
    base = firstKey - Bits.get(buffer, start, bits, 0);
  }

  @Override
  public long key(int i) {
    return base + i * slope + Bits.get(buffer, start, bits, i);
  }

  @Override
  public int find(long key) {
    int i = lowerBound(key);
    return i < count && key(i) == key ? i : -1;
  }

  @Override
  public int lowerBound(long key) {
    if (key <= first) {
      return 0;
    }
    // As no key lies farther from the line than the deviation reaches, the line tells how far on
    // the key can be at least and at most. All distances are unsigned.
    long distance = key - first;
    long deviation = Bits.mask(bits);
    boolean within = Long.compareUnsigned(distance, deviation) <= 0;
    int low = within ? 0 : steps(distance - deviation);
    boolean beyond = Long.compareUnsigned(distance, -1 - deviation) > 0;
    int high = beyond ? count : steps(distance + deviation);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (key(middle) < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** How many steps of the line at least cover a distance, which is not 0; at most the count. */
  private int steps(long distance) {
    if (slope == 0) {
      return count;
    }
    long steps = Long.divideUnsigned(distance - 1, slope);
    return Long.compareUnsigned(steps, count) < 0 ? (int) steps + 1 : count;
  }

  @Override
  public void copy(int from, int to, long[] into, int at) {
    for (int i = from; i < to; i++) {
      into[at + i - from] = key(i);
    }
  }
}
