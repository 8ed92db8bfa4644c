package org.secindex.xrootd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.secindex.xrootd.client.Caught.failure;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.testkit.Seed;

/** The client against frames that no real server will send to order. */
@Timeout(60)
class ScriptedServerTest {
  private static final int SIZE = FakeServer.SIZE;
  private static final XrootdOptions QUICK =
      XrootdOptions.defaults()
          .withRequestTimeout(Duration.ofSeconds(5))
          .withConnectTimeout(Duration.ofSeconds(2));

  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    Collections.reverse(open);
    for (AutoCloseable c : open) {
      c.close();
    }
  }

  private FakeServer server(FakeServer.Script script) throws IOException {
    FakeServer server = new FakeServer(script);
    open.add(server);
    return server;
  }

  private XrootdClient client(XrootdOptions options) {
    XrootdClient client = new XrootdClient(options);
    open.add(client);
    return client;
  }

  private static void checkRead(XrootdFile file, long offset, int length) {
    ByteBuffer b = ByteBuffer.allocate(length);
    assertThat(file.read(offset, b)).isEqualTo(length);
    Pattern.check(offset, b);
  }

  // ---- frames

  @Test
  void understandsFramesThatComeByteByByte() throws IOException {
    FakeServer server = server(FakeServer::good);
    server.byteByByte = true;
    XrootdClient client = client(QUICK);
    try (XrootdFile file = client.open(server.url("/f"), OpenMode.READ)) {
      checkRead(file, 5, 300);
      ByteBuffer[] into = new ByteBuffer[20];
      Arrays.setAll(into, i -> ByteBuffer.allocate(i));
      long[] offsets = new long[20];
      Arrays.setAll(offsets, i -> 1000 - 13L * i);
      file.readv(offsets, into);
      for (int i = 0; i < 20; i++) {
        Pattern.check(offsets[i], into[i]);
      }
    }
    assertThat(client.list(server.url("/d")))
        .extracting(DirEntry::name)
        .containsExactly("one", "two");
  }

  @Test
  void matchesRepliesInAnyOrder() throws IOException {
    int count = 1000;
    List<FakeServer.Asked> held = new ArrayList<>();
    Random random = new Random(Seed.forTest("shuffle").value());
    FakeServer server =
        server(
            (c, a) -> {
              if (a.code() != Wire.READ) {
                FakeServer.good(c, a);
                return;
              }
              held.add(a);
              if (held.size() == count) {
                Collections.shuffle(held, random);
                // Each answer in three frames, those of all requests among each other.
                for (int part = 0; part < 3; part++) {
                  for (FakeServer.Asked h : held) {
                    byte[] data = FakeServer.data(h);
                    int from = part * data.length / 3;
                    int to = (part + 1) * data.length / 3;
                    c.reply(
                        h, part < 2 ? Wire.OKSOFAR : Wire.OK, Arrays.copyOfRange(data, from, to));
                  }
                }
              }
            });
    try (XrootdFile file =
        client(QUICK.withWindow(count, 1 << 20)).open(server.url("/f"), OpenMode.READ)) {
      List<ByteBuffer> buffers = new ArrayList<>();
      List<CompletableFuture<Integer>> ends = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        buffers.add(ByteBuffer.allocate(10 + i % 300));
        ends.add(file.readAsync(1000L * i, buffers.get(i)));
      }
      for (int i = 0; i < count; i++) {
        assertThat(Await.result(ends.get(i))).isEqualTo(10 + i % 300);
        Pattern.check(1000L * i, buffers.get(i));
      }
    }
  }

  @Test
  void takesEmptyLastFramesAndErrorsAfterData() throws IOException {
    FakeServer server =
        server(
            (c, a) -> {
              if (a.code() != Wire.READ) {
                FakeServer.good(c, a);
                return;
              }
              c.reply(a, Wire.OKSOFAR, FakeServer.data(a));
              if (a.parameters().getLong(4) == 0) {
                c.ok(a);
              } else {
                c.error(a, 3007, "disk gone");
              }
            });
    try (XrootdFile file = client(QUICK).open(server.url("/f"), OpenMode.READ)) {
      checkRead(file, 0, 100);
      ByteBuffer b = ByteBuffer.allocate(100);
      XrootdException e = failure(() -> file.read(1, b));
      assertThat(e.error()).isEqualTo(XrootdError.IO_ERROR);
      assertThat(e).hasMessageContaining("read /f").hasMessageContaining("disk gone");
      assertThat(b.position()).isZero();
      assertThat(b.limit()).isEqualTo(100);
    }
  }

  @Test
  void skipsAnswersToNobody() throws IOException {
    FakeServer server =
        server(
            (c, a) -> {
              c.send(FakeServer.frame(4711, Wire.OK, new byte[100]));
              c.send(FakeServer.frame(4711, Wire.ERROR, FakeServer.ints(3000)));
              c.send(
                  FakeServer.frame(0, Wire.ATTN, FakeServer.ints(5002), FakeServer.bytes("hello")));
              c.send(FakeServer.frame(0, Wire.ATTN, FakeServer.ints(5003)));
              FakeServer.good(c, a);
            });
    assertThat(client(QUICK).stat(server.url("/f")).size()).isEqualTo(SIZE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00010000ffffffff",
        "0001000080000000",
        "00011388000000",
        "00010fa300000002abcd",
        "00010fa700000000",
        "00000fa10000001000001390000000000001000000000004",
        "48545450"
      })
  void dropsConnectionsThatMakeNoSense(String hex) throws IOException {
    FakeServer server =
        server(
            (c, a) -> {
              c.send(java.util.HexFormat.of().parseHex(hex));
              c.send(new byte[3]);
              c.close();
            });
    XrootdException e = failure(() -> client(QUICK).stat(server.url("/f")));
    assertThat(e.error()).as("%s", e).isEqualTo(XrootdError.CONNECTION_LOST);
    assertThat(e.isOutcomeUnknown()).isFalse();
    // The request is repeated once, on a new connection.
    assertThat(server.connections()).isEqualTo(2);
  }

  @Test
  void endsEveryRequestWhereverTheConnectionIsCut() throws IOException {
    int whole = FakeServer.frame(1, Wire.OK, new byte[20]).length * 2 + 16 + 8 + 10;
    for (int cut = 0; cut < whole; cut++) {
      int end = cut;
      List<FakeServer.Asked> held = new ArrayList<>();
      FakeServer server =
          server(
              (c, a) -> {
                if (a.code() == Wire.OPEN || a.code() == Wire.QUERY) {
                  FakeServer.good(c, a);
                  return;
                }
                held.add(a);
                if (held.size() == 3) {
                  ByteBuffer all = ByteBuffer.allocate(1000);
                  for (FakeServer.Asked h : held) {
                    all.put(
                        FakeServer.frame(
                            h.id(),
                            Wire.OK,
                            h.code() == Wire.READ ? FakeServer.data(h) : FakeServer.vector(h)));
                  }
                  c.send(Arrays.copyOf(all.array(), end));
                  c.close();
                }
              });
      server.acceptsConnections = 1;
      try (XrootdClient client = new XrootdClient(QUICK)) {
        XrootdFile file = client.open(server.url("/f"), OpenMode.READ);
        List<CompletableFuture<?>> ends = new ArrayList<>();
        ends.add(file.readAsync(0, ByteBuffer.allocate(20)));
        ends.add(file.readAsync(20, ByteBuffer.allocate(20)));
        ends.add(file.readvAsync(new long[] {40}, new ByteBuffer[] {ByteBuffer.allocate(10)}));
        int failed = 0;
        for (CompletableFuture<?> f : ends) {
          try {
            Await.result(f);
          } catch (XrootdException e) {
            failed++;
            assertThat(e.isTransient()).as("%s", e).isTrue();
          }
        }
        assertThat(failed).as("cut at %d", cut).isEqualTo(cut < 28 ? 3 : cut < 56 ? 2 : 1);
      }
    }
  }

  /** Whatever a server says, every call ends, as it should or with the one kind of exception. */
  @Test
  void survivesDamagedAnswers() throws IOException {
    Random random = new Random(Seed.forTest("damage").value());
    int fine = 0;
    for (int round = 0; round < 300; round++) {
      FakeServer server =
          server(
              (c, a) -> {
                byte[] answer =
                    switch (a.code()) {
                      case Wire.OPEN ->
                          FakeServer.frame(
                              a.id(),
                              Wire.OK,
                              FakeServer.ints(7, 0, 0),
                              FakeServer.bytes("1 1000 48 1000\0"));
                      case Wire.READ -> FakeServer.frame(a.id(), Wire.OK, FakeServer.data(a));
                      case Wire.READV -> FakeServer.frame(a.id(), Wire.OK, FakeServer.vector(a));
                      case Wire.QUERY ->
                          FakeServer.frame(a.id(), Wire.OK, FakeServer.bytes("17\n4711\n"));
                      default -> FakeServer.frame(a.id(), Wire.OK, FakeServer.bytes("1 9 48 7\0"));
                    };
                boolean damaged = random.nextInt(4) == 0;
                if (damaged) {
                  answer[random.nextInt(Math.min(40, answer.length))] = (byte) random.nextInt();
                }
                c.send(answer);
                if (damaged) {
                  c.close();
                }
              });
      try (XrootdClient client = new XrootdClient(QUICK)) {
        try (XrootdFile file = client.open(server.url("/f"), OpenMode.READ)) {
          file.read(10, ByteBuffer.allocate(200));
          file.readv(
              new long[] {1, 300},
              new ByteBuffer[] {ByteBuffer.allocate(20), ByteBuffer.allocate(9)});
          client.stat(server.url("/f"));
          fine++;
        } catch (XrootdException e) {
          assertThat(e.error()).as("%s", e).isNotEqualTo(XrootdError.TIMED_OUT);
          assertThat(e.getSuppressed()).as("%s", e).isEmpty();
        }
      }
    }
    assertThat(fine).isBetween(1, 299);
  }

  @Test
  void tellsThatAFileWithDamagedPagesWasNotClosed() throws IOException {
    FakeServer server =
        server(
            (c, a) -> {
              if (a.code() == Wire.CLOSE) {
                c.error(a, 3019, "pages are damaged");
              } else {
                FakeServer.good(c, a);
              }
            });
    XrootdFile file = client(QUICK).open(server.url("/f"), OpenMode.UPDATE);
    XrootdException e = failure(file::close);
    assertThat(e.error()).isEqualTo(XrootdError.CHECKSUM_ERROR);
    assertThat(e).hasMessageContaining("close /f").hasMessageContaining("pages are damaged");
  }

  @Test
  void doesNotTakeAShortAnswerForTheEndOfTheFile() throws IOException {
    FakeServer server =
        server(
            (c, a) -> {
              if (a.code() == Wire.READ) {
                c.ok(a, Arrays.copyOf(FakeServer.data(a), 10));
              } else {
                FakeServer.good(c, a);
              }
            });
    try (XrootdFile file = client(QUICK).open(server.url("/f"), OpenMode.READ)) {
      ByteBuffer b = ByteBuffer.allocate(100);
      XrootdException e = failure(() -> file.read(5, b));
      assertThat(e.error()).isEqualTo(XrootdError.FILE_CHANGED);
      assertThat(e).hasMessageContaining("ends at byte 15, but had " + SIZE);
      assertThat(b.position()).isZero();
      assertThat(file.read(SIZE - 10, b)).isEqualTo(10);
    }
  }

  @Test
  void namesTheServerWhoseAnswerMakesNoSense() throws IOException {
    FakeServer server = server((c, a) -> c.ok(a, FakeServer.bytes("rubbish\0")));
    String at = " at 127.0.0.1:" + server.port() + ": the server broke the protocol: ";
    XrootdClient client = client(QUICK);
    assertThat(failure(() -> client.stat(server.url("/f")))).hasMessageStartingWith("stat /f" + at);
    assertThat(failure(() -> client.open(server.url("/f"), OpenMode.READ)))
        .hasMessageStartingWith("open /f" + at);
  }
}
