package org.secindex.xrootd.client;

import io.netty.buffer.ByteBuf;
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
