package org.secindex.xrootd.client;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** The answer to a write with checksums: the pages that arrived damaged, or nothing. */
final class PageWriteBody implements Body {
  private static final int BEFORE_OFFSETS = 8;

  /** The answer does not name more. */
  private static final int MOST = 256;

  private final CollectBody collected = new CollectBody();

  @Override
  public void part(long offset, int length) {
    if (length > BEFORE_OFFSETS + Long.BYTES * MOST) {
      throw new ProtocolViolation(length + " bytes on pages that arrived damaged");
    }
  }

  @Override
  public void accept(ByteBuf in, int n) {
    collected.accept(in, n);
  }

  @Override
  public void restart() {
    collected.restart();
  }

  /**
   * File offsets of damaged pages.
   *
   * @throws ProtocolViolation if the answer makes no sense
   */
  long[] damaged() {
    int length = collected.length();
    if (length == 0) {
      return new long[0];
    }
    ByteBuffer b = collected.buffer(0, BEFORE_OFFSETS + Long.BYTES, "a list of damaged pages");
    CRC32C crc = new CRC32C();
    crc.update(b.duplicate().position(4));
    if (b.getInt() != (int) crc.getValue() || (length - BEFORE_OFFSETS) % Long.BYTES != 0) {
      throw new ProtocolViolation("a list of damaged pages that is damaged itself");
    }
    b.getInt(); // Lengths of the first and the last, which we know.
    long[] offsets = new long[b.remaining() / Long.BYTES];
    b.asLongBuffer().get(offsets);
    return offsets;
  }
}
