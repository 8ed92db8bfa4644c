package org.secindex.xrootd.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * A peer that knows nothing of the protocol: on one connection it answers what comes with the bytes
 * that it was given, and ends the connection after the last.
 */
final class RawPeer implements AutoCloseable {
  private final ServerSocket listener;

  private RawPeer(ServerSocket listener) {
    this.listener = listener;
  }

  /**
   * Answers the first 44 bytes, which are two requests, with the first two answers in hex, and
   * whatever comes next with the next.
   *
   * @param asked what came, in hex, each time in the portion in which it came
   */
  static RawPeer answering(List<String> asked, String... answers) throws IOException {
    RawPeer peer =
        new RawPeer(new ServerSocket(0, 50, InetAddress.getByAddress(new byte[] {127, 0, 0, 1})));
    Thread serving = new Thread(() -> peer.serve(asked, answers), "raw-peer");
    serving.setDaemon(true);
    serving.start();
    return peer;
  }

  XrootdUrl url(String path) {
    return XrootdUrl.parse("root://127.0.0.1:" + listener.getLocalPort() + "/" + path);
  }

  private void serve(List<String> asked, String[] answers) {
    while (true) {
      try (Socket socket = listener.accept()) {
        socket.setTcpNoDelay(true);
        byte[] portion = new byte[1 << 16];
        InputStream in = socket.getInputStream();
        for (int i = 0; i < answers.length; i++) {
          if (i != 1) {
            int n = in.read(portion);
            if (n < 0) {
              break;
            }
            asked.add(HexFormat.of().formatHex(Arrays.copyOf(portion, n)));
          }
          socket.getOutputStream().write(bytes(answers[i]));
        }
      } catch (IOException e) {
        if (listener.isClosed()) {
          return; // The test is over.
        }
      }
    }
  }

  /** Hex with blanks wherever they help the eye. */
  static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
