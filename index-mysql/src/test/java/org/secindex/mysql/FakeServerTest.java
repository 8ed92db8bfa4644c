package org.secindex.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Access;
import org.secindex.api.IndexException;
import org.secindex.api.Indexes;
import org.secindex.api.TransientIndexException;

/** What MySQL 8 does and MariaDB does not: accounts whose password is protected by a public key. */
@Timeout(60)
class FakeServerTest {
  /** The packet that asks for the key: one byte, the fourth of its connection. */
  private static final String KEY_REQUEST = "\1\0\0\3\2";

  private static final String PASSWORD = "hunter2-secret";

  @Test
  void thePublicKeyIsAskedForByOptionOnly(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("password"), PASSWORD);
    try (FakeServer server = new FakeServer()) {
      String uri = "mysql://me@127.0.0.1:" + server.port() + "/sky/idx?password-file=" + file;
      // Without TLS at the server, preferring it is not enough.
      for (String tls : new String[] {"auto", "preferred", "disabled"}) {
        for (Access access : Access.values()) {
          assertThatThrownBy(() -> Indexes.open(uri + "&tls=" + tls, access))
              .isInstanceOf(IndexException.class)
              .isNotInstanceOf(TransientIndexException.class)
              .hasMessageContaining("The user, the host or the password may be wrong")
              .hasMessageContaining("not encrypted")
              .hasMessageContaining("tls=required")
              .hasMessageContaining("public-key-retrieval=true")
              .satisfies(FakeServerTest::showsNoSecret);
        }
      }
      assertThat(server.told()).isEmpty();
      assertThatThrownBy(() -> Indexes.open(uri + "&public-key-retrieval=true"))
          .isInstanceOf(IndexException.class)
          .satisfies(FakeServerTest::showsNoSecret);
      assertThat(server.told()).isEqualTo(KEY_REQUEST);
      // Whoever wants TLS does not even greet a server that has none.
      assertThatThrownBy(() -> Indexes.open(uri + "&public-key-retrieval=true&tls=required"))
          .isInstanceOf(IndexException.class)
          .isNotInstanceOf(TransientIndexException.class);
      assertThat(server.told()).isEqualTo(KEY_REQUEST);
    }
  }

  private static void showsNoSecret(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      assertThat(t.toString()).doesNotContain(PASSWORD);
    }
  }
}
