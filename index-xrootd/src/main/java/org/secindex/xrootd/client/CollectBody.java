package org.secindex.xrootd.client;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Collects an answer that is not file data: short, and never longer than a limit. */
final class CollectBody implements Body {
  /** A listing of some hundred thousand names. */
  static final int LARGEST = 16 << 20;

  private byte[] bytes = new byte[64];
  private int length;

  @Override
  public void accept(ByteBuf in, int n) {
    if (n > LARGEST - length) {
      throw new ProtocolViolation(
          "an answer of more than " + LARGEST + " bytes that is not file data");
    }
    if (n > bytes.length - length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + n, Math.min(LARGEST, 2 * bytes.length)));
    }
    in.readBytes(bytes, length, n);
    length += n;
  }

  @Override
  public void restart() {
    length = 0;
  }

  int length() {
    return length;
  }

  /** The bytes from {@code from} on, for reading numbers. */
  ByteBuffer buffer(int from, int needed, String what) {
    if (length - from < needed) {
      throw new ProtocolViolation(
          what + " of " + length + " bytes, but it takes " + (from + needed));
    }
    return ByteBuffer.wrap(bytes, from, length - from);
  }

  /** The first {@code n} bytes, or fewer if there are no more. */
  byte[] first(int n) {
    return Arrays.copyOf(bytes, Math.min(n, length));
  }

  /** The text from {@code from} on, up to the NUL that may end it. */
  String text(int from) {
    int end = length;
    while (end > from && bytes[end - 1] == 0) {
      end--;
    }
    return end <= from ? "" : new String(bytes, from, end - from, StandardCharsets.UTF_8);
  }
}
