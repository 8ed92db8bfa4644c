package org.secindex.file;

import java.nio.ByteBuffer;

/**
 * Keys in the representation of P. Elias (1974) and R. Fano (1971), which takes some half a bit
 * more for a key than their entropy if they are spread at random. The distance of a key from the
 * first one, in units of a power of two, is split: the lower bits are packed, the upper ones say in
 * which bucket it lies. A bit vector has a one for each key and a zero at the end of each bucket
 * but the last.
 */
final class EliasFanoKeys implements KeyColumn {
  static final int KIND = 2;

  private final BitVector upper = new BitVector();
  private ByteBuffer buffer = ByteBuffer.allocate(0);
  private int count;
  private long first;
  private int shift;
  private int lowBits;
  private int lowStart;
  private int lastBucket;

  /**
   * The number of lower bits that makes the keys shortest.
   *
   * @param span the distance of the last key from the first, in units of the power of two; unsigned
   */
  static int lowBits(int count, long span) {
    // One bit more costs one a key, and halves the number of buckets.
    int bits = Bits.width(span) - Bits.width(count);
    return bits > 0 && span >>> bits <= count ? bits - 1 : Math.max(0, bits);
  }

  /** The bits that keys take, without their parameters. */
  static long bits(int count, long span) {
    int low = lowBits(count, span);
    return (long) count * low + count + (span >>> low);
  }

  /** The bytes that keys take. */
  static int size(int count, long span) {
    int low = lowBits(count, span);
    int last = (int) (span >>> low);
    return 2 + Bits.varintBytes(last) + Bits.bytes(count, low) + Bits.bytes(last + count, 1);
  }

  /** Appends keys; {@code words} are zeros and stay so, {@code lows} is overwritten. */
  static void write(ByteBuffer out, long[] keys, int count, int shift, long[] words, long[] lows) {
    long span = (keys[count - 1] - keys[0]) >>> shift;
    int low = lowBits(count, span);
    int last = (int) (span >>> low);
    out.put((byte) (KIND | shift << 2)).put((byte) low);
    Bits.putVarint(out, last);
    for (int i = 0; i < count; i++) {
      long distance = (keys[i] - keys[0]) >>> shift;
      lows[i] = distance & Bits.mask(low);
      BitVector.set(words, (int) (distance >>> low) + i);
    }
    Bits.put(out, lows, count, 0, low);
    BitVector.put(out, words, last + count);
  }

  @Override
  public void open(BlockInput in, int n, long firstKey, int parameter) {
    count = n;
    first = firstKey;
    shift = parameter;
    lowBits = in.readByte();
    lastBucket = in.readVarint(8 * Block.MAX_LENGTH);
    if (lowBits > 63) {
      throw in.corrupt(lowBits + " low bits a key");
    }
    lowStart = in.take(Bits.bytes(n, lowBits));
    upper.open(in, lastBucket + n);
    if (upper.ones() != n) {
      throw in.corrupt("the buckets do not hold each key once");
    }
    buffer = in.buffer();
  }

  private long low(int i) {
    return Bits.get(buffer, lowStart, lowBits, i);
  }

  private long low(long distance) {
    return distance & Bits.mask(lowBits);
  }

  @Override
  public long key(int i) {
    return first + (((long) (upper.select(i) - i) << lowBits | low(i)) << shift);
  }

  @Override
  public int find(long key) {
    long distance = (key - first) >>> shift;
    if (key < first || first + (distance << shift) != key) {
      return -1;
    }
    int i = rank(distance);
    // There are as many zeros as buckets and as many ones as keys before this bit.
    return i < count && upper.get((int) (distance >>> lowBits) + i) && low(i) == low(distance)
        ? i
        : -1;
  }

  @Override
  public int lowerBound(long key) {
    return key <= first ? 0 : rank(((key - 1 - first) >>> shift) + 1);
  }

  /** How many keys lie nearer to the first one than {@code distance}, which is unsigned. */
  private int rank(long distance) {
    long bucket = distance >>> lowBits;
    if (bucket < 0 || bucket > lastBucket) {
      return count;
    }
    long low = low(distance);
    int at = bucket == 0 ? 0 : upper.selectZero((int) bucket - 1) + 1;
    int i = at - (int) bucket;
    while (at < upper.length() && upper.get(at) && low(i) < low) {
      at++;
      i++;
    }
    return i;
  }

  @Override
  public void copy(int from, int to, long[] into, int at) {
    int position = upper.select(from);
    int w = position >>> 6;
    long word = upper.word(w) & (-1L << position);
    for (int i = from; i < to; i++) {
      while (word == 0) {
        word = upper.word(++w);
      }
      long bucket = 64L * w + Long.numberOfTrailingZeros(word) - i;
      into[at + i - from] = first + ((bucket << lowBits | low(i)) << shift);
      word &= word - 1;
    }
  }
}
