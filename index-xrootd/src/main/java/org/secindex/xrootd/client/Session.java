package org.secindex.xrootd.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to one server. Any thread may {@link #submit}; everything else happens on the
 * event loop of the connection. Every request ends: with its answer, at its deadline, or with the
 * connection.
 */
// A failed write ends the connection, which ends its requests.
@SuppressWarnings("FutureReturnValueIgnored")
final class Session {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);

  /** So many answers that never came mean that none will. */
  private static final int MOST_ABANDONED = 4096;

  private final Channel channel;
  private final Server server;

  private final Queue<Request> inbox = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean drainDue = new AtomicBoolean();
  private volatile boolean open = true;
  private volatile boolean retired;

  private final FrameDecoder decoder;
  private final Replies replies;
  private final InFlight inFlight;
  private final Outgoing outgoing;

  /** Not yet ended: queued, sent, or told to wait. */
  private final Deadlines live;

  private final Queue<Request> queue = new ArrayDeque<>();
  private String lostBecause = "the connection was closed";

  private volatile ProtocolAnswer protocol = ProtocolAnswer.NONE;
  private volatile byte[] id = {};
  private @Nullable CompletableFuture<ReadvLimits> limits;

  Session(Channel channel, Server server, XrootdOptions options) {
    this.channel = channel;
    this.server = server;
    this.outgoing = new Outgoing(channel);
    this.live = new Deadlines(channel.eventLoop(), this::overdue);
    this.inFlight = new InFlight(options.maxInFlight(), options.maxInFlightBytes());
    this.replies = new Replies(this, inFlight, live);
    this.decoder = new FrameDecoder(replies);
  }

  /** The handler to put into the pipeline of the connection. TLS goes before it. */
  FrameDecoder decoder() {
    return decoder;
  }

  Server server() {
    return server;
  }

  boolean isOpen() {
    return open;
  }

  /** Why the connection has ended. On the event loop. */
  String lostBecause() {
    return lostBecause;
  }

  void setProtocol(ProtocolAnswer answer) {
    protocol = answer;
  }

  /** What the server says about itself. */
  ProtocolAnswer protocol() {
    return protocol;
  }

  void setId(byte[] sessionId) {
    id = sessionId;
  }

  /** What the server calls this session; empty before the login, and if it has no name for it. */
  byte[] id() {
    return id;
  }

  Channel channel() {
    return channel;
  }

  /** The thread that all of this happens on. */
  EventLoop loop() {
    return channel.eventLoop();
  }

  /** What the server takes in a vector read; asked once. */
  synchronized CompletableFuture<ReadvLimits> readvLimits(long deadline) {
    if (limits == null || limits.isCompletedExceptionally()) {
      limits = ReadvLimits.ask(this, deadline);
    }
    return limits;
  }

  // ---- sending

  /** Sends the request as soon as the window allows. Its future ends on the event loop. */
  void submit(Request request) {
    inbox.add(request);
    if (drainDue.compareAndSet(false, true)) {
      try {
        channel.eventLoop().execute(this::drain);
      } catch (RejectedExecutionException e) {
        drainDue.set(false);
        for (Request r = inbox.poll(); r != null; r = inbox.poll()) {
          r.fail(failure(r, XrootdError.CLIENT_CLOSED, "the client was closed", false));
        }
      }
    }
  }

  private void drain() {
    drainDue.set(false);
    for (Request r = inbox.poll(); r != null; r = inbox.poll()) {
      if (!open) {
        r.fail(failure(r, XrootdError.CONNECTION_LOST, lostBecause, false));
      } else if (!r.ended()) {
        live.add(r);
        queue.add(r);
      }
    }
    pump();
  }

  /** Sends what the window allows, flushed once. On the event loop. */
  void pump() {
    if (queue.isEmpty() || !open) {
      return;
    }
    for (Request r = queue.peek(); r != null && inFlight.fits(r); r = queue.peek()) {
      queue.poll();
      if (r.ended()) {
        live.remove(r);
        continue;
      }
      inFlight.add(r);
      r.sent = true;
      r.sentAt = System.nanoTime();
      outgoing.add(r);
    }
    outgoing.flush();
  }

  /** Sends bytes of the time before the login. On the event loop. */
  void greet(ByteBuf bytes) {
    channel.writeAndFlush(bytes, channel.voidPromise());
  }

  /** Sends a request of the time before the login is over. On the event loop. */
  void exchange(Request request) {
    ByteBuf out = Unpooled.buffer(256);
    request.encode(out, true);
    expectFirst(request);
    greet(out);
  }

  /** The next frame with the id 0 answers this request. On the event loop. */
  void expectFirst(Request request) {
    if (!open) {
      request.fail(failure(request, XrootdError.CONNECTION_LOST, lostBecause, false));
      return;
    }
    inFlight.addFirst(request);
    request.sent = true;
    request.sentAt = System.nanoTime();
    live.add(request);
  }

  /**
   * Sends a request once more, to the same server, in {@code seconds}. It is out of the window
   * meanwhile. On the event loop.
   */
  void sendAgainIn(int seconds, Request r) {
    r.sent = false;
    r.deferred = false;
    live.add(r);
    channel
        .eventLoop()
        .schedule(
            () -> {
              if (live.contains(r)) {
                queue.add(r);
                pump();
              }
            },
            seconds,
            TimeUnit.SECONDS);
  }

  // ---- time and end

  /** Whether nothing is asked, and nothing open that would be lost. On the event loop. */
  boolean isUnused() {
    return isQuiet() && replies.openFiles() <= 0;
  }

  /** Whether nothing is asked. On the event loop. */
  boolean isQuiet() {
    return live.isEmpty() && inbox.isEmpty() && inFlight.abandoned() == 0;
  }

  /** When the server was last heard of, in the time of {@link System#nanoTime}. */
  long lastReceived() {
    return replies.last();
  }

  private void overdue(List<Request> late) {
    boolean dead = false;
    for (Request r : late) {
      dead |= timeOut(r);
    }
    if (dead || inFlight.abandoned() > MOST_ABANDONED) {
      lost("a request was not answered in time");
    }
    pump();
  }

  /**
   * Gives up a request; its id stays taken. Returns whether the connection must be given up, too.
   */
  private boolean timeOut(Request r) {
    boolean silent = false;
    if (r.sent) {
      // Bytes of a late write must not reach the server after the caller was told, nor may its
      // buffer be in use.
      silent = r.id == 0 || r.changesFile() || (!r.deferred && replies.last() - r.sentAt < 0);
      inFlight.abandon(r);
      decoder.drop(r.body);
    }
    if (silent) {
      channel.close();
    }
    r.fail(
        failure(
            r,
            XrootdError.TIMED_OUT,
            "no answer within the request timeout",
            r.sent && !r.idempotent));
    return silent;
  }

  /** The connection has ended, or must end. On the event loop; called again, it does nothing. */
  void lost(String cause) {
    assert loop().inEventLoop();
    if (!open) {
      return;
    }
    lostBecause = cause;
    open = false;
    decoder.stop();
    channel.close();
    queue.clear();
    LOG.debug("connection to {} ends: {}", server, cause);
    for (Request r : live.drain()) {
      r.fail(failure(r, XrootdError.CONNECTION_LOST, cause, r.sent && !r.idempotent));
    }
  }

  /** Ends a connection that is of no use for now. On the event loop. */
  void retire() {
    retired = true;
    lost("it was idle");
  }

  /** Whether it was ended because nobody needed it. */
  boolean isRetired() {
    return retired;
  }

  /** Ends the connection, and with it every request. */
  void close() {
    try {
      channel.eventLoop().execute(() -> lost("the client was closed"));
    } catch (RejectedExecutionException e) {
      LOG.debug("{} was closed already", server);
    }
  }

  XrootdException failure(Request r, XrootdError error, String text, boolean unknown) {
    return XrootdException.client(error, text, server.toString(), r.operation, r.path, unknown);
  }
}
