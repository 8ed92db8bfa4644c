package org.secindex.mysql;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * The greeting of a MySQL 8 without TLS, which knows accounts by {@code caching_sha2_password} and
 * has forgotten all of them, as it has when it was started anew: it wants the password in full. It
 * answers nothing else, but keeps what it was told.
 */
final class FakeServer implements AutoCloseable {
  /** "Protocol::HandshakeV10" and "Protocol::AuthMoreData" of MySQL's internals manual. */
  private static final byte[] GREETING =
      ("\n8.4.0\0\1\0\0\0"
              + "saltsalt"
              + "\0"
              + "\u008f\u00a2\u00ff\2\0\b\0\u0015"
              + "\0".repeat(10)
              + "saltsaltsalt\0caching_sha2_password\0")
          .getBytes(ISO_8859_1);

  private static final byte[] PASSWORD_IN_FULL = {1, 4};

  private final ServerSocket socket;
  private final ByteArrayOutputStream told = new ByteArrayOutputStream();

  FakeServer() throws IOException {
    socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::serve, "fake server");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return socket.getLocalPort();
  }

  /** All bytes after the greeting of all clients. */
  String told() {
    synchronized (told) {
      return told.toString(ISO_8859_1);
    }
  }

  private void serve() {
    try {
      while (true) {
        try (Socket client = socket.accept()) {
          talk(client.getInputStream(), client.getOutputStream());
        }
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void talk(InputStream in, OutputStream out) throws IOException {
    send(out, 0, GREETING);
    byte[] head = in.readNBytes(4);
    if (head.length == 4) {
      in.skipNBytes((head[0] & 0xff) | (head[1] & 0xff) << 8);
      send(out, 2, PASSWORD_IN_FULL);
      // What comes is a request for the key, if anything does; without an answer to it.
      byte[] more = in.readNBytes(5);
      synchronized (told) {
        told.writeBytes(more);
      }
    }
  }

  private static void send(OutputStream out, int sequence, byte[] payload) throws IOException {
    byte[] packet = new byte[payload.length + 4];
    packet[0] = (byte) payload.length;
    packet[3] = (byte) sequence;
    System.arraycopy(payload, 0, packet, 4, payload.length);
    out.write(packet);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
