package org.secindex.xrootd.client;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Puts the elements of one vector read where the caller wants them. They come in the order of the
 * request, each behind a header of handle, length and offset; frames may cut them anywhere.
 */
final class ReadvBody implements Body {
  private final ReadvPlan plan;
  private final int from;
  private final int to;
  private final byte[] header = new byte[Wire.ELEMENT_HEADER];

  private int piece;
  private int headerFilled;
  private int expected;
  private int filled;
  private @Nullable String problem;

  /** For the pieces {@code from} (inclusive) to {@code to} (exclusive) of a plan. */
  ReadvBody(ReadvPlan plan, int from, int to) {
    this.plan = plan;
    this.from = from;
    this.to = to;
    this.piece = from;
  }

  @Override
  public void accept(ByteBuf in, int n) {
    int left = n;
    while (left > 0) {
      if (headerFilled < header.length) {
        int take = Math.min(left, header.length - headerFilled);
        in.readBytes(header, headerFilled, take);
        headerFilled += take;
        left -= take;
        if (headerFilled < header.length) {
          return;
        }
        startPiece();
      }
      int take = Math.min(left, expected - filled);
      if (take > 0) {
        ByteBuffer into = plan.target(piece);
        int at = plan.start(piece) + filled;
        into.limit(at + take).position(at);
        in.readBytes(into);
        filled += take;
        left -= take;
      }
      if (filled == expected) {
        piece++;
        headerFilled = 0;
      }
    }
  }

  private void startPiece() {
    if (piece == to) {
      throw new ProtocolViolation("more elements than the " + (to - from) + " of the vector read");
    }
    ByteBuffer h = ByteBuffer.wrap(header);
    expected = h.getInt(4);
    long offset = h.getLong(8);
    filled = 0;
    if (expected < 0 || expected > plan.length(piece) || offset != plan.offset(piece)) {
      throw new ProtocolViolation(
          "element at %d of %d bytes in a vector read where %d of %d bytes was due"
              .formatted(offset, expected, plan.offset(piece), plan.length(piece)));
    }
    if (expected < plan.length(piece) && problem == null) {
      problem =
          "only %d of %d bytes at offset %d: the file ends there"
              .formatted(expected, plan.length(piece), offset);
    }
  }

  @Override
  public @Nullable String complete() {
    if (piece < to) {
      throw new ProtocolViolation(
          "only " + (piece - from) + " of " + (to - from) + " elements of the vector read came");
    }
    return problem;
  }

  @Override
  public void restart() {
    piece = from;
    headerFilled = 0;
    problem = null;
  }
}
