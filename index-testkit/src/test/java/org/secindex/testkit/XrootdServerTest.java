package org.secindex.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class XrootdServerTest {
  private static final int OK = 0;

  @TempDir Path directory;

  @BeforeAll
  static void needsXrootd() {
    Servers.require(XrootdServer.available());
  }

  @Test
  void clientsMayWriteInADirectoryThatOnlyItsOwnerCanOpen() throws IOException {
    Path dataDirectory;
    try (XrootdServer server = XrootdServer.start(directory)) {
      dataDirectory = server.dataDirectory();
      assertThat(server.url("a/b")).isEqualTo("root://127.0.0.1:" + server.port() + "//store/a/b");
      assertThat(server.url("")).isEqualTo("root://127.0.0.1:" + server.port() + "//store");
      assertThat(mkdir(server, "/store/idx")).isEqualTo(OK);
      assertThat(dataDirectory.resolve("idx")).isDirectory();
      assertThat(mkdir(server, "/elsewhere")).isNotEqualTo(OK);
      assertThat(Files.readString(server.log())).contains("initialization completed");
    }
    assertThat(directory.resolve("xrootd.log")).exists();
    assertThat(dataDirectory.startsWith(directory.toRealPath()) || !Files.exists(dataDirectory))
        .as("nothing is left in " + dataDirectory)
        .isTrue();
  }

  @Test
  void dataStayInTheGivenDirectoryWhereTheServerCanGetThere() throws IOException {
    Path open = Files.createTempDirectory("xrootd-test").toRealPath();
    try {
      Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
      try (XrootdServer server = XrootdServer.start(open.resolve("server"))) {
        assertThat(server.dataDirectory()).isEqualTo(open.resolve("server/data/store"));
        assertThat(mkdir(server, "/store/idx")).isEqualTo(OK);
      }
      try (XrootdServer again = XrootdServer.start(open.resolve("server"))) {
        assertThat(again.dataDirectory().resolve("idx")).isDirectory();
        assertThat(mkdir(again, "/store/idx/segments")).isEqualTo(OK);
      }
    } finally {
      FileTree.delete(open);
    }
  }

  @Test
  void comesBackOnTheSamePortAfterACrashAndAfterAStop() throws IOException {
    try (XrootdServer server = XrootdServer.start(directory)) {
      int port = server.port();
      long pid = server.pids().get(0);
      // A connection that is open in the crash leaves its port number in use by the system for a
      // minute.
      try (Socket open = new Socket(InetAddress.getLoopbackAddress(), port)) {
        assertThat(open.isConnected()).isTrue();
        server.kill();
      }
      assertThat(server.pids()).isEmpty();
      assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
      assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port))
          .isInstanceOf(IOException.class);

      server.restart();
      assertThat(server.port()).isEqualTo(port);
      assertThat(mkdir(server, "/store/one")).isEqualTo(OK);
      server.stop();
      server.restart();
      assertThat(server.dataDirectory().resolve("one")).isDirectory();
      assertThat(mkdir(server, "/store/two")).isEqualTo(OK);
    }
  }

  @Test
  void aPortThatWasTakenMeanwhileIsNamed() throws IOException {
    try (XrootdServer server = XrootdServer.start(directory)) {
      server.stop();
      try (ServerSocket other = new ServerSocket(server.port())) {
        assertThatThrownBy(server::restart)
            .isInstanceOf(IOException.class)
            .hasMessageContaining("port " + other.getLocalPort())
            .hasMessageContaining("Unable to bind socket");
      }
      server.restart();
      assertThat(mkdir(server, "/store/idx")).isEqualTo(OK);
    }
  }

  @Test
  void takesConfigurationLines() throws IOException {
    try (XrootdServer server = XrootdServer.start(directory, List.of("all.export /more r/o"))) {
      assertThat(Files.readString(server.log())).contains("Config exporting /more");
    }
  }

  @Test
  void aWrongConfigurationIsReportedInTheServersWords() {
    assertThatThrownBy(() -> XrootdServer.start(directory, List.of("xrd.tls /no/such/cert.pem")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cert.pem")
        .hasMessageContaining("xrootd.log");
  }

  @Test
  void dropsConnectionsThatDoNotComeOverTheLoopback() throws IOException {
    Optional<InetAddress> other =
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .filter(a -> a instanceof Inet4Address && !a.isLoopbackAddress())
            .findFirst();
    Servers.require(
        other.isPresent()
            ? Optional.empty()
            : Optional.of("this machine has no address but the loopback"),
        false);
    try (XrootdServer server = XrootdServer.start(directory)) {
      assertThatThrownBy(() -> login(other.orElseThrow(), server.port()).close())
          .isInstanceOf(IOException.class);
      login(InetAddress.getLoopbackAddress(), server.port()).close();
    }
  }

  /** Handshake and login (XRootD protocol 5). */
  private static Socket login(InetAddress address, int port) throws IOException {
    Socket socket = new Socket(address, port);
    socket.setSoTimeout(20_000);
    // In one piece: the server resets a connection that begins with less than a whole handshake.
    socket.getOutputStream().write(ByteBuffer.allocate(20).putInt(12, 4).putInt(16, 2012).array());
    answer(socket);
    ByteBuffer parameters = ByteBuffer.allocate(16).putInt(1).put("test".getBytes(US_ASCII));
    assertThat(request(socket, 3007, parameters.array(), "")).isEqualTo(OK);
    return socket;
  }

  private static int mkdir(XrootdServer server, String path) throws IOException {
    try (Socket socket = login(InetAddress.getLoopbackAddress(), server.port())) {
      return request(
          socket, 3008, ByteBuffer.allocate(16).putShort(14, (short) 0755).array(), path);
    }
  }

  private static int request(Socket socket, int id, byte[] parameters, String body)
      throws IOException {
    byte[] bytes = body.getBytes(US_ASCII);
    ByteBuffer frame =
        ByteBuffer.allocate(24 + bytes.length)
            .putShort((short) 1)
            .putShort((short) id)
            .put(parameters)
            .putInt(bytes.length)
            .put(bytes);
    socket.getOutputStream().write(frame.array());
    return answer(socket);
  }

  private static int answer(Socket socket) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    in.readUnsignedShort();
    int status = in.readUnsignedShort();
    in.skipNBytes(in.readInt());
    return status;
  }
}
