package org.secindex.file;

import java.nio.ByteBuffer;

/** Chooses the encoding that makes a {@link KeyColumn} shortest. Reused for block after block. */
final class KeyEncoder {
  /** What another block costs: header and fence, and a bit more, as it is another read. */
  private static final int CUT_BITS = 8 * 64;

  private final long[] deviations;
  private final long[] words = new long[Block.MAX_LENGTH / 8 + 1];
  private int kind;
  private int shift;
  private long slope;
  private long lowest;
  private int lineBits;

  KeyEncoder(int capacity) {
    deviations = new long[capacity];
  }

  /**
   * How many of the first {@code count} keys make one block: all, or those before the widest gap,
   * if it is so wide that two blocks take less room, and again so with these.
   */
  static int cut(long[] keys, int count) {
    int end = count;
    while (true) {
      int gap = widestGap(keys, end);
      boolean pays =
          gap < end && bits(keys, 0, gap) + bits(keys, gap, end) + CUT_BITS < bits(keys, 0, end);
      if (!pays) {
        return end;
      }
      end = gap;
    }
  }

  /** The rank of the key behind the widest gap. */
  private static int widestGap(long[] keys, int count) {
    int at = count;
    long widest = 0;
    for (int i = 1; i < count; i++) {
      long gap = keys[i] - keys[i - 1];
      if (Long.compareUnsigned(gap, widest) > 0) {
        widest = gap;
        at = i;
      }
    }
    return at;
  }

  /** About the bits that keys take. */
  private static long bits(long[] keys, int from, int to) {
    long span = keys[to - 1] - keys[from];
    return Math.min(span < 0 ? Long.MAX_VALUE : span, EliasFanoKeys.bits(to - from, span));
  }

  /**
   * Decides how to write the first {@code count} keys.
   *
   * @return the bytes that they take
   */
  int choose(long[] keys, int count) {
    long differences = 0;
    for (int i = 1; i < count; i++) {
      differences |= keys[i] - keys[0];
    }
    shift = differences == 0 ? 0 : Long.numberOfTrailingZeros(differences);
    long span = (keys[count - 1] - keys[0]) >>> shift;
    kind = EliasFanoKeys.KIND;
    int best = EliasFanoKeys.size(count, span);
    if (BitmapKeys.size(span) < best) {
      kind = BitmapKeys.KIND;
      best = BitmapKeys.size(span);
    }
    slope = count == 1 ? 0 : Long.divideUnsigned(keys[count - 1] - keys[0], count - 1);
    if (fit(keys, count) && LineKeys.size(count, slope, lineBits) <= best) {
      kind = LineKeys.KIND;
      best = LineKeys.size(count, slope, lineBits);
    }
    return best;
  }

  /**
   * Computes how far each key lies from the line through the first one.
   *
   * @return whether that fits the encoding
   */
  private boolean fit(long[] keys, int count) {
    lowest = 0;
    long highest = 0;
    long line = keys[0];
    boolean overflow = false;
    for (int i = 0; i < count; i++) {
      long deviation = keys[i] - line;
      deviations[i] = deviation;
      // Line and key are ascending and lie in the same 2^64 values, so the sign tells the order.
      overflow |= (deviation < 0) != (keys[i] < line);
      lowest = Math.min(lowest, deviation);
      highest = Math.max(highest, deviation);
      line += slope;
    }
    long width = highest - lowest;
    lineBits = Bits.width(width);
    return !overflow && width >= 0;
  }

  /** Writes the keys last seen. */
  void write(ByteBuffer out, long[] keys, int count) {
    switch (kind) {
      case LineKeys.KIND -> LineKeys.write(out, deviations, count, lowest, slope, lineBits);
      case BitmapKeys.KIND -> BitmapKeys.write(out, keys, count, shift, words);
      default -> EliasFanoKeys.write(out, keys, count, shift, words, deviations);
    }
  }
}
