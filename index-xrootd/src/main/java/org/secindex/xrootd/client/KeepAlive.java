package org.secindex.xrootd.client;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after a session in which nothing happens. One without an open file is ended after a while;
 * one with an open file is kept in use by pings, so that neither the network forgets it nor its
 * loss goes unnoticed until the next read. On the event loop of the session.
 */
// A clock that cannot be set any more is that of a client that was closed.
@SuppressWarnings("FutureReturnValueIgnored")
final class KeepAlive {
  private static final Logger LOG = LoggerFactory.getLogger(KeepAlive.class);

  private final Session session;
  private final long idleNanos;
  private final long pingNanos;
  private final Duration patience;

  private KeepAlive(Session session, XrootdOptions options) {
    this.session = session;
    this.idleNanos = options.idleTimeout().toNanos();
    this.pingNanos = options.keepAlive().toNanos();
    this.patience = options.patience();
  }

  /** Begins to look after it. */
  static void watch(Session session, XrootdOptions options) {
    new KeepAlive(session, options).lookLater();
  }

  private void lookLater() {
    session.loop().schedule(this::look, Math.min(idleNanos, pingNanos) / 4, TimeUnit.NANOSECONDS);
  }

  private void look() {
    if (!session.isOpen()) {
      return;
    }
    long quiet = System.nanoTime() - session.lastReceived();
    if (session.isUnused() && quiet >= idleNanos) {
      session.retire();
      return;
    }
    if (session.isQuiet() && !session.isUnused() && quiet >= pingNanos) {
      // Any answer will do, and none at all ends the session.
      Request ping = Requests.ping(System.nanoTime() + patience.toNanos());
      ping.done.whenComplete(
          (ok, e) -> LOG.debug("{} {}", session.server(), e == null ? "is there" : e.getMessage()));
      session.submit(ping);
    }
    lookLater();
  }
}
