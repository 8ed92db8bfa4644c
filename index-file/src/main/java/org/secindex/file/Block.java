package org.secindex.file;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.EntryBatch;

/**
 * A view of one block in a buffer: up to 256 entries, whose fields have a fixed width within the
 * block, so that any of them is read where it lies.
 *
 * <p>Key i is {@code base + i * slope + packed[i]} modulo 2^64. The slope is the mean distance of
 * the block's keys, so that only their deviation from a straight line is stored; for keys that lie
 * too crookedly it is 0, which makes the packed numbers plain distances from the first key. The
 * chunk is stored plus one, 0 being a tombstone.
 *
 * <p>Reused for block after block; used by one thread.
 */
final class Block {
  static final int MAX_ENTRIES = 256;
  static final int HEADER = 36;

  /** The largest block there can be: 64, 32 and 31 bits an entry. */
  static final int MAX_LENGTH = HEADER + MAX_ENTRIES * (64 + 32 + 31) / 8;

  /** Unpacking reads whole words: a buffer must reach this much beyond the last block in it. */
  static final int SLACK = 9;

  /** Answers of {@link #find} that are no location; locations are never negative. */
  static final long ABSENT = -1;

  static final long REMOVED = -2;

  private final CRC32C crc = new CRC32C();
  private ByteBuffer buffer = ByteBuffer.allocate(0);
  private int count;
  private long base;
  private long slope;
  private int keyBits;
  private int keyStart;
  private long chunkBase;
  private int chunkBits;
  private int chunkStart;
  private long subBase;
  private int subBits;
  private int subStart;

  /**
   * Turns to the block at {@code at}, and checks it.
   *
   * @param file the file that it was read from, for messages
   * @param offset where in that file it lies, for messages
   */
  void open(ByteBuffer in, int at, int length, String file, long offset) {
    crc.reset();
    crc.update(in.limit(at + length).position(at + 4));
    in.clear();
    if (in.getInt(at) != (int) crc.getValue()) {
      throw new CorruptIndexException(
          file + ":" + offset + ": checksum of the block of " + length + " bytes does not match");
    }
    buffer = in;
    count = in.getShort(at + 4) & 0xffff;
    keyBits = in.get(at + 6);
    chunkBits = in.get(at + 7);
    subBits = in.get(at + 8);
    chunkBase = in.getInt(at + 12) & 0xffffffffL;
    subBase = in.getInt(at + 16) & 0xffffffffL;
    base = in.getLong(at + 20);
    slope = in.getLong(at + 28);
    keyStart = at + HEADER;
    chunkStart = keyStart + Bits.bytes(count, keyBits);
    subStart = chunkStart + Bits.bytes(count, chunkBits);
    boolean sound =
        (count >= 1 && count <= MAX_ENTRIES)
            && (keyBits >= 0 && keyBits <= 64)
            && (chunkBits >= 0 && chunkBits <= 32)
            && (subBits >= 0 && subBits <= 31)
            && subStart + Bits.bytes(count, subBits) == at + length;
    if (!sound) {
      throw new CorruptIndexException(
          file + ":" + offset + ": header of the block contradicts its length of " + length);
    }
  }

  int count() {
    return count;
  }

  long key(int i) {
    return base + i * slope + Bits.get(buffer, keyStart, keyBits, i);
  }

  /** The chunk at {@code i}, -1 for a tombstone. */
  private int chunk(int i) {
    return (int) (chunkBase + Bits.get(buffer, chunkStart, chunkBits, i) - 1);
  }

  private int subChunk(int i) {
    return (int) (subBase + Bits.get(buffer, subStart, subBits, i));
  }

  /** The rank of the first key that is not below {@code key}; {@link #count} if there is none. */
  int lowerBound(long key) {
    int low = 0;
    int high = count;
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

  /** The location of a key, chunk in the upper half; or {@link #ABSENT} or {@link #REMOVED}. */
  long find(long key) {
    int i = lowerBound(key);
    if (i == count || key(i) != key) {
      return ABSENT;
    }
    int chunk = chunk(i);
    return chunk < 0 ? REMOVED : (long) chunk << 32 | subChunk(i);
  }

  /**
   * Unpacks the entries {@code from} to {@code to} into the batch from {@code at} on; a tombstone
   * has chunk -1.
   */
  void copy(int from, int to, EntryBatch into, int at) {
    int n = to - from;
    for (int i = 0; i < n; i++) {
      into.keys[at + i] = key(from + i);
    }
    for (int i = 0; i < n; i++) {
      into.chunkIds[at + i] = chunk(from + i);
    }
    for (int i = 0; i < n; i++) {
      into.subChunkIds[at + i] = subChunk(from + i);
    }
  }
}
