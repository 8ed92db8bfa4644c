package org.secindex.ingest;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * What a decompressor gives. Whatever it says of damaged input becomes a {@link
 * DamagedArchiveException}; failures of the disk stay what they are.
 */
final class ArchiveStream extends InputStream {
  private final Codec codec;
  private final CountedStream raw;
  private final InputStream content;
  private @Nullable IOException failure;

  /**
   * @param start what the file begins with; read from {@code raw} before or after it is asked for
   */
  ArchiveStream(Codec codec, CountedStream raw, InputStream start) throws IOException {
    this.codec = codec;
    this.raw = raw;
    try {
      content = codec.decompress(start);
    } catch (IOException | RuntimeException e) {
      throw failure(e);
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    int n = read(one, 0, 1);
    return n < 0 ? n : one[0] & 0xff;
  }

  @Override
  public int read(byte[] b, int offset, int length) throws IOException {
    if (failure != null) {
      throw failure;
    }
    int n = 0;
    try {
      if (codec != Codec.BZIP2) {
        return content.read(b, offset, length);
      }
      // Its own loop is the same, but keeps nothing of what it had when it fails.
      for (int c = 0; n < length && (c = content.read()) >= 0; n++) {
        b[offset + n] = (byte) c;
      }
    } catch (IOException | RuntimeException e) {
      // Some decompressors run out of their arrays when they are led astray.
      failure = failure(e);
      if (n == 0) {
        throw failure;
      }
    }
    return n == 0 && length > 0 ? -1 : n;
  }

  private IOException failure(Exception e) {
    IOException ofDisk = raw.failure();
    if (ofDisk != null) {
      return ofDisk;
    }
    if (e instanceof DamagedArchiveException ours) {
      return ours;
    }
    return new DamagedArchiveException(
        "the " + codec + " data is cut or damaged: " + e.getMessage(), e);
  }

  @Override
  public void close() throws IOException {
    content.close();
  }
}
