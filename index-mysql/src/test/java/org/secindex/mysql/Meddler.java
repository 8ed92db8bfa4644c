package org.secindex.mysql;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Stands between a client and a server, on connections that are not encrypted, and lets a test
 * decide what becomes of each statement that comes as text. The packets are those of "Client/Server
 * Protocol" in MySQL's internals manual: three bytes of length, one of sequence, and for a
 * statement the byte 3 and its text.
 */
final class Meddler implements AutoCloseable {
  /** What becomes of a statement. */
  enum Deed {
    PASS,
    /** The connection ends, and the server has seen nothing of the statement. */
    CUT_BEFORE,
    /** The connection ends when the server has answered, and the client does not learn how. */
    CUT_AFTER,
    /** The server sees nothing of the statement, and the connection stays as it is. */
    KEEP_SILENT,
    /** The client is asked for {@link #wanted}, as if the statement were LOAD DATA LOCAL. */
    ASK_FOR_FILE
  }

  private static final int QUERY = 3;
  private static final int FILE_WANTED = 0xfb;
  private static final byte[] ERROR = "\u00ff\u0019\u0004#42000enough".getBytes(ISO_8859_1);

  private final ServerSocket socket;
  private final int serverPort;
  private final List<String> queries = new CopyOnWriteArrayList<>();
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final ByteArrayOutputStream given = new ByteArrayOutputStream();
  private final Path wanted;
  private volatile Function<String, Deed> plan = query -> Deed.PASS;

  /**
   * @param wanted a file of the client's
   */
  Meddler(int serverPort, Path wanted) throws IOException {
    this.serverPort = serverPort;
    this.wanted = wanted;
    socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  /** The same address, through this one. */
  String through(String uri) {
    return uri.replace(":" + serverPort + "/", ":" + socket.getLocalPort() + "/") + "&tls=disabled";
  }

  void plan(Function<String, Deed> newPlan) {
    plan = newPlan;
  }

  /** Does this to the next statement that begins so, and lets all others pass. */
  void onceAt(String beginning, Deed deed) {
    onceAt("", beginning, deed);
  }

  /** As {@link #onceAt(String, Deed)}, but not before another one has passed. */
  void onceAt(String before, String beginning, Deed deed) {
    AtomicInteger stage = new AtomicInteger(before.isEmpty() ? 1 : 0);
    plan(
        query -> {
          if (stage.get() == 0 && query.startsWith(before)) {
            stage.set(1);
          } else if (query.startsWith(beginning) && stage.compareAndSet(1, 2)) {
            return deed;
          }
          return Deed.PASS;
        });
  }

  /** How many statements have come so far that begin so. */
  long count(String beginning) {
    return queries.stream().filter(query -> query.startsWith(beginning)).count();
  }

  /** All that clients gave when they were asked for a file. */
  String given() {
    synchronized (given) {
      return given.toString(ISO_8859_1);
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "meddler");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = socket.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
        open.add(client);
        open.add(server);
        new Link(client, server).begin();
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private final class Link {
    private final Socket client;
    private final Socket server;
    private volatile boolean cutting;

    Link(Socket client, Socket server) {
      this.client = client;
      this.server = server;
    }

    void begin() {
      start(() -> untilItEnds(this::forth));
      start(() -> untilItEnds(this::back));
    }

    private void untilItEnds(Direction direction) {
      try (client;
          server) {
        direction.run();
      } catch (IOException e) {
        // The end of a connection.
      }
    }

    private void back() throws IOException {
      byte[] buffer = new byte[1 << 16];
      for (int n = read(buffer); n > 0 && !cutting; n = read(buffer)) {
        client.getOutputStream().write(buffer, 0, n);
      }
    }

    private int read(byte[] buffer) throws IOException {
      return server.getInputStream().read(buffer);
    }

    private void forth() throws IOException {
      DataInputStream in = new DataInputStream(client.getInputStream());
      OutputStream out = server.getOutputStream();
      byte[] packet = packet(in);
      while (true) {
        Deed deed = Deed.PASS;
        if (packet[3] == 0 && packet.length > 4 && packet[4] == QUERY) {
          String query = new String(packet, 5, packet.length - 5, ISO_8859_1);
          queries.add(query);
          deed = plan.apply(query);
        }
        switch (deed) {
          case CUT_BEFORE -> {
            return;
          }
          case KEEP_SILENT -> {
            // The client waits.
          }
          case ASK_FOR_FILE -> {
            packet = askForFile(in);
            continue;
          }
          default -> {
            cutting = deed == Deed.CUT_AFTER;
            out.write(packet);
          }
        }
        if (cutting) {
          // The other direction ends the connection.
          in.transferTo(OutputStream.nullOutputStream());
        }
        packet = packet(in);
      }
    }

    /** Returns the packet that comes after the answer. */
    private byte[] askForFile(DataInputStream in) throws IOException {
      byte[] path = wanted.toString().getBytes(ISO_8859_1);
      byte[] question = new byte[path.length + 1];
      question[0] = (byte) FILE_WANTED;
      System.arraycopy(path, 0, question, 1, path.length);
      send(1, question);
      byte[] part = packet(in);
      while (part.length > 4 && part[3] != 0) {
        synchronized (given) {
          given.write(part, 4, part.length - 4);
        }
        part = packet(in);
      }
      if (part[3] == 0) {
        // Another statement: the client has not even understood that it was asked.
        return part;
      }
      send(part[3] + 1, ERROR);
      return packet(in);
    }

    private void send(int sequence, byte[] payload) throws IOException {
      byte[] packet = new byte[payload.length + 4];
      packet[0] = (byte) payload.length;
      packet[3] = (byte) sequence;
      System.arraycopy(payload, 0, packet, 4, payload.length);
      client.getOutputStream().write(packet);
    }
  }

  private interface Direction {
    void run() throws IOException;
  }

  /** A packet with its head. */
  private static byte[] packet(DataInputStream in) throws IOException {
    byte[] head = in.readNBytes(4);
    if (head.length < 4) {
      throw new EOFException();
    }
    int length = (head[0] & 0xff) | (head[1] & 0xff) << 8 | (head[2] & 0xff) << 16;
    byte[] packet = new byte[4 + length];
    System.arraycopy(head, 0, packet, 0, 4);
    in.readFully(packet, 4, length);
    return packet;
  }

  @Override
  public void close() {
    try {
      socket.close();
      for (Socket one : open) {
        one.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
