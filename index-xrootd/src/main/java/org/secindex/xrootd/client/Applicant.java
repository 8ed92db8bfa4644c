package org.secindex.xrootd.client;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Who asks to be let in, over one connection.
 *
 * @param user the name to be known by
 * @param from our end of the connection
 * @param underTls whether nobody else can read what we say
 */
record Applicant(String user, InetSocketAddress from, boolean underTls, XrootdSecurity security) {

  /**
   * What a server offers to be convinced by.
   *
   * @param method as {@code unix}
   * @param arguments what the method needs to know about the server, or empty
   */
  record Offer(String method, String arguments) {
    /** Reads {@code &P=method,arguments&P=...}, best first. */
    static List<Offer> parse(String text) {
      return Stream.of(text.split("&P=", -1))
          .filter(offer -> !offer.isBlank())
          .map(offer -> offer.strip().split(",", 2))
          .map(parts -> new Offer(parts[0].strip(), parts.length > 1 ? parts[1] : ""))
          .toList();
    }

    /** The name as four bytes, which is how requests have it. */
    int code() {
      return ByteBuffer.wrap(Arrays.copyOf(Requests.bytes(method).array(), 4)).getInt();
    }
  }

  /**
   * What convinces by one method. May read files.
   *
   * @throws NoCredential if there is nothing to show
   */
  ByteBuffer credential(Offer offer) {
    return switch (offer.method) {
      case "host" -> Requests.bytes("host\0");
      case "unix" -> Requests.bytes("unix\0" + user + "\0");
      case "sss" -> {
        SssKey key = SssKey.find(security.keytab(), System.getenv(), home());
        yield SssCredential.make(key, offer.arguments, user, origin(from), nowSeconds());
      }
      case "ztn" -> {
        if (!underTls) {
          throw new NoCredential("a token is shown under TLS only; use roots://");
        }
        BearerToken token = BearerToken.find(security.tokenFile(), System.getenv());
        yield token.credential(offer.arguments);
      }
      case "gsi" -> throw new NoCredential("X.509 proxies are not among what this client can show");
      case "krb5" ->
          throw new NoCredential("Kerberos tickets are not among what this client can show");
      default -> throw new NoCredential("this client does not know this method");
    };
  }

  private static Path home() {
    return Path.of(System.getProperty("user.home", "/"));
  }

  private static long nowSeconds() {
    return System.currentTimeMillis() / 1000;
  }

  /** An end of a connection as servers see it: IPv4 in its IPv6 form. */
  static String origin(InetSocketAddress end) {
    InetAddress address = end.getAddress();
    String host = address.getHostAddress();
    int zone = host.indexOf('%');
    return "["
        + (address.getAddress().length == 4 ? "::ffff:" : "")
        + (zone < 0 ? host : host.substring(0, zone))
        + "]:"
        + end.getPort();
  }
}
