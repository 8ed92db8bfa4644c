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
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.testkit.Servers;
import org.secindex.testkit.XrootdServer;

/** Lost connections, lost servers, and what the login may refuse. */
@Timeout(60)
class RecoveryTest {
  private static final XrootdOptions QUICK =
      XrootdOptions.defaults()
          .withUserName("me")
          .withRequestTimeout(Duration.ofSeconds(5))
          .withConnectTimeout(Duration.ofSeconds(2));

  @TempDir Path directory;

  // ---- a real server that goes away

  @Test
  void readsOnAfterTheServerWasRestarted() throws IOException {
    Servers.require(XrootdServer.available());
    try (XrootdServer server = XrootdServer.start(directory);
        XrootdClient client = new XrootdClient()) {
      Pattern.write(server.dataDirectory().resolve("f"), 0, 1 << 20);
      Pattern.write(server.dataDirectory().resolve("g"), 1, 1 << 20);
      XrootdFile g = client.open(XrootdUrl.parse(server.url("g")), OpenMode.READ);
      XrootdFile f = client.open(XrootdUrl.parse(server.url("f")), OpenMode.READ);
      XrootdFile writing = client.open(XrootdUrl.parse(server.url("w")), OpenMode.CREATE);
      writing.write(0, ByteBuffer.allocate(10));
      server.kill();
      server.restart();
      // The handles are numbers that the new server gives to other files.
      ByteBuffer[] two = {ByteBuffer.allocate(1000), ByteBuffer.allocate(1000)};
      f.readv(new long[] {5, 50_000}, two);
      Pattern.check(5, two[0]);
      Pattern.check(50_000, two[1]);
      ByteBuffer b = ByteBuffer.allocate(1000);
      assertThat(g.read(1, b)).isEqualTo(1000);
      Pattern.check(1, b);
      assertThat(client.stat(f.url()).size()).isEqualTo(1 << 20);

      assertThat(failure(() -> writing.write(10, ByteBuffer.allocate(10))).error())
          .isEqualTo(XrootdError.CONNECTION_LOST);
      assertThat(failure(writing::close).error()).isEqualTo(XrootdError.CONNECTION_LOST);
      f.close();
      g.close();
    }
  }

  @Test
  void endsAllReadsUnderWayWhenTheServerDies() throws IOException {
    Servers.require(XrootdServer.available());
    try (XrootdServer server = XrootdServer.start(directory);
        XrootdClient client = new XrootdClient(QUICK)) {
      Pattern.write(server.dataDirectory().resolve("f"), 0, 8 << 20);
      XrootdFile f = client.open(XrootdUrl.parse(server.url("f")), OpenMode.READ);
      AtomicInteger done = new AtomicInteger();
      List<CompletableFuture<XrootdException>> ends = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        ends.add(
            CompletableFuture.supplyAsync(
                () -> failure(() -> readForEver(f, done)), task -> new Thread(task).start()));
      }
      await().until(() -> done.get() > 100);
      server.kill();
      for (CompletableFuture<XrootdException> end : ends) {
        assertThat(end.join().isTransient()).isTrue();
      }
      long begin = System.nanoTime();
      assertThat(failure(() -> f.read(0, ByteBuffer.allocate(1))).error())
          .isEqualTo(XrootdError.CONNECT_FAILED);
      XrootdException e = failure(() -> client.stat(f.url()));
      assertThat(e.isTransient()).isTrue();
      assertThat(e).hasMessageContaining("stat /store/f at 127.0.0.1:" + server.port());
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(4));
      server.restart();
      assertThat(client.stat(f.url()).size()).isEqualTo(8 << 20);
      ByteBuffer b = ByteBuffer.allocate(1000);
      assertThat(f.read(5, b)).isEqualTo(1000);
      Pattern.check(5, b);
    }
  }

  @Test
  void followsAServerThatOnlyRedirects() throws IOException {
    Servers.require(XrootdServer.available());
    try (XrootdServer server = XrootdServer.start(directory.resolve("holder"));
        XrootdServer redirector =
            XrootdServer.start(
                directory.resolve("redirector"),
                List.of(
                    "xrootd.redirect localhost:" + server.port() + " /store",
                    "xrootd.redirect localhost:" + server.port() + " stat dirlist mkdir mv rm"));
        XrootdClient client = new XrootdClient(QUICK)) {
      XrootdUrl url = XrootdUrl.parse(redirector.url("d/f"));
      try (XrootdFile f = client.open(url, OpenMode.CREATE)) {
        assertThat(f.server()).isEqualTo("localhost:" + server.port());
        f.write(0, Pattern.bytes(0, 100));
      }
      assertThat(server.dataDirectory().resolve("d/f")).hasSize(100);
      assertThat(client.stat(url).size()).isEqualTo(100);
      assertThat(client.list(XrootdUrl.parse(redirector.url("d")))).hasSize(1);
      client.rename(url, XrootdUrl.parse(redirector.url("d/g")));
      XrootdFile g = client.open(XrootdUrl.parse(redirector.url("d/g")), OpenMode.READ);
      server.kill();
      server.restart();
      ByteBuffer b = ByteBuffer.allocate(100);
      assertThat(g.read(0, b)).isEqualTo(100);
      Pattern.check(0, b);
      g.close();
      client.remove(XrootdUrl.parse(redirector.url("d/g")));
      XrootdException e = failure(() -> client.open(url, OpenMode.READ));
      assertThat(e.isNotFound()).isTrue();
      assertThat(e.hosts()).hasSize(2);
    }
  }

  private static void readForEver(XrootdFile file, AtomicInteger done) {
    ByteBuffer b = ByteBuffer.allocate(1 << 20);
    while (true) {
      assertThat(file.read(17, b.clear())).isEqualTo(1 << 20);
      Pattern.check(17, b);
      done.incrementAndGet();
    }
  }

  // ---- a scripted one

  @Test
  void neverRepeatsAWrite() throws IOException {
    try (FakeServer server =
            new FakeServer(
                (c, a) -> {
                  if (a.code() == Wire.OPEN) {
                    c.opened(a, 7, 0, 1000);
                  } else {
                    c.close();
                  }
                });
        XrootdClient client = new XrootdClient(QUICK)) {
      XrootdFile file = client.open(server.url("/f"), OpenMode.UPDATE);
      XrootdException e = failure(() -> file.write(0, ByteBuffer.allocate(5)));
      assertThat(e.error()).isEqualTo(XrootdError.CONNECTION_LOST);
      assertThat(e.isOutcomeUnknown()).isTrue();
      assertThat(e).hasMessageContaining("it is unknown whether the server has done it");
      for (ThrowingCallable change :
          List.<ThrowingCallable>of(
              () -> client.remove(server.url("/f")),
              () -> client.rename(server.url("/f"), server.url("/g")))) {
        assertThat(failure(change).isOutcomeUnknown()).isTrue();
      }
      assertThat(failure(() -> client.mkdir(server.url("/d"))).isOutcomeUnknown()).isFalse();
      // The directory may be made twice, all else was asked for once.
      assertThat(server.asked).hasSize(6);
    }
  }

  @Test
  void refusesAFileThatChangedMeanwhile() throws IOException {
    try (FakeServer server =
            new FakeServer(
                (c, a) -> {
                  switch (a.code()) {
                    case Wire.OPEN -> c.opened(a, 7, 100, 1000 + c.number);
                    case Wire.READ -> c.close();
                    default -> c.ok(a);
                  }
                });
        XrootdClient client = new XrootdClient(QUICK)) {
      XrootdFile file = client.open(server.url("/f"), OpenMode.READ);
      XrootdException e = failure(() -> file.read(0, ByteBuffer.allocate(5)));
      assertThat(e.error()).isEqualTo(XrootdError.FILE_CHANGED);
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void replaysAReadOnlyOnce() throws IOException {
    try (FakeServer server =
            new FakeServer(
                (c, a) -> {
                  if (a.code() == Wire.OPEN) {
                    c.opened(a, c.number, 100, 1000);
                  } else {
                    c.close();
                  }
                });
        XrootdClient client = new XrootdClient(QUICK)) {
      XrootdFile file = client.open(server.url("/f"), OpenMode.READ);
      ByteBuffer b = ByteBuffer.allocate(5);
      assertThat(failure(() -> file.read(0, b)).error()).isEqualTo(XrootdError.CONNECTION_LOST);
      assertThat(b.position()).isZero();
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void splitsVectorsByTheLimitsOfTheServer() throws IOException {
    List<Integer> elements = new ArrayList<>();
    try (FakeServer server =
            new FakeServer(
                (c, a) -> {
                  switch (a.code()) {
                    case Wire.OPEN -> c.opened(a, 7, 1 << 20, 1000);
                    case Wire.QUERY -> c.ok(a, FakeServer.bytes("17\n4711\n"));
                    case Wire.READV -> {
                      elements.add(a.payload().remaining() / 16);
                      for (ByteBuffer e = a.payload().duplicate(); e.hasRemaining(); e.getLong()) {
                        e.getInt();
                        assertThat(e.getInt()).isBetween(1, 4711);
                      }
                      c.ok(a, FakeServer.vector(a));
                    }
                    default -> c.ok(a);
                  }
                });
        XrootdClient client = new XrootdClient(QUICK);
        XrootdFile file = client.open(server.url("/f"), OpenMode.READ)) {
      ByteBuffer[] into = {
        ByteBuffer.allocate(4711 * 20), ByteBuffer.allocate(0), ByteBuffer.allocate(4712)
      };
      file.readv(new long[] {9, 99, 999}, into);
      Pattern.check(9, into[0]);
      Pattern.check(999, into[2]);
      assertThat(elements).containsExactly(17, 5);
    }
  }

  @Test
  void doesNotTakeAShortElementForAWholeOne() throws IOException {
    try (FakeServer server =
            new FakeServer(
                (c, a) -> {
                  switch (a.code()) {
                    case Wire.OPEN -> c.opened(a, 7, 1000, 1000);
                    case Wire.QUERY -> c.error(a, 3013, "no config here");
                    case Wire.READV -> {
                      // The first of the two elements has four bytes of the eight.
                      byte[] second = new byte[16 + 8];
                      ByteBuffer.wrap(second).putInt(7).putInt(8).putLong(100);
                      c.ok(a, FakeServer.ints(7, 4, 0, 0), new byte[4], second);
                    }
                    default -> c.ok(a);
                  }
                });
        XrootdClient client = new XrootdClient(QUICK);
        XrootdFile file = client.open(server.url("/f"), OpenMode.READ)) {
      ByteBuffer[] into = {ByteBuffer.allocate(8), ByteBuffer.allocate(8)};
      XrootdException e = failure(() -> file.readv(new long[] {0, 100}, into));
      assertThat(e.error()).isEqualTo(XrootdError.PAST_END);
      assertThat(e).hasMessageContaining("only 4 of 8 bytes at offset 0");
    }
  }

  @Test
  void saysSoIfThereIsNoServer() {
    try (XrootdClient client = new XrootdClient(QUICK)) {
      XrootdException e =
          failure(() -> client.stat(XrootdUrl.parse("root://no-such-host.invalid//f")));
      assertThat(e.error()).isEqualTo(XrootdError.CONNECT_FAILED);
      assertThat(e).hasMessageContaining("unknown host no-such-host.invalid");
    }
  }
}
