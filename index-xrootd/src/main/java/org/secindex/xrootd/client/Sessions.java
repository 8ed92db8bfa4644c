package org.secindex.xrootd.client;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a client: one per server and user, connected when first asked for, and again when
 * lost.
 */
// Ends are told through the callbacks given.
@SuppressWarnings("FutureReturnValueIgnored")
final class Sessions implements AutoCloseable {
  private static final RecvByteBufAllocator RECEIVE =
      new AdaptiveRecvByteBufAllocator(256, 64 << 10, 512 << 10);

  private static final int SESSION_ID = 16;
  private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final XrootdOptions options;
  private final EventLoopGroup group;
  private final Bootstrap bootstrap;
  private final Dialer.Resolver resolver;
  private final Tls tls;
  private final Map<Server, CompletableFuture<Session>> byServer = new ConcurrentHashMap<>();

  /** All that are open, those that are not sessions yet among them. */
  private final Set<Channel> channels = ConcurrentHashMap.newKeySet();

  /** What servers call the sessions that were lost, for as long as there is no other. */
  private final Map<Server, byte[]> lost = new ConcurrentHashMap<>();

  private final LongAdder repeats = new LongAdder();

  private volatile boolean closed;

  Sessions(XrootdOptions options, Dialer.Resolver resolver) {
    this.options = options;
    this.resolver = resolver;
    this.tls = new Tls(options.security());
    AtomicInteger number = new AtomicInteger();
    ThreadFactory threads =
        task -> new Await.LoopThread(task, "xrootd-" + number.incrementAndGet());
    this.group =
        new MultiThreadIoEventLoopGroup(options.ioThreads(), threads, NioIoHandler.newFactory());
    this.bootstrap =
        new Bootstrap()
            .group(group)
            .channel(NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.SO_KEEPALIVE, true)
            .option(
                ChannelOption.CONNECT_TIMEOUT_MILLIS,
                (int) Math.min(Integer.MAX_VALUE, options.patience().toMillis()))
            // The session comes into the pipeline once connected; servers do not speak first.
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channels.add(channel);
                    channel.closeFuture().addListener(end -> channels.remove(channel));
                    if (closed) {
                      channel.close();
                    }
                  }
                });
  }

  /** The session for a server; fails with {@link XrootdException}. */
  CompletableFuture<Session> get(Server server) {
    if (closed) {
      return CompletableFuture.failedFuture(closed(server));
    }
    // A login token is for whoever has to log in; it may be another with every redirect.
    Server key = server.withToken("");
    CompletableFuture<Session> known = byServer.get(key);
    if (known == null || !isUsable(known)) {
      try {
        known =
            Objects.requireNonNull(
                byServer.compute(
                    key, (s, old) -> old != null && isUsable(old) ? old : connect(server)));
      } catch (RejectedExecutionException e) {
        return CompletableFuture.failedFuture(e); // Closed in this very moment.
      }
    }
    if (closed) { // Meanwhile, so that nobody else may end it.
      known.completeExceptionally(closed(server));
    }
    return known;
  }

  /** See {@link XrootdClient#repeats}. */
  void countRepeat() {
    repeats.increment();
  }

  long repeats() {
    return repeats.sum();
  }

  private static XrootdException closed(Server server) {
    return XrootdException.client(
        XrootdError.CLIENT_CLOSED,
        "the client was closed",
        server.toString(),
        "connect",
        "",
        false);
  }

  private static boolean isUsable(CompletableFuture<Session> session) {
    return !session.isDone() || (!session.isCompletedExceptionally() && session.join().isOpen());
  }

  /** The future ends at once when the client is closed, whatever the connecting waits for. */
  private CompletableFuture<Session> connect(Server server) {
    CompletableFuture<Session> ready = new CompletableFuture<>();
    Dialer.dial(bootstrap, resolver, server, options.patience())
        .whenComplete(
            (channel, e) -> {
              if (e == null) {
                channel.eventLoop().execute(() -> logIn(channel, server, ready));
              } else {
                ready.completeExceptionally(e);
              }
            });
    return ready;
  }

  private void logIn(Channel channel, Server server, CompletableFuture<Session> ready) {
    Session session = new Session(channel, server, options);
    channel.config().setRecvByteBufAllocator(new StraightReceive(RECEIVE, session.decoder()));
    channel.pipeline().addLast(session.decoder());
    if (!channel.isActive()) {
      session.lost("the connection was closed at once");
    }
    long patience = options.patience().toNanos();
    // The server has its own deadline; this is for what we look for in files.
    Future<?> alarm =
        session
            .loop()
            .schedule(
                () -> {
                  session.lost("no end of the login");
                  ready.completeExceptionally(
                      connectFailed(server.toString(), "no end of the login"));
                },
                patience + GRACE_NANOS,
                TimeUnit.NANOSECONDS);
    ready.whenComplete((ok, e) -> alarm.cancel(false));
    Login.run(session, options.security(), tls, System.nanoTime() + patience)
        .whenComplete(
            (ok, e) -> {
              if (e != null) {
                session.lost("login failed");
                ready.completeExceptionally(unready(Await.failure(e)));
              } else {
                begin(session, ready);
              }
            });
  }

  private void begin(Session session, CompletableFuture<Session> ready) {
    Server key = session.server().withToken("");
    session.channel().closeFuture().addListener(end -> ended(key, session, ready));
    byte[] before = lost.remove(key);
    if (before != null && !Arrays.equals(before, session.id())) {
      // The server may not know yet that it was lost, and keep its files locked.
      long deadline = System.nanoTime() + options.requestTimeout().toNanos();
      session.submit(Requests.endSession(before, deadline));
    }
    KeepAlive.watch(session, options);
    if (!ready.complete(session)) {
      session.lost("the client was closed");
    }
  }

  private void ended(Server key, Session session, CompletableFuture<Session> ready) {
    if (!session.isRetired() && session.id().length == SESSION_ID) {
      lost.put(key, session.id());
    }
    byServer.remove(key, ready);
  }

  /** A server that does not get as far as the login is as good as none. */
  private static XrootdException unready(XrootdException e) {
    return switch (e.error()) {
      case TIMED_OUT, CONNECTION_LOST ->
          connectFailed(e.server(), e.operation() + " failed: " + e.text());
      default -> e;
    };
  }

  private static XrootdException connectFailed(String server, String why) {
    return XrootdException.client(
        XrootdError.CONNECT_FAILED, "connected, but " + why, server, "connect", "", false);
  }

  @Override
  public void close() {
    closed = true;
    byServer.forEach(
        (server, session) -> {
          session.completeExceptionally(closed(server));
          session.whenComplete((s, e) -> end(s));
        });
    // Event loops that are shut down in the wrong moment leave theirs open.
    channels.forEach(Channel::close);
    var ended = group.shutdownGracefully(0, 5, TimeUnit.SECONDS);
    if (!(Thread.currentThread() instanceof Await.LoopThread)) {
      ended.awaitUninterruptibly(5, TimeUnit.SECONDS);
    }
  }

  private static void end(@Nullable Session session) {
    if (session != null) {
      session.close();
    }
  }
}
