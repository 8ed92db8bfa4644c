package org.secindex.xrootd.client;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.util.NetUtil;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Connects to whichever address of a host answers first (RFC 8305, happy eyeballs): the families
 * take turns, and each address has a head start before the next one is tried, too.
 */
// What fails here is told to the listener, or comes to nothing.
@SuppressWarnings("FutureReturnValueIgnored")
final class Dialer {
  private static final long HEAD_START_MILLIS = 250;

  /** Who knows the addresses of a host; may take as long as it likes. */
  interface Resolver {
    List<InetAddress> addresses(String host) throws UnknownHostException;

    /** The system. */
    Resolver SYSTEM = host -> List.of(InetAddress.getAllByName(host));
  }

  private final Bootstrap bootstrap;
  private final Resolver resolver;
  private final Server server;
  private final CompletableFuture<Channel> result = new CompletableFuture<>();
  private final Queue<InetAddress> untried = new ArrayDeque<>();
  private final List<String> failures = new ArrayList<>();
  private int pending;

  private Dialer(Bootstrap bootstrap, Resolver resolver, Server server) {
    this.bootstrap = bootstrap;
    this.resolver = resolver;
    this.server = server;
  }

  /** Connects within {@code patience}, name resolution included. */
  static CompletableFuture<Channel> dial(
      Bootstrap bootstrap, Resolver resolver, Server server, Duration patience) {
    Dialer dialer = new Dialer(bootstrap, resolver, server);
    Future<?> alarm =
        bootstrap
            .config()
            .group()
            .schedule(
                () -> dialer.fail("no connection within " + patience.toMillis() + " ms"),
                patience.toNanos(),
                TimeUnit.NANOSECONDS);
    dialer.result.whenComplete((channel, e) -> alarm.cancel(false));
    InetAddress literal = NetUtil.createInetAddressFromIpAddressString(server.host());
    if (literal != null) {
      dialer.start(List.of(literal));
    } else {
      dialer.resolve();
    }
    return dialer.result;
  }

  private void resolve() {
    Aside.get("xrootd-resolve", this::addresses)
        .whenComplete(
            (addresses, e) -> {
              if (e != null) {
                fail("the addresses of " + server.host() + " cannot be found: " + e);
              } else if (addresses.isEmpty()) {
                fail("unknown host " + server.host());
              } else {
                start(addresses);
              }
            });
  }

  private List<InetAddress> addresses() {
    try {
      return resolver.addresses(server.host());
    } catch (UnknownHostException e) {
      return List.of();
    }
  }

  private void start(List<InetAddress> addresses) {
    ArrayDeque<InetAddress> v6 = new ArrayDeque<>();
    ArrayDeque<InetAddress> v4 = new ArrayDeque<>();
    addresses.forEach(a -> (a instanceof Inet6Address ? v6 : v4).add(a));
    boolean sixFirst = addresses.get(0) instanceof Inet6Address;
    while (!v6.isEmpty() || !v4.isEmpty()) {
      ArrayDeque<InetAddress> turn = sixFirst ? v6 : v4;
      if (!turn.isEmpty()) {
        untried.add(turn.poll());
      }
      sixFirst = !sixFirst;
    }
    next();
  }

  private synchronized void next() {
    if (result.isDone() || bootstrap.config().group().isShuttingDown()) {
      return;
    }
    InetAddress address = untried.poll();
    if (address == null) {
      if (pending == 0) {
        fail(String.join("; ", failures));
      }
      return;
    }
    pending++;
    ChannelFuture connecting = bootstrap.connect(new InetSocketAddress(address, server.port()));
    if (!untried.isEmpty()) {
      bootstrap.config().group().schedule(this::next, HEAD_START_MILLIS, TimeUnit.MILLISECONDS);
    }
    connecting.addListener(
        done -> {
          if (!done.isSuccess()) {
            failed(done.cause());
          } else if (!result.complete(connecting.channel())) {
            connecting.channel().close();
          }
        });
  }

  private synchronized void failed(Throwable cause) {
    pending--;
    failures.add(String.valueOf(cause.getMessage()));
    next();
  }

  private void fail(String why) {
    result.completeExceptionally(
        XrootdException.client(
            XrootdError.CONNECT_FAILED, why, server.toString(), "connect", "", false));
  }
}
