package org.secindex.xrootd.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;

/**
 * Lets a connection receive file data where the caller wants them, without a copy, wherever the
 * decoder knows that nothing else can come next.
 */
// Netty's own interface speaks of the handle that it calls deprecated.
@SuppressWarnings("deprecation")
final class StraightReceive implements RecvByteBufAllocator {
  private final RecvByteBufAllocator others;
  private final FrameDecoder decoder;

  /** For one connection; {@code others} gives the buffers of everything else. */
  StraightReceive(RecvByteBufAllocator others, FrameDecoder decoder) {
    this.others = others;
    this.decoder = decoder;
  }

  @Override
  public Handle newHandle() {
    return new DelegatingHandle(others.newHandle()) {
      @Override
      public ByteBuf allocate(ByteBufAllocator allocator) {
        ByteBuf straight = decoder.straight();
        return straight != null ? straight : super.allocate(allocator);
      }
    };
  }
}
