package org.secindex.file;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Collects entries and packs them into one {@link Block}. Reused for block after block. */
final class BlockBuilder {
  private final long[] keys = new long[Block.MAX_ENTRIES];
  private final long[] chunks = new long[Block.MAX_ENTRIES];
  private final long[] subs = new long[Block.MAX_ENTRIES];
  private final long[] residuals = new long[Block.MAX_ENTRIES];
  private final CRC32C crc = new CRC32C();
  private int count;

  void add(long key, int chunk, int sub) {
    keys[count] = key;
    chunks[count] = chunk + 1L;
    subs[count] = sub;
    count++;
  }

  boolean isFull() {
    return count == Block.MAX_ENTRIES;
  }

  boolean isEmpty() {
    return count == 0;
  }

  long firstKey() {
    return keys[0];
  }

  long lastKey() {
    return keys[count - 1];
  }

  /** Appends the block to a buffer with room for {@link Block#MAX_LENGTH}, and starts anew. */
  void build(ByteBuffer out) {
    int start = out.position();
    long slope = count == 1 ? 0 : Long.divideUnsigned(keys[count - 1] - keys[0], count - 1);
    int plainBits = Bits.width(keys[count - 1] - keys[0]);
    int keyBits = fit(slope);
    if (keyBits >= plainBits) {
      slope = 0;
      keyBits = plainBits;
      fit(0);
    }
    long lowest = residuals[0];
    for (int i = 1; i < count; i++) {
      lowest = Math.min(lowest, residuals[i]);
    }
    if (slope == 0) {
      lowest = 0;
    }
    long chunkBase = min(chunks);
    int chunkBits = Bits.width(max(chunks) - chunkBase);
    long subBase = min(subs);
    int subBits = Bits.width(max(subs) - subBase);
    out.putInt(0).putShort((short) count);
    out.put((byte) keyBits)
        .put((byte) chunkBits)
        .put((byte) subBits)
        .put((byte) 0)
        .putShort((short) 0);
    out.putInt((int) chunkBase).putInt((int) subBase);
    out.putLong(keys[0] + lowest).putLong(slope);
    Bits.put(out, residuals, count, lowest, keyBits);
    Bits.put(out, chunks, count, chunkBase, chunkBits);
    Bits.put(out, subs, count, subBase, subBits);
    int end = out.position();
    int limit = out.limit();
    crc.reset();
    crc.update(out.limit(end).position(start + 4));
    out.limit(limit);
    out.putInt(start, (int) crc.getValue());
    count = 0;
  }

  /**
   * Computes how far each key lies from the line through the first one.
   *
   * @return the bits needed for the distances; 65 if they do not fit a signed number
   */
  private int fit(long slope) {
    long lowest = 0;
    long highest = 0;
    long line = keys[0];
    boolean overflow = false;
    for (int i = 0; i < count; i++) {
      long residual = keys[i] - line;
      residuals[i] = residual;
      // Line and key are ascending and lie in the same 2^64 values, so the sign tells the order.
      overflow |= (residual < 0) != (keys[i] < line);
      lowest = Math.min(lowest, residual);
      highest = Math.max(highest, residual);
      line += slope;
    }
    long width = highest - lowest;
    return overflow || width < 0 ? 65 : Bits.width(width);
  }

  private long min(long[] values) {
    long min = values[0];
    for (int i = 1; i < count; i++) {
      min = Math.min(min, values[i]);
    }
    return min;
  }

  private long max(long[] values) {
    long max = values[0];
    for (int i = 1; i < count; i++) {
      max = Math.max(max, values[i]);
    }
    return max;
  }
}
