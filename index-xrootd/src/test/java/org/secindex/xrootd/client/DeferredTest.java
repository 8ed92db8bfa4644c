package org.secindex.xrootd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.secindex.xrootd.client.Caught.failure;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.Adler32;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.testkit.Servers;
import org.secindex.testkit.XrootdServer;

/** Answers that are promised for later. */
@Timeout(60)
class DeferredTest {
  private static final XrootdOptions QUICK =
      XrootdOptions.defaults()
          .withRequestTimeout(Duration.ofSeconds(8))
          .withConnectTimeout(Duration.ofSeconds(2));

  private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();

  @TempDir Path directory;

  @AfterEach
  void stop() {
    later.shutdownNow();
  }

  private static void promise(FakeServer.Connection c, FakeServer.Asked a) throws IOException {
    c.reply(a, Wire.WAITRESP, FakeServer.ints(10), FakeServer.bytes("Job scheduled."));
  }

  private static void keep(FakeServer.Connection c, byte[] frame) {
    try {
      c.send(FakeServer.frame(0, Wire.ATTN, FakeServer.ints(5008, 0), frame));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The reference server computes checksums that nobody has asked for yet, and answers later. */
  @Test
  void theServerComputesAChecksum() throws IOException {
    Servers.require(XrootdServer.available());
    try (XrootdServer server = XrootdServer.start(directory);
        XrootdClient client = new XrootdClient(QUICK)) {
      Pattern.write(server.dataDirectory().resolve("f"), 0, 4 << 20);
      Pattern.write(server.dataDirectory().resolve("g"), 0, 4 << 20);
      byte[] content = Pattern.bytes(0, 4 << 20).array();
      Adler32 adler = new Adler32();
      adler.update(content);
      CRC32C crc = new CRC32C();
      crc.update(content);
      for (int i = 0; i < 2; i++) { // Computed, then known.
        assertThat(client.checksum(XrootdUrl.parse(server.url("f")), "adler32"))
            .isEqualTo("%08x".formatted(adler.getValue()));
        assertThat(client.checksum(XrootdUrl.parse(server.url("g")), "crc32c"))
            .isEqualTo("%08x".formatted(crc.getValue()));
      }
      assertThat(
              failure(() -> client.checksum(XrootdUrl.parse(server.url("no")), "adler32"))
                  .isNotFound())
          .isTrue();
      assertThat(failure(() -> client.checksum(XrootdUrl.parse(server.url("f")), "md99")).code())
          .isPositive();
    }
  }

  @Test
  void saysSoIfTheChecksumIsAnother() throws IOException {
    try (FakeServer server = new FakeServer((c, a) -> c.ok(a, FakeServer.bytes("md5 00ff\0")));
        XrootdClient client = new XrootdClient(QUICK)) {
      assertThat(failure(() -> client.checksum(server.url("/f?k=v"), "adler32")))
          .hasMessageContaining("no checksum of type adler32");
      assertThat(server.asked).containsExactly("3001 /f?k=v&cks.type=adler32");
    }
  }

  /** An open that is told to wait a second, is promised an answer then, and gets it after three. */
  @Test
  void waitThenPromiseThenAnswer() throws IOException {
    AtomicInteger opens = new AtomicInteger();
    try (FakeServer server =
            new FakeServer(
                (c, a) -> {
                  if (a.code() != Wire.OPEN) {
                    FakeServer.good(c, a);
                  } else if (opens.incrementAndGet() == 1) {
                    c.reply(a, Wire.WAIT, FakeServer.ints(1));
                  } else {
                    promise(c, a);
                    byte[] opened =
                        FakeServer.frame(
                            a.id(),
                            Wire.OK,
                            FakeServer.ints(7, 0, 0),
                            FakeServer.bytes("1 100 48 1000\0"));
                    var unused = later.schedule(() -> keep(c, opened), 3, TimeUnit.SECONDS);
                  }
                });
        XrootdClient client = new XrootdClient(QUICK)) {
      long begin = System.nanoTime();
      CompletableFuture<XrootdFile> opening = client.openAsync(server.url("/f"), OpenMode.READ);
      await().until(() -> opens.get() == 2);
      client.ping(server.url("/")); // Goes on meanwhile.
      assertThat(opening).isNotDone();
      try (XrootdFile file = Await.result(opening)) {
        assertThat(file.size()).isEqualTo(100);
      }
      assertThat(Duration.ofNanos(System.nanoTime() - begin))
          .isGreaterThan(Duration.ofMillis(3900));
      assertThat(opens.get()).isEqualTo(2);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  /** A server behind a manager is given up early if it hangs, but not if it says to wait. */
  @Test
  void aServerThatSpeaksDoesNotHang() throws IOException {
    AtomicInteger stats = new AtomicInteger();
    try (FakeServer holder =
            new FakeServer(
                (c, a) -> {
                  if (a.code() == Wire.STAT && stats.incrementAndGet() == 1) {
                    c.reply(a, Wire.WAIT, FakeServer.ints(1));
                  } else if (a.text().equals("/late")) {
                    promise(c, a);
                    byte[] answer =
                        FakeServer.frame(a.id(), Wire.OK, FakeServer.bytes("1 5 48 7\0"));
                    var unused = later.schedule(() -> keep(c, answer), 1, TimeUnit.SECONDS);
                  } else {
                    FakeServer.good(c, a);
                  }
                });
        FakeServer manager = new FakeServer((c, a) -> c.redirect(a, holder.port(), "127.0.0.1"));
        XrootdClient client = new XrootdClient(QUICK.withRequestTimeout(Duration.ofMillis(2400)))) {
      manager.flags = Wire.IS_MANAGER;
      assertThat(client.stat(manager.url("/f")).size()).isEqualTo(FakeServer.SIZE);
      assertThat(client.stat(manager.url("/late")).size()).isEqualTo(5);
      assertThat(client.repeats()).isZero();
    }
  }

  /** Never answered: the request ends at its limit, and the connection is still good. */
  @Test
  void promiseThatIsNotKept() throws IOException {
    List<FakeServer.Asked> held = new ArrayList<>();
    try (FakeServer server =
            new FakeServer(
                (c, a) -> {
                  if (a.text().equals("/never")) {
                    held.add(a);
                    promise(c, a);
                  } else {
                    FakeServer.good(c, a);
                  }
                });
        XrootdClient client = new XrootdClient(QUICK.withRequestTimeout(Duration.ofMillis(700)))) {
      CompletableFuture<StatInfo> never = client.statAsync(server.url("/never"));
      XrootdException e = failure(never);
      assertThat(e.error()).isEqualTo(XrootdError.TIMED_OUT);
      assertThat(client.stat(server.url("/f")).size()).isEqualTo(FakeServer.SIZE);
      assertThat(server.connections()).isEqualTo(1);
      assertThat(held).hasSize(1);
    }
  }

  /** What is promised on a connection is lost with it, so the request is sent again. */
  @Test
  void promiseThatIsLostWithTheConnection() throws IOException {
    try (FakeServer server =
            new FakeServer(
                (c, a) -> {
                  if (c.number == 1) {
                    promise(c, a);
                    c.close();
                  } else {
                    FakeServer.good(c, a);
                  }
                });
        XrootdClient client = new XrootdClient(QUICK)) {
      assertThat(client.stat(server.url("/f")).size()).isEqualTo(FakeServer.SIZE);
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void promiseThatIsKeptElsewhere() throws IOException {
    try (FakeServer target = new FakeServer(FakeServer::good);
        FakeServer server =
            new FakeServer(
                (c, a) -> {
                  promise(c, a);
                  keep(
                      c,
                      FakeServer.frame(
                          a.id(),
                          Wire.REDIRECT,
                          FakeServer.ints(target.port()),
                          FakeServer.bytes("127.0.0.1?x=y")));
                });
        XrootdClient client = new XrootdClient(QUICK)) {
      assertThat(client.stat(server.url("/f")).size()).isEqualTo(FakeServer.SIZE);
      assertThat(target.asked).containsExactly("3017 /f?x=y");
    }
  }

  // ---- redirects of files that are open

  @Test
  void readsWhereTheServerThatHasTheFileOpenSendsIt() throws IOException {
    try (FakeServer target = new FakeServer(FakeServer::good);
        FakeServer server =
            new FakeServer(
                (c, a) -> {
                  if (a.code() == Wire.READ || a.code() == Wire.READV) {
                    c.redirect(a, target.port(), "127.0.0.1?from=here");
                  } else {
                    FakeServer.good(c, a);
                  }
                });
        XrootdClient client = new XrootdClient(QUICK)) {
      XrootdFile file = client.open(server.url("/f?k=v"), OpenMode.READ);
      List<CompletableFuture<Integer>> reads = new ArrayList<>();
      List<ByteBuffer> into = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        into.add(ByteBuffer.allocate(100));
        reads.add(file.readAsync(100L * i, into.get(i)));
      }
      for (int i = 0; i < 10; i++) {
        assertThat(Await.result(reads.get(i))).isEqualTo(100);
        Pattern.check(100L * i, into.get(i));
      }
      assertThat(target.asked).first().isEqualTo("3010 /f?k=v&from=here");
      assertThat(target.asked).filteredOn(a -> a.startsWith("3010")).hasSize(1);
      assertThat(file.server()).isEqualTo("127.0.0.1:" + target.port());
      // The first server need not keep it open.
      await().until(() -> server.asked.stream().anyMatch(a -> a.startsWith("3003")));
      file.close();
    }
  }

  @Test
  void doesNotRunInCirclesWithAFileThatIsOpen() throws IOException {
    FakeServer[] self = new FakeServer[1];
    try (FakeServer server =
            new FakeServer(
                (c, a) -> {
                  if (a.code() == Wire.OPEN) {
                    FakeServer.good(c, a);
                  } else {
                    c.redirect(a, self[0].port(), "127.0.0.1");
                  }
                });
        XrootdClient client = new XrootdClient(QUICK)) {
      self[0] = server;
      XrootdFile file = client.open(server.url("/f"), OpenMode.READ);
      assertThat(failure(() -> file.read(0, ByteBuffer.allocate(10))).error())
          .isEqualTo(XrootdError.REDIRECT_LOOP);
      XrootdFile writing = client.open(server.url("/f"), OpenMode.UPDATE);
      assertThat(failure(() -> writing.write(0, ByteBuffer.allocate(10))))
          .hasMessageContaining("redirected although the file is open for writing");
    }
  }
}
