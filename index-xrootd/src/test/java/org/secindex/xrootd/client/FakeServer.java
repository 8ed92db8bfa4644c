package org.secindex.xrootd.client;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * A server that does by script what no real one can be made to do. It logs clients in by itself.
 */
final class FakeServer implements AutoCloseable {
  /** Size of the one file of a server that is {@link #good}. */
  static final int SIZE = 1 << 20;

  /** What happens on a request after the login. */
  interface Script {
    void on(Connection connection, Asked asked) throws IOException;
  }

  /** A request as it came. */
  record Asked(int id, int code, ByteBuffer parameters, ByteBuffer payload) {
    String parametersInHex() {
      byte[] all = new byte[16];
      parameters.duplicate().get(all);
      return HexFormat.of().formatHex(all);
    }

    String text() {
      return StandardCharsets.UTF_8.decode(payload.duplicate()).toString();
    }
  }

  private final ServerSocket listener;
  private final Script script;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();

  /** Every request after the login, as {@code code text}. */
  final Queue<String> asked = new ConcurrentLinkedQueue<>();

  /** The parameters of logins, and of protocol requests. */
  final Queue<String> greetings = new ConcurrentLinkedQueue<>();

  /** What was sent as the payload of logins and authentications. */
  final Queue<String> logins = new ConcurrentLinkedQueue<>();

  volatile int flags = 1;
  volatile byte[] protocolExtra = {};
  volatile String securityToken = "";
  volatile boolean refusesAuth;

  /** If set, TLS begins after the protocol answer, or after the login if that is set, too. */
  volatile @Nullable SSLContext tls;

  volatile boolean tlsAfterLogin;
  volatile int version = 0x511;
  volatile byte[] sessionId = new byte[16];

  /** If set, takes the place of {@link #sessionId} after the next login. */
  volatile byte @Nullable [] sessionIdOfNext;

  volatile boolean silentLogin;
  volatile boolean byteByByte;
  volatile int acceptsConnections = Integer.MAX_VALUE;

  FakeServer(Script script) throws IOException {
    this.script = script;
    this.listener = new ServerSocket(0, 50, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
    Thread accepting = new Thread(this::accept, "fake-server");
    accepting.setDaemon(true);
    accepting.start();
  }

  int port() {
    return listener.getLocalPort();
  }

  XrootdUrl url(String path) {
    return XrootdUrl.parse("root://127.0.0.1:" + port() + "/" + path);
  }

  int connections() {
    return connections.get();
  }

  /** Connections that have ended. */
  int ended() {
    return ended.get();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        if (connections.incrementAndGet() > acceptsConnections) {
          socket.close();
          continue;
        }
        sockets.add(socket);
        Connection connection = new Connection(socket, connections.get());
        Thread serving = new Thread(connection::serve, "fake-connection");
        serving.setDaemon(true);
        serving.start();
      }
    } catch (IOException e) {
      // Closed: the test is over.
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  /** One connection; replies may be sent by any thread. */
  final class Connection {
    final int number;
    private final Socket socket;
    private InputStream in;
    private OutputStream out;

    Connection(Socket socket, int number) {
      this.socket = socket;
      this.number = number;
      try {
        socket.setTcpNoDelay(true);
        this.in = socket.getInputStream();
        this.out = socket.getOutputStream();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    private void serve() {
      try (socket) {
        in.readNBytes(20);
        send(frame(0, Wire.OK, ints(version, 1)));
        while (true) {
          Asked asked = next(new DataInputStream(in));
          switch (asked.code) {
            case Wire.PROTOCOL -> {
              greetings.add(asked.parametersInHex());
              send(frame(0, Wire.OK, ints(version, flags), protocolExtra));
              beginTls(!tlsAfterLogin);
            }
            case Wire.LOGIN -> {
              greetings.add(asked.parametersInHex());
              logins.add(asked.text());
              if (silentLogin) {
                continue;
              }
              send(frame(0, Wire.OK, sessionId, bytes(securityToken)));
              byte[] next = sessionIdOfNext;
              if (next != null) {
                sessionId = next;
              }
              beginTls(tlsAfterLogin && securityToken.isEmpty());
            }
            case Wire.AUTH -> {
              logins.add(asked.text());
              if (refusesAuth) {
                error(asked, 3030, "not you");
              } else {
                ok(asked);
                beginTls(tlsAfterLogin);
              }
            }
            default -> {
              FakeServer.this.asked.add(asked.code + " " + asked.text());
              script.on(this, asked);
            }
          }
        }
      } catch (IOException e) {
        // The client, or the script, has closed the connection.
      }
      ended.incrementAndGet();
    }

    /** Whatever the client sends but a ClientHello ends the connection. */
    private void beginTls(boolean now) throws IOException {
      SSLContext context = tls;
      if (now && context != null) {
        SSLSocket secured =
            (SSLSocket) context.getSocketFactory().createSocket(socket, "127.0.0.1", port(), true);
        secured.setUseClientMode(false);
        secured.startHandshake();
        in = secured.getInputStream();
        out = secured.getOutputStream();
      }
    }

    private Asked next(DataInputStream in) throws IOException {
      int id = in.readUnsignedShort();
      int code = in.readUnsignedShort();
      byte[] parameters = in.readNBytes(16);
      byte[] payload = in.readNBytes(in.readInt());
      return new Asked(id, code, ByteBuffer.wrap(parameters), ByteBuffer.wrap(payload));
    }

    synchronized void send(byte[] bytes) throws IOException {
      if (!byteByByte) {
        out.write(bytes);
        return;
      }
      for (byte b : bytes) {
        out.write(b);
        out.flush();
      }
    }

    void reply(Asked asked, int status, byte[]... body) throws IOException {
      send(frame(asked.id, status, body));
    }

    void ok(Asked asked, byte[]... body) throws IOException {
      reply(asked, Wire.OK, body);
    }

    void error(Asked asked, int code, String text) throws IOException {
      reply(asked, Wire.ERROR, ints(code), bytes(text + "\0"));
    }

    void redirect(Asked asked, int port, String text) throws IOException {
      reply(asked, Wire.REDIRECT, ints(port), bytes(text));
    }

    /** The answer to an open: a handle, and a file of some size and age. */
    void opened(Asked asked, int handle, long size, long modified) throws IOException {
      ok(asked, ints(handle, 0, 0), bytes("1 " + size + " 48 " + modified + "\0"));
    }

    void close() throws IOException {
      socket.close();
    }
  }

  static byte[] frame(int id, int status, byte[]... body) {
    int length = 0;
    for (byte[] part : body) {
      length += part.length;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(
        ByteBuffer.allocate(8)
            .putShort((short) id)
            .putShort((short) status)
            .putInt(length)
            .array());
    for (byte[] part : body) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  static byte[] ints(int... values) {
    ByteBuffer b = ByteBuffer.allocate(4 * values.length);
    for (int value : values) {
      b.putInt(value);
    }
    return b.array();
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The answer to a read of the {@link Pattern}. */
  static byte[] data(Asked read) {
    return Pattern.bytes(read.parameters.getLong(4), read.parameters.getInt(12)).array();
  }

  /** The answer to a vector read of the {@link Pattern}. */
  static byte[] vector(Asked readv) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteBuffer elements = readv.payload.duplicate();
    while (elements.hasRemaining()) {
      int handle = elements.getInt();
      int length = elements.getInt();
      long offset = elements.getLong();
      out.writeBytes(ByteBuffer.allocate(16).putInt(handle).putInt(length).putLong(offset).array());
      out.writeBytes(Pattern.bytes(offset, length).array());
    }
    return out.toByteArray();
  }

  /** Does what a good server does. */
  static void good(Connection c, Asked a) throws IOException {
    switch (a.code) {
      case Wire.OPEN -> c.opened(a, 7, SIZE, 1000);
      case Wire.READ -> c.ok(a, data(a));
      case Wire.READV -> c.ok(a, vector(a));
      case Wire.QUERY -> c.ok(a, bytes("17\n4711\n"));
      case Wire.STAT -> c.ok(a, bytes("1 " + SIZE + " 48 1000\0"));
      case Wire.DIRLIST -> c.ok(a, bytes("one\ntwo\0"));
      default -> c.ok(a);
    }
  }
}
