package org.secindex.xrootd.client;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import java.util.function.Predicate;

/** The addresses of this machine. */
final class LocalAddresses {
  private LocalAddresses() {}

  /**
   * Whether both IPv4 and IPv6 lead anywhere but to this machine. A server that is told less than
   * the truth finds "no servers" where all are of the other family; one that is told more sends us
   * where we cannot go.
   */
  static boolean areOfBothFamilies() {
    try {
      List<InetAddress> far =
          NetworkInterface.networkInterfaces()
              .flatMap(NetworkInterface::inetAddresses)
              .filter(a -> !a.isLoopbackAddress() && !a.isLinkLocalAddress())
              .toList();
      Predicate<InetAddress> four = Inet4Address.class::isInstance;
      return far.stream().anyMatch(four) && far.stream().anyMatch(Inet6Address.class::isInstance);
    } catch (SocketException e) {
      return false; // Nothing is known of any.
    }
  }
}
