package org.secindex.xrootd.client;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * What precedes the data of an answer to a read or write with checksums. The frame's own length
 * covers this only; how much data follows is told in here.
 *
 * @param request code of the request less 3000
 * @param offset where in the file the data belong
 * @param length bytes of data that follow
 */
record StatusFrame(int id, int request, Kind kind, long offset, int length) {
  /** Checksum, id, request, kind, reserved, length; then the offset. */
  static final int BYTES = 24;

  /** More might be added behind the offset one day. */
  static final int MOST_BYTES = 256;

  private static final int FIRST_REQUEST = 3000;

  enum Kind {
    FINAL,
    PARTIAL,
    /** Not about data. */
    PROGRESS
  }

  /**
   * Reads it.
   *
   * @param id as the frame's own header has it
   * @throws ProtocolViolation if the checksum is wrong, or anything that it covers makes no sense
   */
  static StatusFrame parse(int id, byte[] bytes) {
    ByteBuffer b = ByteBuffer.wrap(bytes);
    CRC32C crc = new CRC32C();
    crc.update(bytes, 4, bytes.length - 4);
    if (b.getInt(0) != (int) crc.getValue()) {
      throw new ProtocolViolation("a status frame whose checksum is wrong");
    }
    if ((b.getShort(4) & 0xffff) != id) {
      throw new ProtocolViolation("a status frame of stream " + id + " that names another");
    }
    int kind = b.get(7);
    int length = b.getInt(12);
    long offset = b.getLong(16);
    if (kind < 0 || kind >= Kind.values().length || length < 0 || offset < 0) {
      throw new ProtocolViolation(
          "a status frame of kind %d with %d bytes at offset %d".formatted(kind, length, offset));
    }
    return new StatusFrame(id, b.get(6) & 0xff, Kind.values()[kind], offset, length);
  }

  boolean answers(Request asked) {
    return asked.code - FIRST_REQUEST == request;
  }

  /** The status of a plain frame in this place of an answer. */
  int plainStatus() {
    return kind == Kind.FINAL ? Wire.OK : Wire.OKSOFAR;
  }
}
