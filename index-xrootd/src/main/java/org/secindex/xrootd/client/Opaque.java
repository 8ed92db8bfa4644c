package org.secindex.xrootd.client;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The {@code key=value&...} that follows a path: from the URL, and from redirects, whose values
 * replace equal keys. Values are bytes to the protocol; nothing is percent-decoded.
 */
final class Opaque {
  private final Map<String, String> values = new LinkedHashMap<>();

  Opaque(String text) {
    merge(text);
  }

  Opaque(Opaque other) {
    values.putAll(other.values);
  }

  void merge(String text) {
    for (String item : text.split("&", -1)) {
      int eq = item.indexOf('=');
      String key = eq < 0 ? item : item.substring(0, eq);
      if (!key.isEmpty()) {
        values.put(key, item);
      }
    }
  }

  /** Notes that a host was tried and failed, for the manager to choose another. */
  void tried(String host, String reason) {
    if (!("," + valueOf("tried") + ",").contains("," + host + ",")) {
      append("tried", host);
      append("triedrc", reason);
    }
  }

  void forgetTried() {
    values.remove("tried");
    values.remove("triedrc");
  }

  private String valueOf(String key) {
    String item = values.getOrDefault(key, "");
    return item.substring(Math.min(item.length(), key.length() + 1));
  }

  private void append(String key, String value) {
    String old = valueOf(key);
    values.put(key, key + "=" + (old.isEmpty() ? value : old + "," + value));
  }

  /**
   * The path with everything that must follow it on the wire; keys of {@code xrdcl.} are for
   * clients only.
   */
  String after(String path) {
    StringBuilder s = new StringBuilder(path);
    char separator = '?';
    for (Map.Entry<String, String> e : values.entrySet()) {
      if (!e.getKey().startsWith("xrdcl.")) {
        s.append(separator).append(e.getValue());
        separator = '&';
      }
    }
    return s.toString();
  }
}
