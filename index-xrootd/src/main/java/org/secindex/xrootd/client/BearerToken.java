package org.secindex.xrootd.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A token that lets in whoever has it. Found as the WLCG's Bearer Token Discovery has it: the first
 * place that is there counts, and if it is not in order no other is looked at.
 */
final class BearerToken {
  private static final int USUAL_MOST = 4096;

  private final String source;
  private final String token;

  private BearerToken(String source, String text) {
    this.source = source;
    this.token = text.strip();
    if (token.isEmpty() || token.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      throw new NoCredential(source + " holds no token: one line of ASCII without blanks");
    }
  }

  /**
   * Looks for it.
   *
   * @param given a file with it, or null
   * @throws NoCredential if there is none, or others may read it
   */
  static BearerToken find(@Nullable Path given, Map<String, String> environment) {
    return find(given, environment, Path.of("/tmp"), ownUid());
  }

  static BearerToken find(
      @Nullable Path given, Map<String, String> environment, Path shared, int uid) {
    if (given != null) {
      return in(given);
    }
    String value = environment.getOrDefault("BEARER_TOKEN", "");
    if (!value.isBlank()) {
      return new BearerToken("BEARER_TOKEN", value);
    }
    String file = environment.getOrDefault("BEARER_TOKEN_FILE", "");
    if (!file.isBlank()) {
      return in(Path.of(file));
    }
    String runtime = environment.getOrDefault("XDG_RUNTIME_DIR", "");
    if (uid >= 0) {
      if (!runtime.isBlank() && Files.exists(Path.of(runtime, "bt_u" + uid))) {
        return in(Path.of(runtime, "bt_u" + uid));
      }
      Path last = shared.resolve("bt_u" + uid);
      if (Files.exists(last)) {
        // Anybody may put a file there.
        if (uid(last) != uid) {
          throw new NoCredential("token file " + last + " belongs to another user");
        }
        return in(last);
      }
    }
    throw new NoCredential(
        "no token given, none in BEARER_TOKEN, BEARER_TOKEN_FILE, or bt_u%s in XDG_RUNTIME_DIR or %s"
            .formatted(uid < 0 ? "$UID" : Integer.toString(uid), shared));
  }

  private static BearerToken in(Path file) {
    return new BearerToken("token file " + file, SecretFile.read(file, "token file", false));
  }

  private static int ownUid() {
    Path self = Path.of("/proc/self");
    return uid(Files.exists(self) ? self : Path.of(System.getProperty("user.home", "/")));
  }

  /** The number of the owner, or -1 where owners have none. */
  private static int uid(Path file) {
    try {
      return (Integer) Files.getAttribute(file, "unix:uid");
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return -1;
    }
  }

  /**
   * As the server wants it.
   *
   * @param arguments as the server offers, {@code options:longest token:}
   * @throws NoCredential if the token is too long for the server
   */
  ByteBuffer credential(String arguments) {
    int most = most(arguments);
    if (token.length() > most) {
      throw new NoCredential(
          "the token in %s has %d bytes, but the server takes %d"
              .formatted(source, token.length(), most));
    }
    return ByteBuffer.allocate(10 + token.length() + 1)
        .put(new byte[] {'z', 't', 'n', 0, 0, 'T', 0, 0})
        .putShort((short) (token.length() + 1))
        .put(token.getBytes(StandardCharsets.US_ASCII))
        .put((byte) 0)
        .flip();
  }

  private static int most(String arguments) {
    String[] parts = arguments.split(":", -1);
    if (parts.length > 1 && parts[1].matches("[1-9][0-9]{0,4}")) {
      return Math.min(0xfffe, Integer.parseInt(parts[1]));
    }
    return USUAL_MOST;
  }

  /** Without the token. */
  @Override
  public String toString() {
    return source;
  }
}
