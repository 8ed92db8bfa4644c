package org.secindex.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Reads gzip files of one or several members (RFC 1952), and nothing less: a cut member, a wrong
 * checksum, or bytes behind the last member are errors. The JDK's own class ignores the latter, and
 * takes some members for the last one that are not.
 */
final class GzipStream extends InputStream {
  private static final byte[] MAGIC = {0x1f, (byte) 0x8b};

  private static final int HAS_HEADER_CRC = 2;
  private static final int HAS_EXTRA = 4;
  private static final int HAS_NAME = 8;
  private static final int HAS_COMMENT = 16;

  private final InputStream in;
  private final byte[] buffer = new byte[64 << 10];
  private int position;
  private int limit;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 crc = new CRC32();
  private boolean inMember;
  private boolean anyMember;
  private boolean ended;

  GzipStream(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    int n = read(one, 0, 1);
    return n < 0 ? n : one[0] & 0xff;
  }

  @Override
  public int read(byte[] b, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (!ended) {
      if (!inMember && !startMember()) {
        ended = true;
        break;
      }
      int n = inflate(b, offset, length);
      if (n > 0) {
        crc.update(b, offset, n);
        return n;
      }
      if (inflater.finished()) {
        endMember();
      }
    }
    return -1;
  }

  private int inflate(byte[] b, int offset, int length) throws IOException {
    if (inflater.needsInput()) {
      if (position == limit && !fill()) {
        throw cut();
      }
      inflater.setInput(buffer, position, limit - position);
      position = limit;
    }
    try {
      int n = inflater.inflate(b, offset, length);
      if (n == 0 && inflater.needsDictionary()) {
        throw new DamagedArchiveException("the gzip data is damaged: it asks for a dictionary");
      }
      return n;
    } catch (DataFormatException e) {
      throw damaged(String.valueOf(e.getMessage()));
    }
  }

  /** Reads a header; false at the end of the file. */
  private boolean startMember() throws IOException {
    if (position == limit && !fill()) {
      if (!anyMember) {
        throw cut();
      }
      return false;
    }
    if ((byte) next() != MAGIC[0] || (byte) next() != MAGIC[1]) {
      throw new DamagedArchiveException(
          anyMember ? "garbage behind the end of the gzip data" : "not a gzip file");
    }
    int method = next();
    int flags = next();
    if (method != 8 || flags > 31) {
      throw new DamagedArchiveException("a gzip file of an unknown kind");
    }
    skip(6);
    if ((flags & HAS_EXTRA) != 0) {
      skip(next() | next() << 8);
    }
    if ((flags & HAS_NAME) != 0) {
      skipText();
    }
    if ((flags & HAS_COMMENT) != 0) {
      skipText();
    }
    if ((flags & HAS_HEADER_CRC) != 0) {
      skip(2);
    }
    inflater.reset();
    crc.reset();
    inMember = true;
    anyMember = true;
    return true;
  }

  private void endMember() throws IOException {
    position = limit - inflater.getRemaining();
    long expectedCrc = next32();
    long expectedSize = next32();
    if (expectedCrc != crc.getValue()) {
      throw damaged("wrong checksum");
    }
    if (expectedSize != (inflater.getBytesWritten() & 0xffffffffL)) {
      throw damaged("wrong length");
    }
    inMember = false;
  }

  private static DamagedArchiveException damaged(String what) {
    return new DamagedArchiveException("the gzip data is damaged: " + what);
  }

  private static DamagedArchiveException cut() {
    return new DamagedArchiveException("the compressed file is cut");
  }

  private boolean fill() throws IOException {
    position = 0;
    limit = Math.max(0, in.read(buffer, 0, buffer.length));
    return limit > 0;
  }

  private int next() throws IOException {
    if (position == limit && !fill()) {
      throw cut();
    }
    return buffer[position++] & 0xff;
  }

  private long next32() throws IOException {
    long low = next() | next() << 8;
    return low | (long) (next() | next() << 8) << 16;
  }

  private void skip(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      next();
    }
  }

  private void skipText() throws IOException {
    int c;
    do {
      c = next();
    } while (c != 0);
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    ended = true;
    in.close();
  }
}
