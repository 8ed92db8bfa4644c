package org.secindex.xrootd.client;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * {@code root://[user@]host[:port]//absolute/path[?key=value&...]}. The path starts <em>after</em>
 * the slash that ends the host, so an absolute path needs two. Nothing is percent-decoded.
 *
 * @param scheme {@code root}, {@code xroot}, or {@code roots}, {@code xroots} for TLS
 * @param user the name to log in with, or null for the client's
 * @param host a name or an address, IPv6 without brackets
 * @param port 1..65535
 * @param path absolute; {@code /} if the URL names only a server
 * @param opaque what follows the first question mark, or empty; may hold secrets
 */
public record XrootdUrl(
    String scheme, @Nullable String user, String host, int port, String path, String opaque) {

  /** Checks that the path is absolute and can go over the wire. */
  public XrootdUrl {
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("path '" + path + "' is not absolute");
    }
    if (path.indexOf('?') >= 0 || (path + opaque).chars().anyMatch(c -> c < ' ')) {
      throw new IllegalArgumentException("path '" + path + "' has a control character or '?'");
    }
  }

  /**
   * Parses a URL.
   *
   * @throws IllegalArgumentException if it is not one; says what is wrong, secrets left out
   */
  public static XrootdUrl parse(String url) {
    int colon = url.indexOf("://");
    String scheme = colon < 0 ? "" : url.substring(0, colon).toLowerCase(Locale.ROOT);
    switch (scheme) {
      case "root", "xroot", "roots", "xroots" -> {}
      default ->
          throw new IllegalArgumentException(
              "not a root:// URL: '" + shown(url) + "'; write root://host:1094//path");
    }
    String rest = url.substring(colon + 3);
    int mark = rest.indexOf('?');
    String opaque = mark < 0 ? "" : rest.substring(mark + 1);
    String place = mark < 0 ? rest : rest.substring(0, mark);
    int slash = place.indexOf('/');
    String authority = slash < 0 ? place : place.substring(0, slash);
    String path = slash < 0 ? "" : place.substring(slash + 1);
    if (path.isEmpty()) {
      path = "/";
    } else if (!path.startsWith("/")) {
      throw new IllegalArgumentException(
          "the path of '"
              + shown(url)
              + "' is relative, which servers refuse: put two slashes after the host, "
              + scheme
              + "://"
              + authority.substring(authority.indexOf('@') + 1)
              + "//"
              + path);
    }
    int at = authority.lastIndexOf('@');
    String user = at < 0 ? null : authority.substring(0, at);
    if (user != null && user.indexOf(':') >= 0) {
      throw new IllegalArgumentException(
          "a root:// URL with a password: no login method uses it; write user@host");
    }
    if (user != null && user.isEmpty()) {
      throw new IllegalArgumentException("no user before '@' in '" + shown(url) + "'");
    }
    Server server =
        Server.parse("", at < 0 ? authority : authority.substring(at + 1), Server.DEFAULT_PORT);
    return new XrootdUrl(scheme, user, server.host(), server.port(), path, opaque);
  }

  /** What an error message may show of a text that should have been a URL. */
  static String shown(String url) {
    int mark = url.indexOf('?');
    return (mark < 0 ? url : url.substring(0, mark)).replaceFirst("//[^/@]*@", "//");
  }

  /** Whether nothing but TLS will do; without, it is the server that decides. */
  public boolean tls() {
    return scheme.endsWith("s");
  }

  /** The same server and opaque part with another absolute path. */
  public XrootdUrl withPath(String otherPath) {
    return new XrootdUrl(scheme, user, host, port, otherPath, opaque);
  }

  /** The same path and opaque part at another server. */
  XrootdUrl at(Server server) {
    return new XrootdUrl(scheme, user, server.host(), server.port(), path, opaque);
  }

  /** The path {@code name} below this one. */
  public XrootdUrl resolve(String name) {
    return withPath(path.endsWith("/") ? path + name : path + "/" + name);
  }

  /** The whole URL, with its opaque part and any secrets in it: for connecting, not for showing. */
  public String format() {
    return bare() + (opaque.isEmpty() ? "" : "?" + opaque);
  }

  private String bare() {
    return scheme
        + "://"
        + (user == null ? "" : user + "@")
        + new Server("", host, port, false, "")
        + "/"
        + path;
  }

  Server server(String defaultUser) {
    return new Server(user == null ? defaultUser : user, host, port, tls(), "");
  }

  /** The URL for messages: of the opaque part only the keys are shown, as values may be secrets. */
  @Override
  public String toString() {
    if (opaque.isEmpty()) {
      return bare();
    }
    // A second question mark starts a login token, which has no key to show.
    int token = opaque.indexOf('?');
    String shown = token < 0 ? opaque : opaque.substring(0, token);
    return bare() + "?" + shown.replaceAll("=[^&]*", "=...") + (token < 0 ? "" : "?...");
  }
}
