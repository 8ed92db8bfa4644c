package org.secindex.ingest;

import java.io.InputStream;
import java.util.Arrays;

/** One byte, again and again. */
final class Endless extends InputStream {
  private final byte content;

  Endless(char content) {
    this.content = (byte) content;
  }

  @Override
  public int read() {
    return content & 0xff;
  }

  @Override
  public int read(byte[] b, int offset, int length) {
    Arrays.fill(b, offset, offset + length, content);
    return length;
  }
}
