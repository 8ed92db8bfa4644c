package org.secindex.xrootd.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/**
 * Writes requests to a connection: many small ones in one buffer, the payload of large ones as it
 * is.
 */
// A failed write ends the connection, and so the requests.
@SuppressWarnings("FutureReturnValueIgnored")
final class Outgoing {
  private static final int FULL = 64 << 10;

  /** Payloads from here on are not copied. */
  private static final int LARGE = 16 << 10;

  private final Channel channel;
  private @Nullable ByteBuf gathered;

  Outgoing(Channel channel) {
    this.channel = channel;
  }

  void add(Request request) {
    ByteBuf out = gathered;
    if (out == null) {
      out = channel.alloc().directBuffer(1024);
      gathered = out;
    }
    boolean large = request.payload.remaining() >= LARGE;
    request.encode(out, !large);
    if (large || out.readableBytes() >= FULL) {
      hand();
    }
    if (large) {
      channel.write(Unpooled.wrappedBuffer(request.payload.duplicate()), channel.voidPromise());
    }
  }

  /** To be called after the last request, on the event loop. */
  void flush() {
    hand();
    channel.flush();
  }

  private void hand() {
    if (gathered != null) {
      channel.write(gathered, channel.voidPromise());
      gathered = null;
    }
  }
}
