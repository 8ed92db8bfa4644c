package org.secindex.xrootd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.secindex.xrootd.client.Caught.failure;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.testkit.Servers;
import org.secindex.testkit.XrootdServer;

/** TLS: when it begins, whom it trusts, and that nothing goes without it where it is wanted. */
@Timeout(60)
class TlsTest {
  private static final int HAVE_TLS = 0x8000_0001;
  private static final int GOTO_TLS = 0xd630_0001;
  private static final int TLS_SESSION = 0x8830_0001;

  private static TestAuthority authority;
  private static TestAuthority.Certificate localhost;

  @TempDir Path directory;

  @BeforeAll
  static void makeCertificates() throws IOException {
    Servers.require(TestAuthority.available());
    authority = TestAuthority.make();
    localhost = authority.vouchFor("DNS:localhost,IP:127.0.0.1", 2);
  }

  @AfterAll
  static void removeCertificates() throws IOException {
    if (authority != null) {
      authority.close();
    }
  }

  private static XrootdClient trusting(Path pem) {
    return new XrootdClient(
        XrootdOptions.defaults()
            .withUserName("me")
            .withRequestTimeout(Duration.ofSeconds(5))
            .withConnectTimeout(Duration.ofSeconds(4))
            .withSecurity(XrootdSecurity.defaults().withAuthorities(pem)));
  }

  private static XrootdUrl url(String url, String scheme) {
    return XrootdUrl.parse(url.replaceFirst("^root:", scheme + ":"));
  }

  // ---- the real server

  /** Whatever the server's rule, {@code roots} goes under TLS, and {@code root} where it must. */
  @ParameterizedTest
  @CsvSource({"capable all -data", "all", "capable login", "session", "data", "none"})
  void readsUnderTlsWhateverTheRuleOfTheServer(String rule) throws IOException {
    Servers.require(XrootdServer.available());
    try (XrootdServer server = XrootdServer.start(directory, localhost.configuration(rule));
        XrootdClient client = trusting(authority.pem())) {
      Pattern.write(server.dataDirectory().resolve("f"), 0, 5_000_000);
      for (String scheme : List.of("root", "roots")) {
        XrootdUrl url = url(server.url("f"), scheme);
        try (XrootdFile file = client.open(url, OpenMode.READ)) {
          ByteBuffer all = ByteBuffer.allocate(5_000_001);
          assertThat(file.read(0, all)).isEqualTo(5_000_000);
          Pattern.check(0, all);
          ByteBuffer[] into = new ByteBuffer[1025];
          long[] offsets = new long[into.length];
          Arrays.setAll(into, i -> ByteBuffer.allocate(100));
          Arrays.setAll(offsets, i -> 4800L * i);
          file.readv(offsets, into);
          for (int i = 0; i < into.length; i++) {
            Pattern.check(offsets[i], into[i]);
          }
          assertThat(file.pgread(1, all.clear())).isEqualTo(4_999_999);
          Pattern.check(1, all);
        }
        try (XrootdFile file = client.open(url(server.url(scheme), scheme), OpenMode.CREATE)) {
          file.pgwrite(0, Pattern.bytes(0, 3_000_000));
          file.write(3_000_000, Pattern.bytes(3_000_000, 100_000));
        }
        assertThat(Files.readAllBytes(server.dataDirectory().resolve(scheme)))
            .isEqualTo(Pattern.bytes(0, 3_100_000).array());
      }
    }
  }

  @Test
  void comesBackUnderTlsAfterTheServerWasRestarted() throws IOException {
    Servers.require(XrootdServer.available());
    try (XrootdServer server = XrootdServer.start(directory, localhost.configuration("all"));
        XrootdClient client = trusting(authority.pem())) {
      Pattern.write(server.dataDirectory().resolve("f"), 0, 1000);
      XrootdFile file = client.open(url(server.url("f"), "roots"), OpenMode.READ);
      server.kill();
      server.restart();
      ByteBuffer b = ByteBuffer.allocate(1000);
      assertThat(file.read(0, b)).isEqualTo(1000);
      Pattern.check(0, b);
      file.close();
    }
  }

  @Test
  void refusesServersThatItCannotTrust() throws IOException {
    Servers.require(XrootdServer.available());
    TestAuthority.Certificate other = authority.vouchFor("DNS:elsewhere.example,IP:10.1.2.3", 2);
    TestAuthority.Certificate expired = authority.vouchFor("DNS:localhost,IP:127.0.0.1", -1);
    try (TestAuthority stranger = TestAuthority.make();
        XrootdServer good = XrootdServer.start(directory, localhost.configuration("all"));
        XrootdServer wrong =
            XrootdServer.start(directory.resolve("w"), other.configuration("all"));
        XrootdServer old =
            XrootdServer.start(directory.resolve("o"), expired.configuration("all"));
        XrootdClient client = trusting(authority.pem());
        XrootdClient strange = trusting(stranger.pem())) {
      for (String scheme : List.of("root", "roots")) {
        refused(strange, url(good.url(""), scheme), "none of the authorities in " + stranger.pem());
        refused(client, url(wrong.url(""), scheme), "it is not for 127.0.0.1");
        refused(
            client,
            url(wrong.url("").replace("127.0.0.1", "localhost"), scheme),
            "it is not for localhost");
        refused(client, url(old.url(""), scheme), "it has expired");
      }
      // The other clients are not bothered.
      client.ping(url(good.url(""), "roots"));
    }
  }

  private static void refused(XrootdClient client, XrootdUrl url, String why) {
    XrootdException e = failure(() -> client.stat(url));
    assertThat(e.error()).as("%s", e).isEqualTo(XrootdError.TLS_FAILED);
    assertThat(e).hasMessageContaining(why);
    assertThat(e.text()).doesNotContain("\n");
    assertThat(e.isTransient()).isFalse();
  }

  @Test
  void rootsIsRefusedByAServerWithoutTlsAndRootIsNot() throws IOException {
    Servers.require(XrootdServer.available());
    try (XrootdServer server = XrootdServer.start(directory);
        XrootdClient client = trusting(authority.pem())) {
      refused(client, url(server.url(""), "roots"), "TLS, which the server does not offer");
      client.ping(url(server.url(""), "root"));
    }
  }

  // ---- a scripted one

  private static FakeServer server(int flags) throws IOException {
    FakeServer server = new FakeServer(FakeServer::good);
    server.flags = flags;
    return server;
  }

  @Test
  void nothingComesBeforeTheClientHelloAndTheLoginFollowsIt() throws IOException {
    try (FakeServer server = server(GOTO_TLS);
        XrootdClient client = trusting(authority.pem())) {
      server.tls = localhost.context();
      server.byteByByte = true;
      assertThat(client.stat(server.url("/f")).size()).isEqualTo(FakeServer.SIZE);
      // Level 5.1.1; signing rules wanted, TLS possible; a login is to follow.
      assertThat(server.greetings).first().isEqualTo("00000511" + "03" + "03" + "00".repeat(10));
      client.stat(url(server.url("/f").format(), "roots"));
      assertThat(server.greetings).anyMatch(g -> g.startsWith("00000511" + "07" + "03"));
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "&P=unix"})
  void goesUnderTlsAfterTheLoginIfTheServerWantsItThen(String methods) throws IOException {
    try (FakeServer server = server(TLS_SESSION);
        XrootdClient client = trusting(authority.pem())) {
      server.tls = localhost.context();
      server.tlsAfterLogin = true;
      server.securityToken = methods;
      // It is asked whether it would begin at once, but would not.
      assertThat(client.stat(server.url("/f")).size()).isEqualTo(FakeServer.SIZE);
      assertThat(server.logins).hasSize(methods.isEmpty() ? 1 : 2);
    }
  }

  @Test
  void sendsNoLoginWhereTlsIsWantedButDoesNotBegin() throws IOException {
    try (XrootdClient client = trusting(authority.pem())) {
      try (FakeServer server = server(HAVE_TLS)) {
        XrootdUrl url = url(server.url("/f").format(), "roots");
        refused(client, url, "TLS, which the server has but does not begin");
        assertThat(server.logins).isEmpty();
      }
      try (FakeServer server = server(0x8400_0001)) {
        refused(client, server.url("/f"), "demands TLS for the login, but does not begin it");
        assertThat(server.logins).isEmpty();
      }
      try (FakeServer server = server(HAVE_TLS)) {
        server.version = 0x400;
        XrootdUrl url = url(server.url("/f").format(), "roots");
        refused(client, url, "TLS, which the server does not offer");
        assertThat(server.logins).isEmpty();
      }
    }
  }

  /** What stands between us and the server might put its own words before the first of TLS. */
  @Test
  void takesNothingInClearWhereTlsIsToBegin() throws IOException {
    try (FakeServer server = server(GOTO_TLS);
        XrootdClient client = trusting(authority.pem())) {
      server.protocolExtra =
          FakeServer.frame(0, Wire.OK, new byte[16]); // Not a block, but a forged answer.
      server.tls = localhost.context();
      // Within the answer it is ignored.
      client.ping(server.url("/"));
    }
    List<String> asked = new ArrayList<>();
    try (RawPeer peer =
            RawPeer.answering(
                asked, // The answers to handshake and protocol, and at once one to a login.
                "0000 0000 00000008 00000511 00000001",
                "0000 0000 00000008 00000511 d6300001"
                    + "0000 0000 00000010 00000000000000000000000000000000");
        XrootdClient client = trusting(authority.pem())) {
      XrootdException e = failure(() -> client.ping(peer.url("/")));
      assertThat(e.error()).as("%s", e).isEqualTo(XrootdError.CONNECT_FAILED);
      assertThat(e).hasMessageContaining("bytes in clear where TLS is to begin");
      assertThat(asked).noneMatch(a -> a.contains("0bbf")); // Code 3007 of a login.
    }
  }

  @Test
  void saysWhatIsWrongWithTheHandshake() throws IOException {
    try (RawPeer peer =
            RawPeer.answering(
                new ArrayList<>(),
                "0000 0000 00000008 00000511 00000001",
                "0000 0000 00000008 00000511 d6300001",
                "48545450 2f312e31 20343030 0d0a0d0a");
        XrootdClient client = trusting(authority.pem())) {
      refused(client, peer.url("/"), "is not TLS");
    }
    try (RawPeer peer =
            RawPeer.answering(
                new ArrayList<>(),
                "0000 0000 00000008 00000511 00000001",
                "0000 0000 00000008 00000511 d6300001",
                "");
        XrootdClient client = trusting(authority.pem())) {
      XrootdException e = failure(() -> client.ping(peer.url("/")));
      assertThat(e.error()).as("%s", e).isEqualTo(XrootdError.CONNECT_FAILED);
      assertThat(e).hasMessageContaining("TLS failed");
    }
  }

  @Test
  void stayUnderTlsWhereverARedirectLeads() throws IOException {
    try (FakeServer target = server(GOTO_TLS);
        FakeServer plain = server(1);
        XrootdClient client = trusting(authority.pem())) {
      target.tls = localhost.context();
      try (FakeServer first =
          new FakeServer(
              (c, a) -> {
                switch (a.text()) {
                  case "/url" -> c.redirect(a, -1, "root://localhost:" + target.port() + "//f");
                  case "/plain" -> c.redirect(a, plain.port(), "127.0.0.1");
                  default -> c.redirect(a, target.port(), "127.0.0.1");
                }
              })) {
        first.flags = GOTO_TLS;
        first.tls = localhost.context();
        XrootdUrl roots = url(first.url("/f").format(), "roots");
        assertThat(client.stat(roots).size()).isEqualTo(FakeServer.SIZE);
        assertThat(client.stat(roots.withPath("/url")).size()).isEqualTo(FakeServer.SIZE);
        refused(client, roots.withPath("/plain"), "TLS, which the server does not offer");
        assertThat(plain.logins).isEmpty();
        // Here it was the first server that wanted TLS, not we.
        assertThat(client.stat(first.url("/plain")).size()).isEqualTo(FakeServer.SIZE);
      }
      try (FakeServer first =
          new FakeServer(
              (c, a) -> c.redirect(a, -1, "roots://localhost:" + target.port() + "//f"))) {
        assertThat(client.stat(first.url("/f")).size()).isEqualTo(FakeServer.SIZE);
        assertThat(target.greetings).anyMatch(g -> g.startsWith("00000511" + "07"));
      }
    }
  }

  // ---- whom to trust

  @Test
  void takesDirectoriesOfAuthorities() throws IOException {
    Path trusted = Files.createDirectory(directory.resolve("trusted"));
    Files.writeString(trusted.resolve("notes.txt"), "no certificate here");
    try (TestAuthority stranger = TestAuthority.make();
        FakeServer server = server(GOTO_TLS)) {
      server.tls = localhost.context();
      Files.copy(stranger.pem(), trusted.resolve("stranger.pem"));
      try (XrootdClient client = trusting(trusted)) {
        refused(client, server.url("/"), "none of the authorities in " + trusted);
      }
      Files.copy(authority.pem(), trusted.resolve("ours.0"));
      Files.createSymbolicLink(trusted.resolve("ours.pem"), trusted.resolve("ours.0"));
      try (XrootdClient client = trusting(trusted)) {
        client.ping(server.url("/"));
      }
    }
  }

  @Test
  void saysSoIfThereAreNoAuthoritiesWhereTheyShouldBe() throws IOException {
    Path empty = Files.createDirectory(directory.resolve("empty"));
    Path bad = directory.resolve("bad.pem");
    Files.writeString(bad, "-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----\n");
    try (FakeServer server = server(GOTO_TLS)) {
      server.tls = localhost.context();
      for (Path place : List.of(empty, bad, directory.resolve("absent.pem"))) {
        try (XrootdClient client = trusting(place)) {
          refused(client, server.url("/"), place.toString());
        }
      }
      assertThat(server.logins).isEmpty();
      // Java's own trust store knows nothing of our authority.
      try (XrootdClient client = new XrootdClient()) {
        refused(client, server.url("/"), "none of the authorities in ");
      }
    }
  }
}
