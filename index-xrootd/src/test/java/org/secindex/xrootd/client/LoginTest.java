package org.secindex.xrootd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.secindex.xrootd.client.Caught.failure;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.testkit.Servers;

/** What is said before the first request, and what is shown to servers that ask who we are. */
@Timeout(60)
class LoginTest {
  @TempDir Path directory;

  private static XrootdOptions options(XrootdSecurity security) {
    return XrootdOptions.defaults()
        .withUserName("me")
        .withRequestTimeout(Duration.ofSeconds(5))
        .withConnectTimeout(Duration.ofSeconds(2))
        .withSecurity(security);
  }

  private static XrootdClient client() {
    return new XrootdClient(options(XrootdSecurity.defaults()));
  }

  private static FakeServer silent() throws IOException {
    return new FakeServer((c, a) -> c.ok(a));
  }

  private Path secret(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.writeString(file, text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  // ---- bytes

  @Test
  void greetsInOneWriteAndLogsInByteForByte() throws IOException {
    List<String> asked = new ArrayList<>();
    try (RawPeer peer =
            RawPeer.answering(
                asked,
                "0000 0000 00000008 00000511 00000001",
                "0000 0000 00000008 00000511 00300001",
                "0000 0000 00000010 000102030405060708090a0b0c0d0e0f",
                "0001 0000 00000000");
        XrootdClient client = client()) {
      client.ping(XrootdUrl.parse(peer.url("/").format().replace("//127", "//eightchr@127")));
      String handshake = "00".repeat(12) + "00000004" + "000007dc";
      String protocol = "0000 0bbe 00000511 03 03".replace(" ", "") + "00".repeat(10) + "00000000";
      assertThat(asked.get(0)).isEqualTo(handshake + protocol);
      String pid = "%08x".formatted(ProcessHandle.current().pid());
      String abilities = LocalAddresses.areOfBothFamilies() ? "8d" : "85";
      String about = "?xrd.appname=java";
      assertThat(asked.get(1))
          .isEqualTo(
              "00000bbf"
                  + pid
                  + hex("eightchr")
                  + ("00" + abilities + "85" + "00")
                  + "%08x".formatted(about.length())
                  + hex(about));
      assertThat(asked.get(2)).isEqualTo("00010bc3" + "00".repeat(16) + "00000000");
    }
  }

  private static String hex(String text) {
    return HexFormat.of().formatHex(FakeServer.bytes(text));
  }

  @Test
  void toleratesOldServersThatHaveNoNameForTheSession() throws IOException {
    try (FakeServer server = silent();
        XrootdClient client = client()) {
      server.sessionId = new byte[0];
      client.ping(server.url("/"));
    }
  }

  // ---- methods

  @Test
  void triesTheMethodsOfAuthenticationInOrder() throws IOException {
    try (FakeServer server = silent();
        XrootdClient client = client()) {
      server.securityToken = "&P=gsi,v:10400,c:ssl,ca:abc&P=unix&P=host";
      client.ping(server.url("/"));
      assertThat(server.logins).containsExactly("?xrd.appname=java", "unix\0me\0");
    }
    Path absent = directory.resolve("absent");
    XrootdSecurity security = XrootdSecurity.defaults().withKeytab(absent);
    try (FakeServer server = silent();
        XrootdClient client = new XrootdClient(options(security))) {
      server.securityToken = "&P=sss,0.+13:/p&P=gsi,x&P=krb5,y&P=pwd&P=ztn,0:4096:&P=unix&P=host";
      server.refusesAuth = true;
      XrootdException e = failure(() -> client.ping(server.url("/")));
      assertThat(e.error()).isEqualTo(XrootdError.AUTH_FAILED);
      assertThat(e)
          .hasMessageContaining("sss: no keytab at " + absent)
          .hasMessageContaining("gsi: X.509 proxies are not")
          .hasMessageContaining("krb5: Kerberos tickets are not")
          .hasMessageContaining("pwd: this client does not know this method")
          .hasMessageContaining("ztn: a token is shown under TLS only")
          .hasMessageContaining("unix: the server says: not you [AUTH_FAILED]")
          .hasMessageContaining("host: the server says: not you");
      assertThat(e.text()).doesNotContain("\n");
      assertThat(server.logins).containsExactly("?xrd.appname=java", "unix\0me\0", "host\0");
    }
  }

  @Test
  void takesAnotherRoundOfAMethodForARefusalOfIt() throws IOException {
    List<String> asked = new ArrayList<>();
    try (RawPeer peer =
            RawPeer.answering(
                asked,
                "0000 0000 00000008 00000511 00000001",
                "0000 0000 00000008 00000511 00300001",
                "0000 0000 0000001e 000102030405060708090a0b0c0d0e0f" + hex("&P=host&P=unix"),
                "0000 0fa2 00000004 61626364", // authmore
                "0000 0000 00000000",
                "0001 0000 00000000");
        XrootdClient client = client()) {
      client.ping(peer.url("/"));
      assertThat(asked).hasSize(5);
      assertThat(asked.get(3)).endsWith("756e6978" + "00000008" + hex("unix\0me\0"));
    }
  }

  @Test
  void refusesServersThatDemandSignedRequests() throws IOException {
    try (FakeServer server = silent();
        XrootdClient client = client()) {
      server.protocolExtra = new byte[] {'B', 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 'S', 0, 0, 2, 2, 0};
      XrootdException e = failure(() -> client.ping(server.url("/")));
      assertThat(e.error()).isEqualTo(XrootdError.CLIENT_UNSUPPORTED);
      assertThat(e).hasMessageContaining("demands signed requests");
      assertThat(server.logins).isEmpty();
      server.protocolExtra = new byte[] {'S', 0, 0, 0, 2, 0};
      client.ping(server.url("/"));
    }
  }

  @Test
  void sharesNoConnectionBetweenUsers() throws IOException {
    try (FakeServer server = silent();
        XrootdClient client = client()) {
      server.securityToken = "&P=unix";
      String url = server.url("/").format();
      client.ping(XrootdUrl.parse(url.replace("//127", "//one@127")));
      client.ping(XrootdUrl.parse(url.replace("//127", "//two@127")));
      client.ping(XrootdUrl.parse(url.replace("//127", "//one@127")));
      assertThat(server.connections()).isEqualTo(2);
      assertThat(server.logins).contains("unix\0one\0", "unix\0two\0");
    }
  }

  // ---- sss

  /** A credential with a known nonce would be a golden file; this one is undone by the cipher. */
  @ParameterizedTest
  @CsvSource({"0.+13:/k, 8", "0.13:/k, 0", "'', 0"})
  void sssHoldsWhoWhereAndWhen(String arguments, int nameBytes) throws Exception {
    byte[] secret = HexFormat.of().parseHex("00112233445566778899aabbccddeeff");
    SssKey key = new SssKey("keytab:1", "testkey", 42, 0, secret);
    String origin = "[::ffff:10.0.0.1]:4711";
    ByteBuffer b = SssCredential.make(key, arguments, "me", origin, 1_700_000_000);
    byte[] head = new byte[16];
    b.get(head);
    assertThat(HexFormat.of().formatHex(head))
        .isEqualTo("73737300" + "0000" + "%02x".formatted(nameBytes) + "30" + "000000000000002a");
    byte[] name = new byte[nameBytes];
    b.get(name);
    assertThat(new String(name, StandardCharsets.UTF_8))
        .isEqualTo(nameBytes == 0 ? "" : "testkey\0");
    Cipher cipher = Cipher.getInstance("Blowfish/CFB/NoPadding");
    cipher.init(
        Cipher.DECRYPT_MODE,
        new SecretKeySpec(secret, "Blowfish"),
        new IvParameterSpec(new byte[8]));
    byte[] rest = new byte[b.remaining()];
    b.get(rest);
    byte[] plain = cipher.doFinal(rest);
    assertThat(HexFormat.of().formatHex(plain, 32, plain.length - 4))
        .isEqualTo(
            "%08x".formatted(1_700_000_000 - 1_222_183_880)
                + "00000000"
                + ("20" + "0017" + hex(origin) + "00")
                + ("01" + "0003" + hex("me") + "00"));
    CRC32 crc = new CRC32();
    crc.update(plain, 0, plain.length - 4);
    assertThat(ByteBuffer.wrap(plain).getInt(plain.length - 4)).isEqualTo((int) crc.getValue());
  }

  @Test
  void sssTakesTheFirstKeyThatIsGoodFromAFileThatIsClosedToOthers() throws IOException {
    String line = "0 u:anybody g:anygroup n:%s N:%d c:1 e:%d f:0 k:%s\n";
    Path keytab =
        secret(
            "keytab",
            "# comment\n\n"
                + line.formatted("old", 1, 1000, "00")
                + line.formatted("k", 2, 0, "ff"));
    SssKey key = SssKey.find(keytab, Map.of(), directory);
    assertThat(key.id()).isEqualTo(2);
    assertThat(key.secret()).containsExactly(0xff);
    assertThat(key.toString()).isEqualTo("key 2 of " + keytab + ":4");
    assertThat(SssKey.find(null, Map.of("XrdSecsssKT", keytab.toString()), directory).id())
        .isEqualTo(2);
    assertThat(SssKey.find(null, Map.of("XrdSecSSSKT", keytab.toString()), directory).id())
        .isEqualTo(2);
    Files.createDirectory(directory.resolve(".xrd"));
    Files.move(secret("moved", Files.readString(keytab)), directory.resolve(".xrd/sss.keytab"));
    assertThat(SssKey.find(null, Map.of(), directory).id()).isEqualTo(2);

    Files.setPosixFilePermissions(keytab, PosixFilePermissions.fromString("rw-r-----"));
    refused(keytab, "is open to others; chmod 600");
    Path group = Files.copy(keytab, directory.resolve("keytab.grp"));
    Files.setPosixFilePermissions(group, PosixFilePermissions.fromString("rw-r-----"));
    assertThat(SssKey.find(group, Map.of(), directory).id()).isEqualTo(2);
    Files.setPosixFilePermissions(group, PosixFilePermissions.fromString("rw-rw----"));
    refused(group, "is open to others");
    refused(secret("expired", line.formatted("old", 1, 1000, "00")), "every key has expired");
    refused(secret("empty", ""), "no key in keytab");
    refused(directory.resolve("absent"), "no keytab at");
    Path bad = secret("bad", line.formatted("k", 3, 0, "secretstuff"));
    refused(bad, "bad:1 is no line of a keytab");
    assertThatThrownBy(() -> SssKey.find(bad, Map.of(), directory))
        .hasMessageNotContaining("secretstuff");
  }

  private void refused(Path keytab, String why) {
    assertThatThrownBy(() -> SssKey.find(keytab, Map.of(), directory))
        .isInstanceOf(NoCredential.class)
        .hasMessageContaining(why);
  }

  @Test
  void sssSaysSoIfJavaCannotEncipherByTheKey() {
    SssKey longest = new SssKey("keytab:1", "n", 1, 0, new byte[56]);
    assertThat(SssCredential.make(longest, "0.", "me", "[::1]:1", 0).remaining()).isPositive();
    SssKey longer = new SssKey("keytab:1", "n", 1, 0, new byte[57]);
    assertThatThrownBy(() -> SssCredential.make(longer, "0.", "me", "[::1]:1", 0))
        .isInstanceOf(NoCredential.class)
        .hasMessageContaining("key 1 of keytab:1 has 57 bytes, but Java's Blowfish takes 56");
    assertThatThrownBy(() -> SssCredential.make(longest, "1.", "me", "[::1]:1", 0))
        .hasMessageContaining("another cipher");
  }

  // ---- ztn

  @Test
  void ztnShowsTheTokenUnderTlsAndNowhereElse() throws IOException {
    Servers.require(TestAuthority.available());
    Path token = secret("token", "eyJhbGciOiJub25lIn0.e30.\n");
    try (TestAuthority authority = TestAuthority.make();
        FakeServer server = silent();
        XrootdClient client =
            new XrootdClient(options(new XrootdSecurity(authority.pem(), null, token)))) {
      server.securityToken = "&P=ztn,0:4096:";
      XrootdException e = failure(() -> client.ping(server.url("/")));
      assertThat(e).hasMessageContaining("ztn: a token is shown under TLS only");
      assertThat(server.logins).hasSize(1);

      server.flags = 0xd630_0001;
      server.tls = authority.vouchFor("IP:127.0.0.1", 2).context();
      client.ping(server.url("/"));
      assertThat(server.logins).last().isEqualTo("ztn\0\0T\0\0\0\u0019eyJhbGciOiJub25lIn0.e30.\0");
      server.securityToken = "&P=ztn,0:10:";
      XrootdException longer =
          failure(
              () ->
                  client.ping(
                      XrootdUrl.parse(server.url("/").format().replace("//127", "//x@127"))));
      assertThat(longer)
          .hasMessageContaining("has 24 bytes, but the server takes 10")
          .hasMessageNotContaining("eyJ");
      Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
      assertThat(
              failure(
                  () ->
                      client.ping(
                          XrootdUrl.parse(server.url("/").format().replace("//127", "//y@127")))))
          .hasMessageContaining("is open to others; chmod 600");
    }
  }

  @Test
  void ztnLooksForTheTokenWhereWlcgSays() throws IOException {
    Path file = secret("file", " tok1 \n");
    secret("bt_u7", "tok2");
    String runtime = directory.toString();
    Path shared = Files.createDirectory(directory.resolve("tmp"));
    Map<String, String> all =
        Map.of(
            "BEARER_TOKEN",
            "tok0",
            "BEARER_TOKEN_FILE",
            file.toString(),
            "XDG_RUNTIME_DIR",
            runtime);
    assertThat(token(BearerToken.find(file, all, shared, 7))).isEqualTo("tok1");
    assertThat(token(BearerToken.find(null, all, shared, 7))).isEqualTo("tok0");
    assertThat(
            token(BearerToken.find(null, Map.of("BEARER_TOKEN_FILE", file.toString()), shared, 7)))
        .isEqualTo("tok1");
    assertThat(token(BearerToken.find(null, Map.of("XDG_RUNTIME_DIR", runtime), shared, 7)))
        .isEqualTo("tok2");
    assertThatThrownBy(() -> BearerToken.find(null, Map.of(), shared, 7))
        .isInstanceOf(NoCredential.class)
        .hasMessageContaining("none in BEARER_TOKEN, BEARER_TOKEN_FILE, or bt_u7 in");
    int me = (Integer) Files.getAttribute(file, "unix:uid");
    Files.copy(file, shared.resolve("bt_u" + me));
    Files.setPosixFilePermissions(
        shared.resolve("bt_u" + me), PosixFilePermissions.fromString("rw-------"));
    assertThat(token(BearerToken.find(null, Map.of(), shared, me))).isEqualTo("tok1");
    // Anybody may have put a token there for us.
    Files.move(shared.resolve("bt_u" + me), shared.resolve("bt_u" + (me + 1)));
    assertThatThrownBy(() -> BearerToken.find(null, Map.of(), shared, me + 1))
        .hasMessageContaining("belongs to another user");
    // One that is named and not there is no reason to look elsewhere.
    assertThatThrownBy(
            () ->
                BearerToken.find(
                    null,
                    Map.of("BEARER_TOKEN_FILE", "/no/such", "XDG_RUNTIME_DIR", runtime),
                    shared,
                    7))
        .hasMessageContaining("no token file at /no/such");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " \n", "two words", "bad\u0001", "\u00e4"})
  void ztnTakesNothingForATokenThatIsNone(String text) throws IOException {
    Path file = secret("t", text);
    assertThatThrownBy(() -> BearerToken.find(file, Map.of()))
        .isInstanceOf(NoCredential.class)
        .hasMessageContaining("holds no token");
  }

  private static String token(BearerToken token) {
    assertThat(token.toString()).doesNotContain("tok0", "tok1", "tok2");
    ByteBuffer b = token.credential("0:4096:");
    byte[] text = new byte[b.getShort(8) - 1];
    b.position(10).get(text);
    return new String(text, StandardCharsets.US_ASCII);
  }
}
