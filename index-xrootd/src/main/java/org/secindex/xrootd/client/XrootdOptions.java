package org.secindex.xrootd.client;

import java.time.Duration;

/**
 * Settings of a client.
 *
 * @param requestTimeout life of one call: queueing behind others, waits, redirects and recovery
 *     included
 * @param connectTimeout patience for a TCP connection over all addresses of a host, and again for
 *     the login
 * @param idleTimeout a connection that was not used for so long, and has no file open, is ended;
 *     the next request makes another
 * @param keepAlive a connection that was not used for so long, but has a file open, is asked for a
 *     sign of life
 * @param userName the name told to servers, unless the URL has one; for monitoring, and for {@code
 *     unix} and {@code sss} authentication
 * @param maxInFlight requests sent but not answered, per connection; others queue
 * @param maxInFlightBytes bytes asked for or sent but not answered, per connection; one larger
 *     request goes alone
 * @param ioThreads threads that serve all connections
 * @param security whom to trust, and what to show to servers that ask
 */
public record XrootdOptions(
    Duration requestTimeout,
    Duration connectTimeout,
    Duration idleTimeout,
    Duration keepAlive,
    String userName,
    int maxInFlight,
    int maxInFlightBytes,
    int ioThreads,
    XrootdSecurity security) {

  /**
   * What suits most: 60 s a request, 8 s to connect, 5 minutes until an idle connection is ended, a
   * sign of life each minute, the login name, 256 requests and 32 MiB in flight.
   */
  public static XrootdOptions defaults() {
    return new XrootdOptions(
        Duration.ofSeconds(60),
        Duration.ofSeconds(8),
        Duration.ofMinutes(5),
        Duration.ofMinutes(1),
        System.getProperty("user.name", "nobody"),
        256,
        32 << 20,
        Math.min(2, Runtime.getRuntime().availableProcessors()),
        XrootdSecurity.defaults());
  }

  /** Checks the settings. */
  public XrootdOptions {
    positive("requestTimeout", requestTimeout.toNanos());
    positive("connectTimeout", connectTimeout.toNanos());
    positive("idleTimeout", idleTimeout.toNanos());
    positive("keepAlive", keepAlive.toNanos());
    positive("maxInFlight", maxInFlight);
    positive("maxInFlightBytes", maxInFlightBytes);
    positive("ioThreads", ioThreads);
    if (userName.isEmpty()) {
      throw new IllegalArgumentException("userName is empty");
    }
    if (maxInFlight > InFlight.IDS) {
      throw new IllegalArgumentException(
          "maxInFlight " + maxInFlight + " is above " + InFlight.IDS);
    }
  }

  private static void positive(String name, long value) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " must be above zero: " + value);
    }
  }

  /** These settings with another {@link #requestTimeout}. */
  public XrootdOptions withRequestTimeout(Duration timeout) {
    return new XrootdOptions(
        timeout,
        connectTimeout,
        idleTimeout,
        keepAlive,
        userName,
        maxInFlight,
        maxInFlightBytes,
        ioThreads,
        security);
  }

  /** These settings with another {@link #connectTimeout}. */
  public XrootdOptions withConnectTimeout(Duration timeout) {
    return new XrootdOptions(
        requestTimeout,
        timeout,
        idleTimeout,
        keepAlive,
        userName,
        maxInFlight,
        maxInFlightBytes,
        ioThreads,
        security);
  }

  /** These settings with another {@link #idleTimeout} and {@link #keepAlive}. */
  public XrootdOptions withIdle(Duration timeout, Duration ping) {
    return new XrootdOptions(
        requestTimeout,
        connectTimeout,
        timeout,
        ping,
        userName,
        maxInFlight,
        maxInFlightBytes,
        ioThreads,
        security);
  }

  /** These settings with another {@link #userName}. */
  public XrootdOptions withUserName(String name) {
    return new XrootdOptions(
        requestTimeout,
        connectTimeout,
        idleTimeout,
        keepAlive,
        name,
        maxInFlight,
        maxInFlightBytes,
        ioThreads,
        security);
  }

  /** These settings with another window. */
  public XrootdOptions withWindow(int requests, int bytes) {
    return new XrootdOptions(
        requestTimeout,
        connectTimeout,
        idleTimeout,
        keepAlive,
        userName,
        requests,
        bytes,
        ioThreads,
        security);
  }

  /** These settings with other {@link #security}. */
  public XrootdOptions withSecurity(XrootdSecurity other) {
    return new XrootdOptions(
        requestTimeout,
        connectTimeout,
        idleTimeout,
        keepAlive,
        userName,
        maxInFlight,
        maxInFlightBytes,
        ioThreads,
        other);
  }

  /** Time to connect: never longer than a request may last. */
  Duration patience() {
    return connectTimeout.compareTo(requestTimeout) < 0 ? connectTimeout : requestTimeout;
  }
}
