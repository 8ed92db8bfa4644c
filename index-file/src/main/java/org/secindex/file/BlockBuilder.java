package org.secindex.file;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Collects entries and packs them into {@link Block blocks}. A block ends when it is full or long,
 * or earlier, at the widest gap between its keys, if two blocks take less room than one.
 */
final class BlockBuilder {
  /** How many entries a block has: so many that its header costs little, and no more. */
  static final int FULL = 512;

  /** Bytes beyond which a look-up would spend most of its time on fetching the block. */
  private static final int LONG = 1024;

  private final int full;
  private final long[] keys;
  private final long[] chunks;
  private final long[] subs;
  private final KeyEncoder keyEncoder;
  private final ValueEncoder chunkEncoder;
  private final ValueEncoder subEncoder;
  private final CRC32C crc = new CRC32C();
  private int count;

  BlockBuilder() {
    this(FULL);
  }

  /**
   * @param full entries a block, at most {@link Block#MAX_ENTRIES}
   */
  BlockBuilder(int full) {
    this.full = full;
    keys = new long[full];
    chunks = new long[full];
    subs = new long[full];
    keyEncoder = new KeyEncoder(full);
    chunkEncoder = new ValueEncoder(full);
    subEncoder = new ValueEncoder(full);
  }

  void add(long key, int chunk, int sub) {
    keys[count] = key;
    chunks[count] = chunk + 1L;
    subs[count] = sub;
    count++;
  }

  boolean isFull() {
    return count == full;
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

  /**
   * Appends one block to a buffer with room for {@link Block#MAX_LENGTH}. What did not go into it
   * stays; there may be more than one more block of it.
   *
   * @return the number of entries in the block
   */
  int build(ByteBuffer out) {
    int n = KeyEncoder.cut(keys, count);
    for (int length = size(n); length > LONG; length = size(n)) {
      n = n * LONG / length;
    }
    int start = out.position();
    out.putInt(0).putShort((short) n).putLong(keys[0]);
    keyEncoder.write(out, keys, n);
    chunkEncoder.write(out, chunks, n);
    subEncoder.write(out, subs, n);
    int end = out.position();
    int limit = out.limit();
    crc.reset();
    crc.update(out.limit(end).position(start + 4));
    out.limit(limit);
    out.putInt(start, (int) crc.getValue());
    count -= n;
    System.arraycopy(keys, n, keys, 0, count);
    System.arraycopy(chunks, n, chunks, 0, count);
    System.arraycopy(subs, n, subs, 0, count);
    return n;
  }

  private int size(int n) {
    return Block.HEADER
        + keyEncoder.choose(keys, n)
        + chunkEncoder.choose(chunks, n)
        + subEncoder.choose(subs, n);
  }
}
