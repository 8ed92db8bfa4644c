package org.secindex.xrootd.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the frames in the bytes of a connection, in whatever portions they come. A frame is never
 * gathered: its body is handed on as it comes.
 */
// A closing that fails is a connection that is closed.
@SuppressWarnings("FutureReturnValueIgnored")
final class FrameDecoder extends ChannelInboundHandlerAdapter {
  /** Who is told about the frames of a connection, and about its end. */
  interface Listener {
    /** A frame starts. Returns who takes its body. */
    Body begin(int id, int status, int length);

    /** A frame starts that tells the place of its data. Returns who takes the data. */
    Body beginPart(StatusFrame frame);

    /** The frame has ended. */
    void end(int id, int status, Body body);

    /** All that has come for now was told. */
    void endOfBatch();

    /** The connection has ended, or must end; {@code cause} says why. Called at least once. */
    void lost(String cause);
  }

  /**
   * From so many bytes on it pays to receive them where they are to go; all others come together.
   */
  private static final int WORTH_WHILE = 64 << 10;

  private final Listener listener;
  private final byte[] header = new byte[Wire.RESPONSE_HEADER];
  private int headerFilled;
  private int id;
  private int status;
  private int left;
  private Body body = Body.DISCARD;

  /** What is to come before the data of a frame that tells its place, while it comes. */
  private byte @Nullable [] prefix;

  private boolean closedToClear;
  private boolean stopped;
  private @Nullable ChannelHandlerContext context;

  /** Whether what is read next comes straight to the room that the body has. */
  private boolean straight;

  FrameDecoder(Listener listener) {
    this.listener = listener;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    this.context = context;
  }

  /**
   * Where what comes next may be received: an empty buffer over the room that the body has, or null
   * if there is no room, if it is not worth while, or if others (TLS) are first to see what comes.
   */
  @Nullable ByteBuf straight() {
    ChannelHandlerContext here = context;
    straight = false;
    if (!stopped
        && left >= WORTH_WHILE
        && prefix == null
        && here != null
        && here.pipeline().first() == this) {
      ByteBuffer room = body.room(left);
      straight = room != null;
      return room == null ? null : Unpooled.wrappedBuffer(room).clear();
    }
    return null;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf in = (ByteBuf) message;
    try {
      if (straight) {
        straight = false;
        arrived(in.readableBytes());
      } else {
        decode(in);
      }
    } catch (ProtocolViolation e) {
      listener.lost("the server broke the protocol: " + e.getMessage());
      context.close();
    } finally {
      in.release();
    }
  }

  /**
   * Takes all readable bytes.
   *
   * @throws ProtocolViolation if they are not a sequence of frames
   */
  void decode(ByteBuf in) {
    while (in.isReadable() && !stopped) {
      if (closedToClear) {
        throw new ProtocolViolation("bytes in clear where TLS is to begin");
      }
      if (headerFilled < header.length) {
        headerFilled = fill(header, headerFilled, in);
        if (headerFilled < header.length) {
          return;
        }
        begin();
      }
      if (left > 0) {
        int take = Math.min(left, in.readableBytes());
        if (take == 0) {
          return;
        }
        take(in, take);
      }
      if (left == 0) {
        headerFilled = 0;
        listener.end(id, status, body);
      }
    }
  }

  private void arrived(int n) {
    body.arrived(n);
    left -= n;
    if (left == 0) {
      headerFilled = 0;
      listener.end(id, status, body);
    }
  }

  private static int fill(byte[] bytes, int filled, ByteBuf in) {
    int take = Math.min(in.readableBytes(), bytes.length - filled);
    in.readBytes(bytes, filled, take);
    return filled + take;
  }

  private void begin() {
    ByteBuffer h = ByteBuffer.wrap(header);
    id = h.getShort(0) & 0xffff;
    status = h.getShort(2) & 0xffff;
    left = h.getInt(4);
    if (left < 0) {
      throw new ProtocolViolation("a frame of " + left + " bytes");
    }
    if (status != Wire.STATUS) {
      body = listener.begin(id, status, left);
      return;
    }
    if (left < StatusFrame.BYTES || left > StatusFrame.MOST_BYTES) {
      throw new ProtocolViolation("a status frame of " + left + " bytes");
    }
    prefix = new byte[left];
  }

  private void take(ByteBuf in, int n) {
    byte[] open = prefix;
    if (open == null) {
      body.accept(in, n);
      left -= n;
      return;
    }
    in.readBytes(open, open.length - left, n);
    left -= n;
    if (left == 0) {
      prefix = null;
      StatusFrame frame = StatusFrame.parse(id, open);
      body = listener.beginPart(frame);
      status = frame.plainStatus();
      left = frame.length();
    }
  }

  /** Until {@link #openAgain} no byte may come: what does was put there by somebody else. */
  void closeToClear() {
    closedToClear = true;
  }

  /** From here on what comes has come through TLS. */
  void openAgain() {
    closedToClear = false;
  }

  /**
   * Whatever still comes goes nowhere: the buffers that it was for are back with their owners.
   * Under TLS a connection may deliver for a while after it was closed.
   */
  void stop() {
    stopped = true;
  }

  /** If a frame is on its way to {@code taker}, its rest goes nowhere. */
  void drop(Body taker) {
    if (body == taker && !(taker instanceof CollectBody)) {
      body = Body.DISCARD;
    }
  }

  /** Whether the bytes so far end with a whole frame. */
  boolean isBetweenFrames() {
    return headerFilled == 0;
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    listener.endOfBatch();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    listener.lost("the connection was closed");
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    listener.lost(cause.toString());
    context.close();
  }
}
