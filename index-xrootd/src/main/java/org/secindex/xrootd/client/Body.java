package org.secindex.xrootd.client;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Takes the data of the answer to one request, frame by frame, on the event loop of its session.
 */
interface Body {
  /**
   * Takes exactly {@code n} bytes from {@code in}.
   *
   * @throws ProtocolViolation if they cannot be an answer to the request
   */
  void accept(ByteBuf in, int n);

  /**
   * Where the next bytes of a frame may be put, {@code most} of them at most: at the position of a
   * direct buffer. {@link #arrived} is told how many were. Null if they are to be {@link #accept
   * accepted}.
   */
  default @Nullable ByteBuffer room(int most) {
    return null;
  }

  /** {@code n} bytes have come to the {@link #room} that was given last. */
  default void arrived(int n) {
    throw new IllegalStateException("no room was given");
  }

  /**
   * A frame starts that has {@code length} bytes for the place {@code offset} in the file,
   * checksums among them.
   *
   * @throws ProtocolViolation if such a frame cannot be an answer to the request
   */
  default void part(long offset, int length) {
    throw new ProtocolViolation("a status frame for a request that has no checksums");
  }

  /**
   * All has come. Returns what is wrong with it as a whole, or null if it is as it should be.
   *
   * @throws ProtocolViolation if it cannot be an answer to the request
   */
  default @Nullable String complete() {
    return null;
  }

  /** Forgets what came: the request is sent once more. */
  default void restart() {}

  /** Takes anything and keeps nothing. */
  Body DISCARD = ByteBuf::skipBytes;
}
