package org.secindex.xrootd.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.Set;
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
final class Session implements FrameDecoder.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);
  private static final long TICK_MILLIS = 50;

  /** So many answers that never came mean that none will. */
  private static final int MOST_ABANDONED = 4096;

  private final Channel channel;
  private final Server server;

  private final Queue<Request> inbox = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean drainDue = new AtomicBoolean();
  private volatile boolean open = true;

  private final FrameDecoder decoder = new FrameDecoder(this);
  private final InFlight inFlight;
  private final Outgoing outgoing;

  /** Not yet ended, in the order of submission: queued, sent, or told to wait. */
  private final Set<Request> live = new LinkedHashSet<>();

  private final Queue<Request> queue = new ArrayDeque<>();
  private long lastReceived = System.nanoTime();
  private boolean ticking;
  private String lostBecause = "";

  private volatile int flags;
  private @Nullable CompletableFuture<ReadvLimits> limits;

  Session(Channel channel, Server server, XrootdOptions options) {
    this.channel = channel;
    this.server = server;
    this.outgoing = new Outgoing(channel);
    this.inFlight = new InFlight(options.maxInFlight(), options.maxInFlightBytes());
  }

  /** The handler to put into the pipeline of the connection. TLS would go before it. */
  FrameDecoder decoder() {
    return decoder;
  }

  Server server() {
    return server;
  }

  boolean isOpen() {
    return open;
  }

  /** Flags of the answer to the protocol request. */
  void setFlags(int flags) {
    this.flags = flags;
  }

  boolean isManager() {
    return (flags & Wire.IS_MANAGER) != 0;
  }

  boolean isMetaManager() {
    return (flags & Wire.IS_META_MANAGER) != 0;
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
    if (!ticking && !live.isEmpty()) {
      ticking = true;
      tickLater();
    }
  }

  /** Sends what the window allows, flushed once. */
  private void pump() {
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
    if (!ticking) {
      ticking = true;
      tickLater();
    }
  }

  // ---- receiving

  @Override
  public Body begin(int id, int status, int length) {
    lastReceived = System.nanoTime();
    switch (status) {
      case Wire.OK, Wire.OKSOFAR -> {
        Request r = inFlight.get(id);
        if (r == null) {
          LOG.warn("{} answers {} bytes to nobody: stream {}", server, length, id);
          return Body.DISCARD;
        }
        // A late answer must not touch the caller's buffer; that to an open is kept for its handle.
        return r.ended() && r.code != Wire.OPEN ? Body.DISCARD : r.body;
      }
      case Wire.ERROR, Wire.REDIRECT, Wire.WAIT, Wire.WAITRESP, Wire.ATTN, Wire.AUTHMORE -> {
        return new CollectBody();
      }
      default -> throw new ProtocolViolation("a frame with status " + status);
    }
  }

  @Override
  public void end(int id, int status, Body body) {
    if (status == Wire.ATTN) {
      attention((CollectBody) body);
      return;
    }
    Request r = inFlight.get(id);
    if (r == null) {
      if (status != Wire.OK && status != Wire.OKSOFAR) {
        LOG.warn("{} sends status {} to nobody: stream {}", server, status, id);
      }
      return;
    }
    switch (status) {
      case Wire.OKSOFAR -> {}
      case Wire.OK -> finish(r);
      case Wire.ERROR -> {
        CollectBody error = (CollectBody) body;
        int code = error.buffer(0, 4, "an error").getInt();
        release(r);
        r.fail(XrootdException.server(code, error.text(4), server.toString(), r.operation, r.path));
      }
      case Wire.REDIRECT -> {
        CollectBody redirect = (CollectBody) body;
        int port = redirect.buffer(0, 4, "a redirect").getInt();
        release(r);
        r.done.complete(new Reply.Redirect(port, redirect.text(4)));
      }
      case Wire.WAIT -> resendIn(r, ((CollectBody) body).buffer(0, 4, "a wait").getInt());
      case Wire.WAITRESP -> r.deferred = true;
      default -> {
        release(r);
        r.fail(
            failure(
                r,
                XrootdError.CLIENT_UNSUPPORTED,
                "the server wants another round of authentication",
                false));
      }
    }
  }

  @Override
  public void endOfBatch() {
    pump();
  }

  private void finish(Request r) {
    boolean late = r.ended();
    String problem = late ? null : r.body.complete();
    release(r);
    if (late) {
      if (r.code == Wire.OPEN && ((CollectBody) r.body).length() >= 4) {
        int handle = ((CollectBody) r.body).buffer(0, 4, "an open").getInt();
        submit(Requests.close(handle, r.path, System.nanoTime() + TimeUnit.SECONDS.toNanos(60)));
      }
      return;
    }
    if (problem == null) {
      r.done.complete(Reply.Done.DONE);
    } else {
      r.fail(failure(r, XrootdError.PAST_END, problem, false));
    }
  }

  /** The answer is final: the id is free, and the request no longer waits. */
  private void release(Request r) {
    live.remove(r);
    inFlight.remove(r);
  }

  /** Same request, same server, later. It is out of the window meanwhile. */
  private void resendIn(Request r, int seconds) {
    boolean late = r.ended();
    release(r);
    if (late) {
      return;
    }
    long resumeAt = System.nanoTime() + TimeUnit.SECONDS.toNanos(Math.max(0, seconds));
    if (resumeAt - r.deadline >= 0) {
      r.fail(
          failure(
              r,
              XrootdError.TIMED_OUT,
              "the server says to wait " + seconds + " s, which is beyond the request timeout",
              false));
      return;
    }
    LOG.debug("{} {} waits {} s as {} says", r.operation, r.path, seconds, server);
    r.forgetRefresh();
    r.body.restart();
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
            Math.max(0, seconds),
            TimeUnit.SECONDS);
  }

  /** An unsolicited message: only the deferred answer, a frame in a frame, means anything. */
  private void attention(CollectBody message) {
    if (message.buffer(0, 4, "an unsolicited message").getInt() != Wire.ATTN_ASYNRESP) {
      LOG.info("{} says: {}", server, message.text(4));
      return;
    }
    ByteBuffer frame = message.buffer(8, Wire.RESPONSE_HEADER, "a deferred answer");
    FrameDecoder inner = new FrameDecoder(this);
    if ((frame.getShort(frame.position() + 2) & 0xffff) == Wire.ATTN) {
      throw new ProtocolViolation("an unsolicited message within another");
    }
    inner.decode(Unpooled.wrappedBuffer(frame));
    if (!inner.isBetweenFrames()) {
      throw new ProtocolViolation("a deferred answer that is cut short");
    }
  }

  // ---- time and end

  private void tickLater() {
    channel.eventLoop().schedule(this::tick, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void tick() {
    long now = System.nanoTime();
    boolean dead = false;
    for (Request r : new ArrayList<>(live)) {
      if (r.deadline - now <= 0 && live.remove(r)) {
        dead |= timeOut(r);
      }
    }
    if (dead || inFlight.abandoned() > MOST_ABANDONED) {
      lost("a request was not answered in time");
    }
    pump();
    ticking = !live.isEmpty();
    if (ticking) {
      tickLater();
    }
  }

  /**
   * Gives up a request; its id stays taken. Returns whether the connection must be given up, too.
   */
  private boolean timeOut(Request r) {
    boolean silent = false;
    if (r.sent) {
      // Bytes of a late write must not reach the server after the caller was told, nor may its
      // buffer be in use.
      silent = r.id == 0 || r.code == Wire.WRITE || (!r.deferred && lastReceived - r.sentAt < 0);
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

  @Override
  public void lost(String cause) {
    if (!open) {
      return;
    }
    lostBecause = cause;
    open = false;
    channel.close();
    queue.clear();
    LOG.debug("connection to {} ends: {}", server, cause);
    for (Request r : new ArrayList<>(live)) {
      r.fail(failure(r, XrootdError.CONNECTION_LOST, cause, r.sent && !r.idempotent));
    }
    live.clear();
  }

  /** Ends the connection, and with it every request. */
  void close() {
    try {
      channel.eventLoop().execute(() -> lost("the client was closed"));
    } catch (RejectedExecutionException e) {
      LOG.debug("{} was closed already", server);
    }
  }

  private XrootdException failure(Request r, XrootdError error, String text, boolean unknown) {
    return XrootdException.client(error, text, server.toString(), r.operation, r.path, unknown);
  }
}
