package org.secindex.xrootd.client;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/**
 * One request to one server: what goes over the wire, where the data of the answer goes, and how it
 * ended. The sixteen parameter bytes of the header are held as two longs. All that changes belongs
 * to the event loop of the session.
 */
final class Request {
  static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

  final int code;
  final String operation;
  final String path;
  final ByteBuffer payload;
  final Body body;

  /** In the time of {@link System#nanoTime}. */
  long deadline;

  /** The deadline without {@link #hurry}. */
  private final long latest;

  /** Whether doing it twice is the same as doing it once. */
  final boolean idempotent;

  /** Bytes that it and its answer take, for the window. */
  final int weight;

  /** Ends on the event loop, with {@link XrootdException} if it fails. */
  final CompletableFuture<Reply> done = new CompletableFuture<>();

  private long high;
  private final long low;

  /** The id on the wire while sent; 0 otherwise. */
  int id;

  /** Whether it may have reached the server. */
  boolean sent;

  /** Time of the last sending. */
  long sentAt;

  /** Whether a server that says to wait is an answer, rather than waited for. */
  boolean wantsToKnowOfWaits;

  /** Nobody waits for the answer any more. */
  boolean abandoned;

  /** The server has promised an answer for later. */
  boolean deferred;

  Request(
      int code,
      String operation,
      String path,
      long high,
      long low,
      ByteBuffer payload,
      Body body,
      int answerBytes,
      boolean idempotent,
      long deadline) {
    this.code = code;
    this.operation = operation;
    this.path = path;
    this.high = high;
    this.low = low;
    this.payload = payload;
    this.body = body;
    this.weight = (int) Math.min(Integer.MAX_VALUE, (long) payload.remaining() + answerBytes);
    this.idempotent = idempotent;
    this.deadline = deadline;
    this.latest = deadline;
  }

  /** Writes header and, if {@code withPayload}, payload. */
  void encode(ByteBuf out, boolean withPayload) {
    out.writeShort(id)
        .writeShort(code)
        .writeLong(high)
        .writeLong(low)
        .writeInt(payload.remaining());
    if (withPayload) {
      out.writeBytes(payload.duplicate());
    }
  }

  /**
   * After a wait: a manager that is asked to look afresh would start anew, and answer with another
   * wait, for ever.
   */
  void forgetRefresh() {
    if (code == Wire.OPEN) {
      high &= ~((long) Wire.OPEN_REFRESH << 32);
    } else if (code == Wire.LOCATE) {
      high &= ~((long) Wire.LOCATE_REFRESH << 48);
    }
  }

  /** Whether it has the caller's data in it. */
  boolean changesFile() {
    return code == Wire.WRITE || code == Wire.PGWRITE;
  }

  /**
   * Shortens the deadline to a third of what is left of it, for who can ask another server if this
   * one hangs. To be called before it is submitted.
   */
  void hurry() {
    long now = System.nanoTime();
    deadline = now + (deadline - now) / 3;
  }

  /** The server has said to wait, so it does not hang: there is no hurry. */
  void takeTime() {
    deadline = latest;
  }

  /** Whether it is over, by answer, failure, or the caller's cancelling. */
  boolean ended() {
    return done.isDone();
  }

  void fail(XrootdException e) {
    done.completeExceptionally(e);
  }
}
