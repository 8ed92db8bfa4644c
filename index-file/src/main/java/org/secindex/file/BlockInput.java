package org.secindex.file;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.secindex.api.CorruptIndexException;

/**
 * Reads the parts of one block from first to last, and never beyond its end, whatever it says of
 * itself. Reused for block after block.
 */
final class BlockInput {
  private final CRC32C crc = new CRC32C();
  private ByteBuffer buffer = ByteBuffer.allocate(0);
  private int at;
  private int end;
  private String file = "";
  private long offset;

  /** Turns to the block of this length at {@code start}, and checks its checksum. */
  void open(ByteBuffer in, int start, int length, String fromFile, long fromOffset) {
    buffer = in;
    at = start;
    end = start + length;
    file = fromFile;
    offset = fromOffset;
    if (length < 4) {
      throw corrupt("cut off");
    }
    crc.reset();
    crc.update(in.limit(end).position(start + 4));
    in.clear();
    if (in.getInt(take(4)) != (int) crc.getValue()) {
      throw corrupt("checksum does not match");
    }
  }

  ByteBuffer buffer() {
    return buffer;
  }

  /** Where the next {@code bytes} begin, which are passed over. */
  int take(int bytes) {
    if (bytes < 0 || bytes > end - at) {
      throw corrupt("cut off");
    }
    int start = at;
    at += bytes;
    return start;
  }

  int readByte() {
    return buffer.get(take(1)) & 0xff;
  }

  /** Reads a number of {@link Bits#putVarint}. */
  long readVarint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int next = readByte();
      value |= (next & 0x7fL) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw corrupt("a number has too many bytes");
  }

  /** Reads a number that must not be above {@code largest}, which is positive. */
  int readVarint(int largest) {
    long value = readVarint();
    if (value < 0 || value > largest) {
      throw corrupt(Long.toUnsignedString(value) + " is above " + largest);
    }
    return (int) value;
  }

  void requireEnd() {
    if (at != end) {
      throw corrupt(end - at + " bytes too many");
    }
  }

  /** What to throw if the block, whose checksum is right, contradicts itself. */
  CorruptIndexException corrupt(String what) {
    return new CorruptIndexException(file + ":" + offset + ": block is damaged: " + what);
  }
}
