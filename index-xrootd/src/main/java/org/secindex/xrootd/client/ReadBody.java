package org.secindex.xrootd.client;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Data as they come. */
final class ReadBody implements Filling {
  private final ByteBuffer into;
  private final int start;
  private final int length;
  private int filled;

  /** Data goes to {@code into} from {@code start} on; position and limit are moved as it comes. */
  ReadBody(ByteBuffer into, int start, int length) {
    this.into = into;
    this.start = start;
    this.length = length;
  }

  @Override
  public void accept(ByteBuf in, int n) {
    if (n > length - filled) {
      throw new ProtocolViolation("more than the " + length + " bytes asked for");
    }
    int at = start + filled;
    into.limit(at + n).position(at);
    in.readBytes(into);
    filled += n;
  }

  @Override
  public @Nullable ByteBuffer room(int most) {
    int n = Math.min(most, length - filled);
    return n > 0 && into.isDirect() ? into.duplicate().clear().slice(start + filled, n) : null;
  }

  @Override
  public void arrived(int n) {
    filled += n;
  }

  @Override
  public void restart() {
    filled = 0;
  }

  @Override
  public int filled() {
    return filled;
  }

  @Override
  public int length() {
    return length;
  }
}
