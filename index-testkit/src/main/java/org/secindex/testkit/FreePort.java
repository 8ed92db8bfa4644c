package org.secindex.testkit;

import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A TCP port that was free a moment ago, and that no other user of this class on this machine is
 * given until it is closed.
 *
 * <p>The claim is a UDP socket bound to the same number on 127.0.0.1: it leaves TCP alone, holds
 * over processes and users, and ends with this process however that dies. A program that knows
 * nothing of the claim may still take the port: whoever starts a server on it must be ready to try
 * another.
 *
 * <p>Ports are below 32768, where Linux begins to choose the local ports of outgoing connections:
 * one of those could else take the port of a server that is down for a restart.
 */
final class FreePort implements AutoCloseable {
  private static final int LOWEST = 10_240;
  private static final int BEYOND = 32_768;
  private static final int ATTEMPTS = 200;

  private final int number;
  private final DatagramSocket claim;

  private FreePort(int number, DatagramSocket claim) {
    this.number = number;
    this.claim = claim;
  }

  /**
   * Claims a free port.
   *
   * @throws IOException if hundreds of attempts found none
   */
  static FreePort claim() throws IOException {
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    IOException last = null;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int number = ThreadLocalRandom.current().nextInt(LOWEST, BEYOND);
      try {
        DatagramSocket claim = new DatagramSocket(new InetSocketAddress(loopback, number));
        try (ServerSocket all = new ServerSocket(number)) {
          return new FreePort(all.getLocalPort(), claim);
        } catch (IOException taken) {
          claim.close();
          last = taken;
        }
      } catch (BindException taken) {
        last = taken;
      }
    }
    throw new IOException(
        "no free TCP port in " + ATTEMPTS + " attempts between " + LOWEST + " and " + (BEYOND - 1),
        last);
  }

  int number() {
    return number;
  }

  /** Gives up the claim. */
  @Override
  public void close() {
    claim.close();
  }
}
