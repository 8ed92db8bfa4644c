package org.secindex.xrootd.client;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A secret shared with a server, from a keytab as {@code xrdsssadmin} makes it: a line for each
 * key, {@code 0 u:user g:group n:name N:id c:created e:expiry f:flags k:hex}.
 */
final class SssKey {
  private static final List<String> VARIABLES = List.of("XrdSecSSSKT", "XrdSecsssKT");

  private final String source;
  private final String name;
  private final long id;
  private final long expiry;
  private final byte[] secret;

  /**
   * A key.
   *
   * @param source the keytab and line, for messages
   * @param expiry seconds since 1970, or 0 for never
   */
  SssKey(String source, String name, long id, long expiry, byte[] secret) {
    this.source = source;
    this.name = name;
    this.id = id;
    this.expiry = expiry;
    this.secret = secret;
  }

  String name() {
    return name;
  }

  long id() {
    return id;
  }

  byte[] secret() {
    return secret;
  }

  /**
   * The first key that has not expired.
   *
   * @param given a keytab, or null to look for one
   * @throws NoCredential if there is none
   */
  static SssKey find(@Nullable Path given, Map<String, String> environment, Path home) {
    Path keytab = given;
    for (String variable : VARIABLES) {
      String path = environment.getOrDefault(variable, "");
      if (keytab == null && !path.isEmpty()) {
        keytab = Path.of(path);
      }
    }
    if (keytab == null) {
      keytab = home.resolve(".xrd/sss.keytab");
      if (!Files.exists(keytab)) {
        throw new NoCredential("no keytab given, none in XrdSecSSSKT, and none at " + keytab);
      }
    }
    return first(keytab, System.currentTimeMillis() / 1000);
  }

  private static SssKey first(Path keytab, long now) {
    boolean forGroup = keytab.toString().endsWith(".grp");
    String[] lines = SecretFile.read(keytab, "keytab", forGroup).split("\n", -1);
    boolean expired = false;
    for (int i = 0; i < lines.length; i++) {
      String line = lines[i].strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        SssKey key = parse(keytab + ":" + (i + 1), line);
        if (key.expiry == 0 || key.expiry > now) {
          return key;
        }
        expired = true;
      }
    }
    throw new NoCredential(
        (expired ? "every key has expired in keytab " : "no key in keytab ") + keytab);
  }

  private static SssKey parse(String source, String line) {
    String name = "";
    long id = -1;
    long expiry = 0;
    byte[] secret = {};
    try {
      for (String field : line.split("\\s+", -1)) {
        if (field.length() > 2 && field.charAt(1) == ':') {
          String value = field.substring(2);
          switch (field.charAt(0)) {
            case 'n' -> name = value;
            case 'N' -> id = Long.parseLong(value);
            case 'e' -> expiry = Long.parseLong(value);
            case 'k' -> secret = HexFormat.of().parseHex(value);
            default -> {} // User, group, time and flags are for the server.
          }
        }
      }
    } catch (IllegalArgumentException e) {
      id = -1; // The words of a parser might have the secret in them.
    }
    if (name.isEmpty() || id < 0 || secret.length == 0) {
      throw new NoCredential(
          source + " is no line of a keytab: n:name, N:number and k:hex are due");
    }
    return new SssKey(source, name, id, expiry, secret);
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return "key " + id + " of " + source;
  }
}
