package org.secindex.ingest;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Rows in order as bytes, for a temporary file: each column by its differences (keys from the key
 * before, locations from the smallest one, row numbers from their position), in as many bytes as
 * the largest difference needs, down to none. That is as quick as copying, and rows that came in
 * order take no room for their numbers.
 *
 * <pre>
 * int bodyBytes, int rows, byte[4] widths, int crc32c, long firstKey, int minChunk, int minSub, long minRow
 * </pre>
 *
 * All little-endian; the checksum is of everything but itself.
 */
final class BlockCodec {
  static final int HEADER_BYTES = 40;

  /** What the columns take of memory. */
  static final int BYTES_PER_ROW = 2 * Long.BYTES + 2 * Integer.BYTES;

  /** Values are read and written as longs, however many bytes of these count. */
  static final int SLACK = Long.BYTES;

  private static final int CRC_AT = 12;

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  final long[] keys;
  final int[] chunkIds;
  final int[] subChunkIds;
  final long[] rows;
  int size;

  BlockCodec(int capacity) {
    keys = new long[capacity];
    chunkIds = new int[capacity];
    subChunkIds = new int[capacity];
    rows = new long[capacity];
  }

  /** How many bytes the buffer for so many rows must have. */
  static int bufferBytes(int rows) {
    return HEADER_BYTES + rows * BYTES_PER_ROW + SLACK;
  }

  void add(long key, int chunkId, int subChunkId, long row) {
    keys[size] = key;
    chunkIds[size] = chunkId;
    subChunkIds[size] = subChunkId;
    rows[size] = row;
    size++;
  }

  boolean isFull() {
    return size == keys.length;
  }

  /** Writes the block to the start of a buffer, and empties it; tells how many bytes it takes. */
  int encode(byte[] bytes) {
    int minChunk = Integer.MAX_VALUE;
    int minSub = Integer.MAX_VALUE;
    long minRow = Long.MAX_VALUE;
    for (int i = 0; i < size; i++) {
      minChunk = Math.min(minChunk, chunkIds[i]);
      minSub = Math.min(minSub, subChunkIds[i]);
      minRow = Math.min(minRow, rows[i] - i);
    }
    long keyBits = 0;
    long chunkBits = 0;
    long subBits = 0;
    long rowBits = 0;
    for (int i = 0; i < size; i++) {
      keyBits |= i == 0 ? 0 : keys[i] - keys[i - 1];
      chunkBits |= chunkIds[i] - minChunk & 0xffff_ffffL;
      subBits |= subChunkIds[i] - minSub & 0xffff_ffffL;
      rowBits |= rows[i] - i - minRow;
    }
    int keyWidth = width(keyBits);
    int chunkWidth = width(chunkBits);
    int subWidth = width(subBits);
    int rowWidth = width(rowBits);
    int keyAt = HEADER_BYTES;
    int chunkAt = keyAt + size * keyWidth;
    int subAt = chunkAt + size * chunkWidth;
    int rowAt = subAt + size * subWidth;
    int end = rowAt + size * rowWidth;
    // One column after the other, since each value overwrites what follows it.
    for (int i = 0; i < size && keyWidth > 0; i++, keyAt += keyWidth) {
      LONGS.set(bytes, keyAt, i == 0 ? 0 : keys[i] - keys[i - 1]);
    }
    for (int i = 0; i < size && chunkWidth > 0; i++, chunkAt += chunkWidth) {
      LONGS.set(bytes, chunkAt, chunkIds[i] - minChunk & 0xffff_ffffL);
    }
    for (int i = 0; i < size && subWidth > 0; i++, subAt += subWidth) {
      LONGS.set(bytes, subAt, subChunkIds[i] - minSub & 0xffff_ffffL);
    }
    for (int i = 0; i < size && rowWidth > 0; i++, rowAt += rowWidth) {
      LONGS.set(bytes, rowAt, rows[i] - i - minRow);
    }
    INTS.set(bytes, 0, end - HEADER_BYTES);
    INTS.set(bytes, 4, size);
    bytes[8] = (byte) keyWidth;
    bytes[9] = (byte) chunkWidth;
    bytes[10] = (byte) subWidth;
    bytes[11] = (byte) rowWidth;
    INTS.set(bytes, CRC_AT, 0);
    LONGS.set(bytes, 16, keys[0]);
    INTS.set(bytes, 24, minChunk);
    INTS.set(bytes, 28, minSub);
    LONGS.set(bytes, 32, minRow);
    INTS.set(bytes, CRC_AT, checksum(bytes, end));
    size = 0;
    return end;
  }

  /** How many bytes follow a header. */
  static int bodyBytes(byte[] header) {
    return (int) INTS.get(header, 0);
  }

  /** Fills the columns from the start of a buffer; false if that is not what was written. */
  boolean decode(byte[] bytes) {
    int end = HEADER_BYTES + bodyBytes(bytes);
    int crc = (int) INTS.get(bytes, CRC_AT);
    INTS.set(bytes, CRC_AT, 0);
    if (checksum(bytes, end) != crc) {
      return false;
    }
    size = (int) INTS.get(bytes, 4);
    int keyAt = HEADER_BYTES;
    int keyWidth = bytes[8];
    long mask = mask(keyWidth);
    long key = (long) LONGS.get(bytes, 16);
    for (int i = 0; i < size; i++, keyAt += keyWidth) {
      key += (long) LONGS.get(bytes, keyAt) & mask;
      keys[i] = key;
    }
    int chunkAt = keyAt;
    ints(bytes, chunkAt, bytes[9], (int) INTS.get(bytes, 24), chunkIds);
    int subAt = chunkAt + size * bytes[9];
    ints(bytes, subAt, bytes[10], (int) INTS.get(bytes, 28), subChunkIds);
    int rowAt = subAt + size * bytes[10];
    int rowWidth = bytes[11];
    mask = mask(rowWidth);
    long row = (long) LONGS.get(bytes, 32);
    for (int i = 0; i < size; i++, rowAt += rowWidth) {
      rows[i] = row + i + ((long) LONGS.get(bytes, rowAt) & mask);
    }
    return true;
  }

  private void ints(byte[] bytes, int start, int width, int least, int[] into) {
    long mask = mask(width);
    int at = start;
    for (int i = 0; i < size; i++, at += width) {
      into[i] = least + (int) ((long) LONGS.get(bytes, at) & mask);
    }
  }

  private static int checksum(byte[] bytes, int end) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, end);
    return (int) crc.getValue();
  }

  private static int width(long bits) {
    return (Long.SIZE - Long.numberOfLeadingZeros(bits) + 7) / 8;
  }

  private static long mask(int width) {
    return width == 0 ? 0 : -1L >>> (Long.SIZE - 8 * width);
  }
}
