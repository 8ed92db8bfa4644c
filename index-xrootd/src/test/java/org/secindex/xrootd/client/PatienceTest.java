package org.secindex.xrootd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.secindex.xrootd.client.Caught.failure;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waits, deferred answers, late answers and none. */
@Timeout(60)
class PatienceTest {
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

  // ---- waits and deferred answers

  @Test
  void waitsAsLongAsTheServerSays() throws IOException {
    long start = System.nanoTime();
    AtomicReference<String> first = new AtomicReference<>("");
    FakeServer server =
        server(
            (c, a) -> {
              if (a.code() == Wire.OPEN && first.compareAndSet("", "waited")) {
                c.reply(a, Wire.WAIT, FakeServer.ints(1));
              } else {
                FakeServer.good(c, a);
              }
            });
    XrootdClient client = client(QUICK);
    CompletableFuture<XrootdFile> opening = client.openAsync(server.url("/f"), OpenMode.READ);
    client.ping(server.url("/"));
    assertThat(opening).isNotDone();
    Await.result(opening).close();
    assertThat(System.nanoTime() - start).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(900));
  }

  @Test
  void doesNotWaitBeyondItsTimeout() throws IOException {
    FakeServer server = server((c, a) -> c.reply(a, Wire.WAIT, FakeServer.ints(6)));
    XrootdException e = failure(() -> client(QUICK).stat(server.url("/f")));
    assertThat(e.error()).isEqualTo(XrootdError.TIMED_OUT);
    assertThat(e).hasMessageContaining("wait 6 s");
  }

  @Test
  void takesDeferredAnswers() throws IOException {
    List<FakeServer.Asked> deferred = new ArrayList<>();
    FakeServer server =
        server(
            (c, a) -> {
              if (a.code() == Wire.PING) {
                c.ok(a);
                for (FakeServer.Asked d : deferred) {
                  byte[] inner =
                      d.text().equals("/bad")
                          ? FakeServer.frame(
                              d.id(), Wire.ERROR, FakeServer.ints(3011), FakeServer.bytes("none\0"))
                          : d.text().equals("/again")
                              ? FakeServer.frame(d.id(), Wire.WAIT, FakeServer.ints(0))
                              : FakeServer.frame(d.id(), Wire.OK, FakeServer.bytes("1 2 3 4\0"));
                  c.send(FakeServer.frame(0, Wire.ATTN, FakeServer.ints(5008, 0), inner));
                }
                deferred.clear();
              } else if (a.text().equals("/again") && deferred.isEmpty()) {
                c.ok(a, FakeServer.bytes("1 5 3 4\0"));
              } else {
                deferred.add(a);
                c.reply(a, Wire.WAITRESP, FakeServer.ints(600), FakeServer.bytes("Job scheduled."));
              }
            });
    XrootdClient client = client(QUICK);
    CompletableFuture<StatInfo> good = client.statAsync(server.url("/good"));
    CompletableFuture<StatInfo> bad = client.statAsync(server.url("/bad"));
    CompletableFuture<StatInfo> again = client.statAsync(server.url("/again"));
    await().until(() -> server.asked.size() == 3);
    client.ping(server.url("/"));
    assertThat(Await.result(good).size()).isEqualTo(2);
    assertThat(failure(bad).isNotFound()).isTrue();
    assertThat(Await.result(again).size()).isEqualTo(5);
  }

  // ---- time

  @Test
  void keepsTheIdOfALateAnswerAndTheCallersBufferClean() throws IOException {
    AtomicReference<byte[]> rest = new AtomicReference<>(new byte[0]);
    FakeServer server =
        server(
            (c, a) -> {
              if (a.code() == Wire.READ && a.parameters().getLong(4) == 0) {
                // Half an answer, so that the rest comes in the middle of a frame.
                byte[] answer = FakeServer.frame(a.id(), Wire.OK, FakeServer.data(a));
                c.send(Arrays.copyOf(answer, 30));
                rest.set(Arrays.copyOfRange(answer, 30, answer.length));
              } else {
                c.send(rest.getAndSet(new byte[0]));
                FakeServer.good(c, a);
              }
            });
    XrootdClient client = client(QUICK.withRequestTimeout(Duration.ofMillis(300)));
    XrootdFile file = client.open(server.url("/f"), OpenMode.READ);
    ByteBuffer b = ByteBuffer.allocate(100);
    XrootdException e = failure(() -> file.read(0, b));
    assertThat(e.error()).isEqualTo(XrootdError.TIMED_OUT);
    assertThat(e.isTransient()).isTrue();
    byte[] before = b.array().clone();
    assertThat(client.stat(server.url("/f")).size()).isEqualTo(SIZE);
    checkRead(file, 1, 100);
    assertThat(b.array()).isEqualTo(before);
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void closesFilesThatWereOpenedTooLate() throws IOException {
    AtomicReference<FakeServer.@Nullable Asked> late = new AtomicReference<>();
    AtomicReference<FakeServer.@Nullable Asked> closed = new AtomicReference<>();
    FakeServer server =
        server(
            (c, a) -> {
              switch (a.code()) {
                case Wire.OPEN -> late.set(a);
                case Wire.STAT -> {
                  c.opened(Objects.requireNonNull(late.get()), 0x1234, SIZE, 1000);
                  FakeServer.good(c, a);
                }
                case Wire.CLOSE -> {
                  closed.set(a);
                  c.ok(a);
                }
                default -> FakeServer.good(c, a);
              }
            });
    XrootdClient client = client(QUICK.withRequestTimeout(Duration.ofMillis(500)));
    CompletableFuture<XrootdFile> opening = client.openAsync(server.url("/f"), OpenMode.READ);
    await().until(() -> late.get() != null);
    client.ping(server.url("/"));
    assertThat(failure(opening).error()).isEqualTo(XrootdError.TIMED_OUT);
    client.stat(server.url("/f"));
    await().until(() -> closed.get() != null);
    assertThat(Objects.requireNonNull(closed.get()).parameters().getInt(0)).isEqualTo(0x1234);
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void closesFilesThatNobodyWaitsForAnyMore() throws IOException {
    AtomicReference<FakeServer.@Nullable Asked> opening = new AtomicReference<>();
    AtomicReference<FakeServer.@Nullable Asked> closed = new AtomicReference<>();
    FakeServer server =
        server(
            (c, a) -> {
              switch (a.code()) {
                case Wire.OPEN -> opening.set(a);
                case Wire.STAT -> {
                  c.opened(Objects.requireNonNull(opening.get()), 0x1234, SIZE, 1000);
                  FakeServer.good(c, a);
                }
                case Wire.CLOSE -> {
                  closed.set(a);
                  c.ok(a);
                }
                default -> FakeServer.good(c, a);
              }
            });
    XrootdClient client = client(QUICK);
    CompletableFuture<XrootdFile> cancelled = client.openAsync(server.url("/f"), OpenMode.UPDATE);
    await().until(() -> opening.get() != null);
    assertThat(cancelled.cancel(false)).isTrue();
    client.stat(server.url("/f"));
    await().until(() -> closed.get() != null);
    assertThat(Objects.requireNonNull(closed.get()).parameters().getInt(0)).isEqualTo(0x1234);
  }

  @Test
  void givesUpServersThatAcceptAndSayNothing() throws IOException {
    FakeServer server = server((c, a) -> {});
    XrootdClient client = client(QUICK.withRequestTimeout(Duration.ofMillis(600)));
    assertThat(failure(() -> client.stat(server.url("/f"))).error())
        .isEqualTo(XrootdError.TIMED_OUT);
    assertThat(failure(() -> client.stat(server.url("/f"))).error())
        .isEqualTo(XrootdError.TIMED_OUT);
    // Nothing came for the first request, so the second did not trust that connection.
    assertThat(server.connections()).isEqualTo(2);
  }
}
