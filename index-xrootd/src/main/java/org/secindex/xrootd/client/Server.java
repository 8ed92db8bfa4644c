package org.secindex.xrootd.client;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server as one user sees it: requests for equal servers share a connection.
 *
 * @param user the name to log in with
 * @param host a name or an address without brackets
 * @param tls whether nothing but TLS will do
 * @param token what a redirect wants handed to the login at its target, or empty
 */
record Server(String user, String host, int port, boolean tls, String token) {
  static final int DEFAULT_PORT = 1094;

  /**
   * Forms in which servers wrap an IPv4 address; Java would read the first as an unrelated IPv6
   * address.
   */
  private static final Pattern WRAPPED_V4 =
      Pattern.compile("::(?:ffff:)?(\\d+\\.\\d+\\.\\d+\\.\\d+)");

  /**
   * Takes {@code host}, {@code host:port}, {@code [v6]}, {@code [v6]:port} or a bare {@code v6}, as
   * URLs, redirects and locations have them.
   *
   * @throws IllegalArgumentException if it is none of them
   */
  static Server parse(String user, String text, int defaultPort) {
    String host = text;
    String port = "";
    if (text.startsWith("[")) {
      int end = text.indexOf(']');
      if (end < 0) {
        throw new IllegalArgumentException("no ']' after the address in '" + text + "'");
      }
      host = text.substring(1, end);
      String rest = text.substring(end + 1);
      if (!rest.isEmpty() && !rest.startsWith(":")) {
        throw new IllegalArgumentException("'" + rest + "' after the address in '" + text + "'");
      }
      port = rest.isEmpty() ? "" : rest.substring(1);
    } else if (text.indexOf(':') >= 0 && text.indexOf(':') == text.lastIndexOf(':')) {
      host = text.substring(0, text.indexOf(':'));
      port = text.substring(text.indexOf(':') + 1);
    }
    Matcher wrapped = WRAPPED_V4.matcher(host.toLowerCase(Locale.ROOT));
    if (wrapped.matches()) {
      host = wrapped.group(1);
    }
    if (host.isEmpty() || host.chars().anyMatch(c -> c <= ' ' || c == '/' || c == '@')) {
      throw new IllegalArgumentException("'" + text + "' names no host");
    }
    return new Server(
        user, host.toLowerCase(Locale.ROOT), port(port, defaultPort, text), false, "");
  }

  private static int port(String digits, int defaultPort, String text) {
    if (digits.isEmpty()) {
      return defaultPort;
    }
    try {
      int port = Integer.parseInt(digits);
      if (port > 0 && port < 65536) {
        return port;
      }
    } catch (NumberFormatException e) {
      // Said below, in the words of the user.
    }
    throw new IllegalArgumentException("port '" + digits + "' in '" + text + "' is not 1..65535");
  }

  /**
   * The server that this one names in a redirect or as the place of a file: for the same user, and
   * under TLS if this one is.
   *
   * @throws IllegalArgumentException as {@link #parse} does
   */
  Server sibling(String text, int defaultPort) {
    return parse(user, text, defaultPort).withTls(tls);
  }

  Server withTls(boolean on) {
    return new Server(user, host, port, on, token);
  }

  Server withToken(String loginToken) {
    return new Server(user, host, port, tls, loginToken);
  }

  /** {@code host:port}, with brackets around an IPv6 address. */
  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
