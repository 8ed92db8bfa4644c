package org.secindex.rocksdb;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/**
 * The format of RocksDB's logs and manifests: blocks of 32 KiB, in them records of checksum (four
 * bytes), length (two), type (one) and that many bytes; no record goes beyond its block. See "Write
 * Ahead Log File Format" in RocksDB's wiki.
 *
 * <p>RocksDB itself ends its reading at a damaged record, as if that were the end of the file, and
 * opens without the rest. So we look first.
 */
final class RecordLog {
  private static final int BLOCK = 32 << 10;
  private static final int LENGTH = 4;
  private static final int TYPE = 6;
  private static final int HEADER = 7;

  /**
   * No record holds so many zeros in succession: an entry has fewer than twenty. Where they stand,
   * what was written has not reached the disk before the power failed.
   */
  private static final int HOLE = 32;

  /** A checksum is stored rotated and with this added. */
  private static final int MASK = 0xa282ead8;

  private RecordLog() {}

  /**
   * Where the first record begins that is not as it was written. A last one that is not all there
   * is what the death of a writer leaves, and one with a hole what a power cut does: no damage, but
   * the end. The file may be written to meanwhile.
   */
  static OptionalLong firstDamage(Path file) throws IOException {
    byte[] bytes = new byte[BLOCK];
    ByteBuffer block = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    try (InputStream in = Files.newInputStream(file)) {
      long offset = 0;
      int size;
      do {
        size = in.readNBytes(bytes, 0, BLOCK);
        int damaged = firstDamage(block, size);
        if (damaged >= 0) {
          return OptionalLong.of(offset + damaged);
        }
        offset += size;
      } while (size == BLOCK); // Behind a part of a block stands what was written since.
      return OptionalLong.empty();
    }
  }

  private static int firstDamage(ByteBuffer block, int size) {
    int record = 0;
    while (size - record >= HEADER && !isPadding(block, record)) {
      int end = record + HEADER + Short.toUnsignedInt(block.getShort(record + LENGTH));
      if (end > size && size < BLOCK) {
        // The file ends within the record, unless it is the length that is damaged.
        return isWholeAtAnyLength(block, record, size) ? record : -1;
      }
      if (end > size || !isWhole(block, record, end)) {
        return hasHole(block, record, end, size) ? -1 : record;
      }
      record = end;
    }
    return -1;
  }

  private static boolean isPadding(ByteBuffer block, int record) {
    return block.getInt(record) == 0
        && block.getShort(record + LENGTH) == 0
        && block.get(record + TYPE) == 0;
  }

  /** Whether a hole begins within the record. */
  private static boolean hasHole(ByteBuffer block, int record, int end, int size) {
    int zeros = 0;
    for (int i = record; i < size && zeros < HOLE && (i < end || zeros > 0); i++) {
      zeros = block.get(i) == 0 ? zeros + 1 : 0;
    }
    return zeros == HOLE;
  }

  private static boolean isWhole(ByteBuffer block, int record, int end) {
    CRC32C sum = new CRC32C();
    sum.update(block.slice(record + TYPE, end - record - TYPE));
    return isSum(block.getInt(record), sum);
  }

  private static boolean isWholeAtAnyLength(ByteBuffer block, int record, int size) {
    CRC32C sum = new CRC32C();
    for (int i = record + TYPE; i < size; i++) {
      sum.update(block.get(i));
      if (isSum(block.getInt(record), sum)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSum(int stored, CRC32C sum) {
    return stored == Integer.rotateRight((int) sum.getValue(), 15) + MASK;
  }
}
