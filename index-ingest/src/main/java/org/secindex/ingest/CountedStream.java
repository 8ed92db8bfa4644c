package org.secindex.ingest;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Counts the bytes that pass, and remembers why no more came. */
final class CountedStream extends FilterInputStream {
  private long count;
  private @Nullable IOException failure;

  CountedStream(InputStream in) {
    super(in);
  }

  /** How many bytes have passed. */
  long count() {
    return count;
  }

  /** Why reading failed, if it did. */
  @Nullable IOException failure() {
    return failure;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    int n = read(one, 0, 1);
    return n < 0 ? n : one[0] & 0xff;
  }

  @Override
  public int read(byte[] b, int offset, int length) throws IOException {
    try {
      int n = in.read(b, offset, length);
      count += Math.max(n, 0);
      return n;
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }
}
