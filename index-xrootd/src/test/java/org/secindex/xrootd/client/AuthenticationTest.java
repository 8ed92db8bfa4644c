package org.secindex.xrootd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.secindex.xrootd.client.Caught.failure;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.testkit.Servers;
import org.secindex.testkit.XrootdServer;

/** The real server asks who we are. */
@Timeout(60)
class AuthenticationTest {
  @TempDir Path directory;
  private Path home;

  @BeforeEach
  void makeHome() throws IOException {
    Servers.require(XrootdServer.available());
    // The server, which is not root, must get at its keytab.
    home = Files.createTempDirectory("sxkt").toRealPath();
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @AfterEach
  void removeHome() throws IOException {
    if (home != null) {
      try (var files = Files.list(home)) {
        for (Path file : (Iterable<Path>) files::iterator) {
          Files.delete(file);
        }
      }
      Files.delete(home);
    }
  }

  private static XrootdClient client(XrootdSecurity security) {
    return new XrootdClient(
        XrootdOptions.defaults()
            .withUserName("somebody")
            .withRequestTimeout(Duration.ofSeconds(20))
            .withSecurity(security));
  }

  /** The server's keytab with a copy for us; both are closed to others. */
  private Path keytab(String... options) throws IOException {
    Path server = home.resolve("server.keytab");
    var command = new ArrayList<>(List.of("xrdsssadmin"));
    command.addAll(List.of(options));
    command.addAll(List.of("add", server.toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("admin.log").toFile())
            .start();
    process.getOutputStream().write('y');
    process.getOutputStream().close();
    assertThat(process.onExit().join().exitValue()).as(String.valueOf(command)).isZero();
    Path mine = home.resolve("client.keytab");
    Files.copy(server, mine, StandardCopyOption.REPLACE_EXISTING);
    Files.setPosixFilePermissions(mine, PosixFilePermissions.fromString("rw-------"));
    TestAuthority.forServer(server);
    return mine;
  }

  private XrootdServer server(String... lines) throws IOException {
    var all = new ArrayList<>(List.of("xrootd.seclib libXrdSec.so"));
    all.addAll(List.of(lines));
    return XrootdServer.start(directory, all);
  }

  private String sss() {
    Path keytab = home.resolve("server.keytab");
    return "sec.protocol sss -s " + keytab + " -c " + keytab;
  }

  @Test
  void unix() throws IOException {
    try (XrootdServer server = server("sec.protocol unix");
        XrootdClient client = client(XrootdSecurity.defaults())) {
      client.stat(XrootdUrl.parse(server.url("")));
      assertThat(Files.readString(server.log())).contains("somebody");
    }
  }

  @Test
  void host() throws IOException {
    try (XrootdServer server = server("sec.protocol host", "sec.protbind * only host");
        XrootdClient client = client(XrootdSecurity.defaults())) {
      client.stat(XrootdUrl.parse(server.url("")));
    }
  }

  @Test
  void sssByAKeyThatTheServerHasToo() throws IOException {
    for (String[] options :
        List.of(
            new String[] {"-k", "testkey", "-u", "anybody", "-g", "anygroup"},
            new String[] {"-k", "testkey+", "-u", "anybody", "-g", "anygroup", "-l", "56"},
            new String[] {"-k", "a_longer_name", "-u", "imposed", "-g", "its"})) {
      Path mine = keytab(options);
      try (XrootdServer server = server(sss(), "sec.protbind * only sss");
          XrootdClient client = client(XrootdSecurity.defaults().withKeytab(mine))) {
        client.stat(XrootdUrl.parse(server.url("")));
      }
      Files.delete(home.resolve("server.keytab"));
    }
  }

  @Test
  void theSecondMethodIfTheFirstWillNotDo() throws IOException {
    keytab("-k", "testkey", "-u", "anybody", "-g", "anygroup");
    Path foreign = home.resolve("foreign.keytab");
    Files.writeString(foreign, "0 u:anybody g:anygroup n:k N:7 c:1 e:0 f:0 k:" + "ab".repeat(32));
    Files.setPosixFilePermissions(foreign, PosixFilePermissions.fromString("rw-------"));
    try (XrootdServer server = server(sss(), "sec.protocol unix", "sec.protbind * only sss unix");
        XrootdClient client = client(XrootdSecurity.defaults().withKeytab(foreign));
        XrootdClient without =
            client(XrootdSecurity.defaults().withKeytab(home.resolve("absent")))) {
      client.stat(XrootdUrl.parse(server.url("")));
      without.stat(XrootdUrl.parse(server.url("")));
    }
    try (XrootdServer server = server(sss(), "sec.protbind * only sss");
        XrootdClient client = client(XrootdSecurity.defaults().withKeytab(foreign))) {
      XrootdException e = failure(() -> client.stat(XrootdUrl.parse(server.url(""))));
      assertThat(e.error()).isEqualTo(XrootdError.AUTH_FAILED);
      assertThat(e).hasMessageContaining("sss: the server says: ");
      assertThat(e.text()).doesNotContain("\n");
    }
  }

  /** The server gives a credential 13 seconds. */
  @Test
  void sssOfAClockThatIsLateIsRefused() throws IOException {
    Path mine = keytab("-k", "testkey", "-u", "anybody", "-g", "anygroup");
    try (XrootdServer server = server(sss(), "sec.protbind * only sss")) {
      SssKey key = SssKey.find(mine, Map.of(), home);
      long now = System.currentTimeMillis() / 1000;
      assertThat(authenticate(server.port(), key, now)).isEmpty();
      assertThat(authenticate(server.port(), key, now - 20)).contains("expired");
    }
  }

  /** Logs in by hand, and gives the server's complaint. */
  private static String authenticate(int port, SssKey key, long now) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      ByteBuffer hello = ByteBuffer.allocate(44).putInt(12, 4).putInt(16, 2012);
      hello.putShort(22, (short) Wire.PROTOCOL).putInt(24, 0x511).put(29, (byte) 3);
      socket.getOutputStream().write(hello.array());
      answer(in);
      answer(in);
      ByteBuffer login = ByteBuffer.allocate(24).putShort(2, (short) Wire.LOGIN);
      login.put(8, (byte) 'x').put(18, (byte) 0x85);
      socket.getOutputStream().write(login.array());
      String offer = answer(in);
      assertThat(offer).contains("&P=sss,");
      var from = (InetSocketAddress) socket.getLocalSocketAddress();
      ByteBuffer credential =
          SssCredential.make(
              key, offer.substring(offer.indexOf("sss,") + 4), "x", Applicant.origin(from), now);
      ByteBuffer auth = ByteBuffer.allocate(24 + credential.remaining());
      auth.putShort(2, (short) Wire.AUTH).put(16, new byte[] {'s', 's', 's', 0});
      auth.putInt(20, credential.remaining()).position(24).put(credential);
      socket.getOutputStream().write(auth.array());
      return answer(in);
    }
  }

  private static String answer(DataInputStream in) throws IOException {
    in.readInt();
    return new String(in.readNBytes(in.readInt()), StandardCharsets.ISO_8859_1);
  }

  @Test
  void signedRequestsAreRefusedAtTheLogin() throws IOException {
    try (XrootdServer server = server("sec.protocol unix", "sec.level all standard force");
        XrootdClient client = client(XrootdSecurity.defaults())) {
      XrootdException e = failure(() -> client.stat(XrootdUrl.parse(server.url(""))));
      assertThat(e.error()).isEqualTo(XrootdError.CLIENT_UNSUPPORTED);
      assertThat(e).hasMessageContaining("demands signed requests");
    }
  }

  @Test
  void underTlsWithASecret() throws IOException {
    Servers.require(TestAuthority.available());
    Path mine = keytab("-k", "testkey", "-u", "anybody", "-g", "anygroup");
    try (TestAuthority authority = TestAuthority.make()) {
      var lines = new ArrayList<>(List.of(sss(), "sec.protbind * only sss"));
      lines.addAll(authority.vouchFor("IP:127.0.0.1", 2).configuration("capable all -data"));
      try (XrootdServer server = server(lines.toArray(new String[0]));
          XrootdClient client = client(new XrootdSecurity(authority.pem(), mine, null))) {
        client.stat(XrootdUrl.parse(server.url("").replace("root:", "roots:")));
      }
    }
  }
}
