package org.secindex.file;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.IndexFormatTooNewException;
import org.secindex.api.KeyDomain;

/**
 * The first 20 bytes of every file of an index, which are the same in all format versions: magic
 * (8), version (4), key domain (1), zeros (3), CRC32C of the 16 bytes before (4). Having its own
 * checksum, a damaged version is told from a newer one.
 */
final class Preamble {
  static final int LENGTH = 20;
  static final int VERSION = 1;

  /** {@code SECXSEG} and {@code SECXMAN}, each with a closing newline, read little-endian. */
  static final long SEGMENT = magic("SECXSEG\n");

  static final long MANIFEST = magic("SECXMAN\n");

  private static final byte SIGNED = 0;
  private static final byte UNSIGNED = 1;

  private Preamble() {}

  private static long magic(String text) {
    long magic = 0;
    for (int i = 7; i >= 0; i--) {
      magic = magic << 8 | text.charAt(i);
    }
    return magic;
  }

  static void write(ByteBuffer out, long magic, KeyDomain domain) {
    int start = out.position();
    out.putLong(magic)
        .putInt(VERSION)
        .put(domain == KeyDomain.SIGNED ? SIGNED : UNSIGNED)
        .put(new byte[3]);
    out.putInt(crc(out, start, LENGTH - 4));
  }

  /**
   * Reads and checks the first bytes of a file.
   *
   * @param what the kind of file, for messages
   */
  static KeyDomain read(ByteBuffer in, long magic, String file, String what) {
    if (in.remaining() < LENGTH) {
      throw new CorruptIndexException(
          file
              + ": only "
              + in.remaining()
              + " bytes long: cut off, or no "
              + what
              + " of secindex");
    }
    int start = in.position();
    if (in.getLong(start) != magic) {
      throw new CorruptIndexException(file + ":0: no " + what + " of secindex (bad magic number)");
    }
    if (in.getInt(start + LENGTH - 4) != crc(in, start, LENGTH - 4)) {
      throw new CorruptIndexException(file + ":0: checksum of the preamble does not match");
    }
    int version = in.getInt(start + 8);
    if (version == 0) {
      throw new CorruptIndexException(
          file
              + ":8: format version 0 was never stable and is not read any more; drop the index and load it again");
    }
    if (version != VERSION) {
      throw new IndexFormatTooNewException(file, Integer.toUnsignedLong(version), VERSION);
    }
    int domain = in.get(start + 12);
    if (domain != SIGNED && domain != UNSIGNED) {
      throw new CorruptIndexException(file + ":12: key domain " + domain + " is unknown");
    }
    in.position(start + LENGTH);
    return domain == SIGNED ? KeyDomain.SIGNED : KeyDomain.UNSIGNED;
  }

  /** CRC32C of a part of a buffer, whose position stays. */
  static int crc(ByteBuffer buffer, int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(buffer.duplicate().position(from).limit(from + length));
    return (int) crc.getValue();
  }
}
