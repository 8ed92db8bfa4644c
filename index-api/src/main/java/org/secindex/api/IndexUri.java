package org.secindex.api;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The address of an index: {@code scheme:place?option=value&...}.
 *
 * <p>The place is taken as it stands, without percent-decoding, so that a path is written as in a
 * shell; it ends at the first question mark. Option values are percent-decoded. Secrets never stand
 * in an address: a password is refused, without repeating it.
 *
 * @param scheme lower case
 * @param place what follows the colon, up to the question mark
 * @param options the query, in the order written
 */
public record IndexUri(String scheme, String place, Map<String, String> options) {
  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*");

  /**
   * A colon before an at sign, whatever stands between them, unless it begins a port or an IPv6
   * address: a password may hold slashes and question marks, too.
   */
  private static final Pattern PASSWORD =
      Pattern.compile("//[^/@\\[]*:(?!\\d*([/?]|$))[^@]*@.*", Pattern.DOTALL);

  private static final Pattern SECRET_NAME =
      Pattern.compile("(?i)pass|password|passwd|pwd|secret|token|authz|.*[-_]?password");

  /** Copies the options. */
  public IndexUri {
    options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
  }

  /**
   * Reads an address.
   *
   * @throws IndexConfigException if it has no scheme or place, names an option twice or without a
   *     value, or carries a password
   */
  public static IndexUri parse(String uri) {
    int colon = uri.indexOf(':');
    if (colon < 0 || !SCHEME.matcher(uri.substring(0, colon)).matches()) {
      throw new IndexConfigException(
          "'" + uri + "' is no index address: expected scheme:place, as file:/data/idx");
    }
    String scheme = uri.substring(0, colon).toLowerCase(Locale.ROOT);
    int question = uri.indexOf('?', colon);
    String place = uri.substring(colon + 1, question < 0 ? uri.length() : question);
    if (PASSWORD.matcher(uri.substring(colon + 1)).matches()) {
      throw new IndexConfigException(
          scheme
              + ": a password must not stand in an address, where logs and process lists show it;"
              + " see the backend's options for how to give it");
    }
    if (place.isEmpty()) {
      throw new IndexConfigException("'" + uri + "' names no place: expected " + scheme + ":place");
    }
    return new IndexUri(
        scheme, place, question < 0 ? Map.of() : parseQuery(uri.substring(question + 1)));
  }

  private static Map<String, String> parseQuery(String query) {
    Map<String, String> options = new LinkedHashMap<>();
    for (String part : query.split("&", -1)) {
      if (part.isEmpty()) {
        continue;
      }
      int equals = part.indexOf('=');
      String name = equals < 0 ? part : part.substring(0, equals);
      if (SECRET_NAME.matcher(name).matches()) {
        throw new IndexConfigException(
            "option '"
                + name
                + "': a secret must not stand in an address, where logs and process lists show it;"
                + " see the backend's options for how to give it");
      }
      if (equals < 0) {
        throw new IndexConfigException(
            "option '" + name + "' has no value: write " + name + "=...");
      }
      if (options.containsKey(name)) {
        throw new IndexConfigException("option '" + name + "' is given twice");
      }
      options.put(name, decode(name, part.substring(equals + 1)));
    }
    return options;
  }

  private static String decode(String name, String value) {
    try {
      // URLDecoder speaks the language of forms, where a plus is a blank; in an address it is not.
      return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new IndexConfigException(
          "option '" + name + "': '" + value + "' is not percent-encoded text");
    }
  }

  /**
   * The place as a path of this machine: {@code file:/data/idx}, {@code file:///data/idx}, or
   * {@code file:idx} in the working directory.
   *
   * @throws IndexConfigException if it names a host, or is no path
   */
  public Path path() {
    String path = place;
    if (path.startsWith("//")) {
      if (!path.startsWith("///")) {
        throw new IndexConfigException(
            this + ": a local path has no host; write " + scheme + ":/dir/idx");
      }
      path = path.substring(2);
    }
    try {
      return Path.of(path);
    } catch (InvalidPathException e) {
      throw new IndexConfigException(this + ": not a path: " + e.getReason());
    }
  }

  /** Scheme and place, without options: short enough for messages. */
  @Override
  public String toString() {
    return scheme + ":" + place;
  }
}
