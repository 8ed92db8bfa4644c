package org.secindex.xrootd.client;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a client: one per server and user, connected when first asked for, and again when
 * lost.
 */
// Ends are told through the callbacks given.
@SuppressWarnings("FutureReturnValueIgnored")
final class Sessions implements AutoCloseable {
  private static final int RECEIVE_MOST = 512 << 10;

  private final XrootdOptions options;
  private final EventLoopGroup group;
  private final Bootstrap bootstrap;
  private final Map<Server, CompletableFuture<Session>> byServer = new ConcurrentHashMap<>();
  private volatile boolean closed;

  Sessions(XrootdOptions options) {
    this.options = options;
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
            .option(
                ChannelOption.RECVBUF_ALLOCATOR,
                new AdaptiveRecvByteBufAllocator(256, 64 << 10, RECEIVE_MOST))
            // The session comes into the pipeline once connected; servers do not speak first.
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {}
                });
  }

  /** The session for a server; fails with {@link XrootdException}. */
  CompletableFuture<Session> get(Server server) {
    if (closed) {
      return CompletableFuture.failedFuture(
          XrootdException.client(
              XrootdError.CLIENT_CLOSED,
              "the client was closed",
              server.toString(),
              "connect",
              "",
              false));
    }
    // A login token is for whoever has to log in; it may be another with every redirect.
    Server key = server.withToken("");
    CompletableFuture<Session> known = byServer.get(key);
    if (known != null && isUsable(known)) {
      return known;
    }
    try {
      return Objects.requireNonNull(
          byServer.compute(key, (s, old) -> old != null && isUsable(old) ? old : connect(server)));
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(e); // Closed in this very moment.
    }
  }

  private static boolean isUsable(CompletableFuture<Session> session) {
    return !session.isDone() || (!session.isCompletedExceptionally() && session.join().isOpen());
  }

  private CompletableFuture<Session> connect(Server server) {
    return Dialer.dial(bootstrap, server, options.patience())
        .thenCompose(
            channel -> {
              CompletableFuture<Session> ready = new CompletableFuture<>();
              channel.eventLoop().execute(() -> logIn(channel, server, ready));
              return ready;
            });
  }

  private void logIn(Channel channel, Server server, CompletableFuture<Session> ready) {
    Session session = new Session(channel, server, options);
    channel.pipeline().addLast(session.decoder());
    if (!channel.isActive()) {
      session.lost("the connection was closed at once");
    }
    Login.run(session, System.nanoTime() + options.patience().toNanos())
        .whenComplete(
            (ok, e) -> {
              if (e == null) {
                ready.complete(session);
              } else {
                session.lost("login failed");
                ready.completeExceptionally(unready(Await.failure(e)));
              }
            });
  }

  /** A server that does not get as far as the login is as good as none. */
  private static XrootdException unready(XrootdException e) {
    return switch (e.error()) {
      case TIMED_OUT, CONNECTION_LOST ->
          XrootdException.client(
              XrootdError.CONNECT_FAILED,
              "connected, but " + e.operation() + " failed: " + e.text(),
              e.server(),
              "connect",
              "",
              false);
      default -> e;
    };
  }

  @Override
  public void close() {
    closed = true;
    byServer.values().forEach(s -> s.whenComplete((session, e) -> end(session)));
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
