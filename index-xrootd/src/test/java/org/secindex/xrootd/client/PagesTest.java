package org.secindex.xrootd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.secindex.xrootd.client.Caught.failure;
import static org.secindex.xrootd.client.LocalSession.pages;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.testkit.Servers;
import org.secindex.testkit.XrootdServer;

/** Reads and writes with a checksum for each page. */
@Timeout(60)
class PagesTest {
  private static final int SIZE = 5_000_003;
  private static final int PAGES = 0x0020_0001;
  private static final XrootdOptions QUICK =
      XrootdOptions.defaults()
          .withRequestTimeout(Duration.ofSeconds(5))
          .withConnectTimeout(Duration.ofSeconds(2));

  @TempDir Path directory;

  // ---- the real server

  @Test
  void readsAnyRange() throws IOException {
    Servers.require(XrootdServer.available());
    try (XrootdServer server = XrootdServer.start(directory);
        XrootdClient client = new XrootdClient()) {
      Pattern.write(server.dataDirectory().resolve("f"), 0, SIZE);
      long far = (1L << 32) + 4095;
      Pattern.write(server.dataDirectory().resolve("far"), far, 10_000);
      try (XrootdFile file = client.open(XrootdUrl.parse(server.url("f")), OpenMode.READ)) {
        for (int offset : new int[] {0, 1, 4095, 4096, 4097, SIZE - 5000, SIZE - 1}) {
          for (int length : new int[] {1, 2, 4095, 4096, 4097, 100_000, SIZE}) {
            ByteBuffer b = ByteBuffer.allocateDirect(length + 3).position(3);
            int expected = Math.min(length, SIZE - offset);
            assertThat(file.pgread(offset, b)).isEqualTo(expected);
            Pattern.check(offset, b.flip().position(3).slice().position(expected));
          }
        }
        assertThat(file.pgread(SIZE, ByteBuffer.allocate(10))).isZero();
        assertThat(file.pgread(SIZE + 5000L, ByteBuffer.allocate(10))).isZero();
        assertThat(file.pgread(0, ByteBuffer.allocate(0))).isZero();
      }
      try (XrootdFile file = client.open(XrootdUrl.parse(server.url("far")), OpenMode.READ)) {
        ByteBuffer b = ByteBuffer.allocate(9000);
        assertThat(file.pgread(far, b)).isEqualTo(9000);
        Pattern.check(far, b);
      }
    }
  }

  @Test
  void writesAnyRange() throws IOException {
    Servers.require(XrootdServer.available());
    try (XrootdServer server = XrootdServer.start(directory);
        XrootdClient client = new XrootdClient()) {
      XrootdUrl url = XrootdUrl.parse(server.url("w"));
      try (XrootdFile file = client.open(url, OpenMode.CREATE)) {
        int at = 0;
        for (int length : new int[] {1, 4094, 2, 4096, 4097, 100_000, SIZE}) {
          ByteBuffer data = Pattern.bytes(at, length);
          file.pgwrite(at, data);
          assertThat(data.hasRemaining()).isFalse();
          at += length;
        }
        file.pgwrite(at, ByteBuffer.allocate(0));
        assertThat(file.size()).isEqualTo(at);
        ByteBuffer back = ByteBuffer.allocate(at);
        assertThat(file.pgread(0, back)).isEqualTo(at);
        Pattern.check(0, back);
      }
      assertThat(Files.readAllBytes(server.dataDirectory().resolve("w")))
          .isEqualTo(Pattern.bytes(0, (int) client.stat(url).size()).array());
    }
  }

  /** The server writes damaged pages, too, and does not close a file that has any. */
  @Test
  void theServerRefusesToCloseAFileWithDamagedPages() throws Exception {
    Servers.require(XrootdServer.available());
    try (XrootdServer server = XrootdServer.start(directory);
        Sessions sessions = new Sessions(QUICK, Dialer.Resolver.SYSTEM)) {
      XrootdUrl url = XrootdUrl.parse(server.url("w"));
      OpenedFile file =
          OpenedFile.open(
                  sessions,
                  url.server("me"),
                  null,
                  url.path(),
                  new Opaque(""),
                  OpenMode.CREATE,
                  System.nanoTime() + 5_000_000_000L)
              .get();
      long deadline = System.nanoTime() + 5_000_000_000L;
      ByteBuffer pages = ByteBuffer.wrap(pages(0, 3 * 4096));
      pages.put(0, (byte) (pages.get(0) + 1)).put(2 * 4100, (byte) (pages.get(2 * 4100) + 1));
      Request write = Requests.pgwrite(file.handle(), 0, pages, false, "/w", deadline);
      file.session().submit(write);
      write.done.get();
      assertThat(((PageWriteBody) write.body).damaged()).containsExactly(0, 8192);
      Request one =
          Requests.pgwrite(file.handle(), 0, ByteBuffer.wrap(pages(0, 4096)), true, "/w", deadline);
      file.session().submit(one);
      one.done.get();
      assertThat(((PageWriteBody) one.body).damaged()).isEmpty();
      Request close = Requests.close(file.handle(), "/w", deadline);
      file.session().submit(close);
      assertThat(failure(close.done.thenApply(r -> r)).code()).isEqualTo(3019);
    }
  }

  // ---- a scripted one

  /** The frame of an answer to {@code a}: header, status, offset, and the data. */
  private static byte[] status(FakeServer.Asked a, int kind, long offset, byte[] data) {
    return LocalSession.status(a.id(), a.code(), kind, offset, data);
  }

  private static byte[] answer(FakeServer.Asked a) {
    long offset = a.parameters().getLong(4);
    return status(a, 0, offset, pages(offset, a.parameters().getInt(12)));
  }

  private static boolean isRetry(FakeServer.Asked a) {
    return a.code() == Wire.PGREAD
        ? a.payload().remaining() == 2 && a.payload().get(1) == 1
        : a.parameters().get(13) == 1;
  }

  private static FakeServer server(FakeServer.Script pages) throws IOException {
    FakeServer server =
        new FakeServer(
            (c, a) -> {
              if (a.code() == Wire.PGREAD || a.code() == Wire.PGWRITE) {
                pages.on(c, a);
              } else {
                FakeServer.good(c, a);
              }
            });
    server.flags = PAGES;
    return server;
  }

  private static XrootdFile open(XrootdClient client, FakeServer server, OpenMode mode) {
    return client.open(server.url("/f"), mode);
  }

  /** The frame that the reference server sends for 4096 bytes at 0 of a file of NULs. */
  @Test
  void theFrameIsThatOfTheReferenceServer() {
    byte[] zeros = new byte[4100];
    CRC32C crc = new CRC32C();
    crc.update(zeros, 0, 4096);
    ByteBuffer.wrap(zeros).putInt(0, (int) crc.getValue());
    FakeServer.Asked a =
        new FakeServer.Asked(
            5, Wire.PGREAD, ByteBuffer.allocate(16).putInt(12, 4096), ByteBuffer.allocate(2));
    assertThat(Arrays.copyOf(status(a, 0, 0, zeros), 32))
        .isEqualTo(
            RawPeer.bytes(
                "0005 0fa7 00000018 171fef9a 0005 1e 00 00000000 00001004" + "00".repeat(8)));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void joinsFramesHoweverTheyAreCut(boolean byteByByte) throws IOException {
    try (FakeServer server =
            server(
                (c, a) -> {
                  long offset = a.parameters().getLong(4);
                  int length = a.parameters().getInt(12);
                  int first = (int) (8192 - offset % 4096);
                  c.send(status(a, 1, offset, pages(offset, first)));
                  c.send(status(a, 2, 0, new byte[] {1, 2, 3})); // Progress, whatever it is.
                  c.send(status(a, 1, offset + first, pages(offset + first, length - first)));
                  c.send(status(a, 0, 0, new byte[0]));
                });
        XrootdClient client = new XrootdClient(QUICK);
        XrootdFile file = open(client, server, OpenMode.READ)) {
      server.byteByByte = byteByByte;
      ByteBuffer b = ByteBuffer.allocate(9000);
      assertThat(file.pgread(4090, b)).isEqualTo(9000);
      Pattern.check(4090, b);
    }
  }

  @Test
  void readsOnlyTheDamagedPageAgain() throws IOException {
    List<String> asked = new ArrayList<>();
    try (FakeServer server =
            server(
                (c, a) -> {
                  asked.add(a.parameters().getLong(4) + "+" + a.parameters().getInt(12));
                  byte[] answer = answer(a);
                  if (!isRetry(a)) {
                    answer[32 + 6 + 5000] ^= 0x10;
                  } else if (asked.size() == 2) {
                    answer[32 + 2] ^= 1; // The second attempt fails, too.
                  }
                  c.send(answer);
                });
        XrootdClient client = new XrootdClient(QUICK);
        XrootdFile file = open(client, server, OpenMode.READ)) {
      ByteBuffer b = ByteBuffer.allocate(10_000);
      assertThat(file.pgread(96, b)).isEqualTo(10_000);
      Pattern.check(96, b);
      assertThat(asked).containsExactly("96+10000", "4096+4096", "4096+4096");
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 'page of 4096 bytes at offset 0', 3", "40, 'many more pages', 1"})
  void givesUpOnPagesThatStayDamaged(int pages, String what, int requests) throws IOException {
    AtomicInteger asked = new AtomicInteger();
    try (FakeServer server =
            server(
                (c, a) -> {
                  asked.incrementAndGet();
                  byte[] answer = answer(a);
                  for (int at = 32; at < answer.length; at += 4100) {
                    answer[at] ^= 1;
                  }
                  c.send(answer);
                });
        XrootdClient client = new XrootdClient(QUICK);
        XrootdFile file = open(client, server, OpenMode.READ)) {
      ByteBuffer b = ByteBuffer.allocate(4096 * pages);
      XrootdException e = failure(() -> file.pgread(0, b));
      assertThat(e.error()).isEqualTo(XrootdError.CHECKSUM_ERROR);
      assertThat(e).hasMessageContaining(what);
      assertThat(b.position()).isZero();
      assertThat(asked.get()).isEqualTo(requests);
    }
  }

  /** What is wrong with the first answer; the second one, on a new connection, is right. */
  @ParameterizedTest
  @CsvSource({
    "8, 1", // checksum of the status
    "13, 1", // stream id
    "14, 1", // request code
    "15, 4", // kind
    "20, 128", // a negative length
    "24, 128" // a negative offset
  })
  void dropsAConnectionWhoseStatusMakesNoSenseAndReadsAgain(int at, int bit) throws IOException {
    AtomicInteger asked = new AtomicInteger();
    try (FakeServer server =
            server(
                (c, a) -> {
                  byte[] answer = answer(a);
                  if (asked.incrementAndGet() == 1) {
                    answer[at] ^= (byte) bit;
                    if (at > 8) { // All else is as it should be.
                      CRC32C crc = new CRC32C();
                      crc.update(answer, 12, 20);
                      ByteBuffer.wrap(answer).putInt(8, (int) crc.getValue());
                    }
                  }
                  c.send(answer);
                });
        XrootdClient client = new XrootdClient(QUICK);
        XrootdFile file = open(client, server, OpenMode.READ)) {
      ByteBuffer b = ByteBuffer.allocate(5000);
      assertThat(file.pgread(7, b)).isEqualTo(5000);
      Pattern.check(7, b);
      assertThat(asked.get()).isEqualTo(2);
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void dropsConnectionsWithPagesThatAreNotDue() throws IOException {
    List<byte[]> wrong =
        List.of(
            new byte[] {1, 2, 3, 4}, // a checksum without a page
            new byte[] {1, 2}, // half a checksum
            pages(0, 6000), // more than asked for
            Arrays.copyOf(pages(0, 4096), 100));
    for (byte[] data : wrong) {
      AtomicInteger asked = new AtomicInteger();
      try (FakeServer server =
              server(
                  (c, a) -> {
                    if (asked.incrementAndGet() == 1) {
                      c.send(status(a, 1, a.parameters().getLong(4), data));
                    }
                    c.send(answer(a));
                  });
          XrootdClient client = new XrootdClient(QUICK);
          XrootdFile file = open(client, server, OpenMode.READ)) {
        ByteBuffer b = ByteBuffer.allocate(5000);
        assertThat(file.pgread(0, b)).isEqualTo(5000);
        Pattern.check(0, b);
        assertThat(server.connections()).isEqualTo(2);
      }
    }
  }

  @Test
  void sendsDamagedPagesAgain() throws IOException {
    List<String> asked = new ArrayList<>();
    try (FakeServer server =
            server(
                (c, a) -> {
                  asked.add(
                      a.parameters().getLong(4)
                          + "+"
                          + a.payload().remaining()
                          + (isRetry(a) ? " again" : ""));
                  long from = a.parameters().getLong(4);
                  int length = isRetry(a) ? (int) Math.min(4096, 10_096 - from) : 10_000;
                  assertThat(a.payload().slice()).isEqualTo(ByteBuffer.wrap(pages(from, length)));
                  boolean twice = isRetry(a) && from == 8192 && asked.size() == 3;
                  c.send(
                      status(
                          a,
                          0,
                          from,
                          twice ? damaged(8192) : isRetry(a) ? new byte[0] : damaged(4096, 8192)));
                });
        XrootdClient client = new XrootdClient(QUICK);
        XrootdFile file = open(client, server, OpenMode.UPDATE)) {
      file.pgwrite(96, Pattern.bytes(96, 10_000));
      // 4000 bytes to the border, then 4096, then the rest.
      assertThat(asked)
          .containsExactly("96+10012", "4096+4100 again", "8192+1908 again", "8192+1908 again");
    }
  }

  private static byte[] damaged(long... offsets) {
    ByteBuffer b = ByteBuffer.allocate(8 + 8 * offsets.length).putInt(4, 0x1000_1000).position(8);
    for (long offset : offsets) {
      b.putLong(offset);
    }
    CRC32C crc = new CRC32C();
    crc.update(b.array(), 4, b.capacity() - 4);
    return b.putInt(0, (int) crc.getValue()).array();
  }

  @Test
  void givesUpOnPagesThatDoNotArrive() throws IOException {
    long[] many = new long[20];
    Arrays.setAll(many, i -> 4096L * i);
    for (byte[] told : List.of(damaged(0), damaged(many), damaged(1 << 20), new byte[9])) {
      try (FakeServer server =
              server((c, a) -> c.send(status(a, 0, a.parameters().getLong(4), told)));
          XrootdClient client = new XrootdClient(QUICK);
          XrootdFile file = open(client, server, OpenMode.UPDATE)) {
        XrootdException e = failure(() -> file.pgwrite(0, ByteBuffer.allocate(100_000)));
        assertThat(e.error())
            .as("%s", e)
            .isIn(XrootdError.CHECKSUM_ERROR, XrootdError.PROTOCOL_VIOLATION);
      }
    }
  }

  @Test
  void serversWithoutPagesAreReadAndWrittenWithoutThem() throws IOException {
    for (int version : new int[] {0x511, 0x500}) {
      try (FakeServer server = server((c, a) -> c.error(a, 3013, "no pages here"));
          XrootdClient client = new XrootdClient(QUICK)) {
        server.version = version;
        server.flags = version == 0x500 ? PAGES : 1;
        try (XrootdFile file = open(client, server, OpenMode.UPDATE)) {
          ByteBuffer b = ByteBuffer.allocate(5000);
          assertThat(file.pgread(7, b)).isEqualTo(5000);
          Pattern.check(7, b);
          file.pgwrite(0, ByteBuffer.allocate(100));
          assertThat(server.asked).noneMatch(a -> a.startsWith("3030") || a.startsWith("3026"));
        }
      }
    }
  }
}
