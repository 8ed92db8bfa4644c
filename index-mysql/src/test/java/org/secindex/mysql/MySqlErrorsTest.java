package org.secindex.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.security.cert.CertificateException;
import java.sql.SQLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.secindex.api.IndexException;
import org.secindex.api.TransientIndexException;

class MySqlErrorsTest {
  private static IndexException handshake(Exception cause) {
    IOException handshake = new SSLHandshakeException("handshake failed");
    handshake.initCause(cause);
    SQLException link = new SQLException("Communications link failure", "08S01", handshake);
    return new MySqlErrors(new MySqlAddress("me", "db", 3306, "sky", "idx")).reading("open", link);
  }

  @Test
  void aServerThatGoesAwayDuringTheHandshakeMayComeBack() {
    for (Exception cut :
        new Exception[] {new EOFException("SSL peer shut down"), new SocketException("reset")}) {
      assertThat(handshake(cut))
          .isInstanceOf(TransientIndexException.class)
          .hasMessageContaining("is down or cut the connection");
    }
  }

  @Test
  void aCertificateThatNobodyVouchesForStaysOne() {
    assertThat(handshake(new CertificateException("unable to find a path")))
        .isNotInstanceOf(TransientIndexException.class)
        .hasMessageContaining("cannot prove who it is");
  }

  @Test
  void theThreeCausesOfARefusedKeyRetrievalAreNamed() {
    SQLException refused = new SQLException("Public Key Retrieval is not allowed", "08001");
    IndexException shown =
        new MySqlErrors(new MySqlAddress("me", "db", 3306, "sky", "idx")).reading("open", refused);
    assertThat(shown)
        .isNotInstanceOf(TransientIndexException.class)
        .hasMessageContaining("The user, the host or the password may be wrong")
        .hasMessageContaining("tls=required")
        .hasMessageContaining("public-key-retrieval=true");
  }
}
