package org.secindex.xrootd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.secindex.xrootd.client.Caught.failure;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections in which nothing happens, and clients that are closed while something does. */
@Timeout(60)
class IdleTest {
  private static final XrootdOptions QUICK =
      XrootdOptions.defaults()
          .withUserName("me")
          .withRequestTimeout(Duration.ofSeconds(5))
          .withConnectTimeout(Duration.ofSeconds(2));

  private final AtomicInteger waits = new AtomicInteger();

  private static long count(FakeServer server, int code) {
    return server.asked.stream().filter(a -> a.startsWith(code + " ")).count();
  }

  @Test
  void endsConnectionsThatNobodyUsesAndMakesOthers() throws IOException {
    try (FakeServer server = new FakeServer(FakeServer::good);
        XrootdClient client =
            new XrootdClient(QUICK.withIdle(Duration.ofMillis(200), Duration.ofSeconds(30)))) {
      client.stat(server.url("/f"));
      await().until(() -> server.ended() == 1);
      client.stat(server.url("/f"));
      assertThat(server.connections()).isEqualTo(2);
      // It was ended in good order: there is no old session for the server to forget.
      assertThat(count(server, Wire.END_SESSION)).isZero();
      assertThat(count(server, Wire.PING)).isZero();
    }
  }

  @Test
  void keepsConnectionsWithAnOpenFileAlive() throws IOException {
    try (FakeServer server = new FakeServer(FakeServer::good);
        XrootdClient client =
            new XrootdClient(QUICK.withIdle(Duration.ofMillis(100), Duration.ofMillis(50)))) {
      XrootdFile file = client.open(server.url("/f"), OpenMode.READ);
      await().until(() -> count(server, Wire.PING) >= 3);
      assertThat(server.ended()).isZero();
      file.close();
      await().until(() -> server.ended() == 1);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  /** Any answer to a ping is one, and none at all is the end of the connection, not of the file. */
  @Test
  void noticesThatAServerIsGoneBeforeTheNextReadDoes() throws IOException {
    try (FakeServer server =
            new FakeServer(
                (c, a) -> {
                  if (a.code() != Wire.PING) {
                    FakeServer.good(c, a);
                  } else if (c.number > 1) {
                    c.error(a, 3013, "no pings here");
                  }
                });
        XrootdClient client =
            new XrootdClient(
                QUICK
                    .withConnectTimeout(Duration.ofMillis(300))
                    .withIdle(Duration.ofSeconds(30), Duration.ofMillis(50)));
        XrootdFile file = client.open(server.url("/f"), OpenMode.READ)) {
      await().until(() -> server.ended() == 1);
      ByteBuffer b = ByteBuffer.allocate(100);
      assertThat(file.read(5, b)).isEqualTo(100);
      Pattern.check(5, b);
      long pings = count(server, Wire.PING);
      await().until(() -> count(server, Wire.PING) >= pings + 2);
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void tellsTheServerToForgetASessionThatWasLost() throws IOException {
    byte[] id = RawPeer.bytes("000102030405060708090a0b0c0d0e0f");
    try (FakeServer server =
            new FakeServer(
                (c, a) -> {
                  switch (a.code()) {
                    case Wire.STAT -> {
                      if (c.number == 1) {
                        c.close();
                      } else {
                        FakeServer.good(c, a);
                      }
                    }
                    case Wire.END_SESSION -> {
                      assertThat(a.parametersInHex()).isEqualTo("000102030405060708090a0b0c0d0e0f");
                      // It is still in use, says the server at first.
                      if (c.number == 2 && waits.compareAndSet(0, 1)) {
                        c.reply(a, Wire.WAIT, FakeServer.ints(0));
                      } else {
                        c.ok(a);
                      }
                    }
                    default -> FakeServer.good(c, a);
                  }
                });
        XrootdClient client = new XrootdClient(QUICK)) {
      server.sessionId = id;
      server.sessionIdOfNext = RawPeer.bytes("ff".repeat(16));
      client.stat(server.url("/f"));
      await().until(() -> count(server, Wire.END_SESSION) == 2);
      assertThat(server.asked).first().asString().startsWith("3017");
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  // ---- closing

  @Test
  void closingEndsCallersWhoseHostIsStillBeingLookedUp() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    XrootdClient client =
        new XrootdClient(
            QUICK
                .withRequestTimeout(Duration.ofMinutes(5))
                .withConnectTimeout(Duration.ofMinutes(5)),
            host -> {
              asked.countDown();
              try {
                never.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return List.of(InetAddress.getLoopbackAddress());
            });
    CompletableFuture<StatInfo> waiting =
        client.statAsync(XrootdUrl.parse("root://slow.example//f"));
    asked.await();
    client.close();
    assertThat(failure(waiting.orTimeout(5, TimeUnit.SECONDS)).error())
        .isEqualTo(XrootdError.CLIENT_CLOSED);
    // The name comes at last, and there is nobody to connect.
    never.countDown();
    assertThat(failure(() -> client.stat(XrootdUrl.parse("root://slow.example//f"))).error())
        .isEqualTo(XrootdError.CLIENT_CLOSED);
  }

  @Test
  void aHostThatIsLookedUpForeverIsGivenUp() {
    CountDownLatch never = new CountDownLatch(1);
    try (XrootdClient client =
        new XrootdClient(
            QUICK.withConnectTimeout(Duration.ofMillis(300)),
            host -> {
              try {
                never.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return List.of();
            })) {
      XrootdException e = failure(() -> client.stat(XrootdUrl.parse("root://slow.example//f")));
      assertThat(e.error()).isEqualTo(XrootdError.CONNECT_FAILED);
      assertThat(e).hasMessageContaining("no connection within 300 ms");
    }
    never.countDown();
  }

  @Test
  void closingEndsCallersWhoAreStillLoggingIn() throws Exception {
    try (FakeServer server = new FakeServer(FakeServer::good)) {
      server.silentLogin = true;
      XrootdClient client =
          new XrootdClient(
              QUICK
                  .withRequestTimeout(Duration.ofMinutes(5))
                  .withConnectTimeout(Duration.ofMinutes(5)));
      CompletableFuture<StatInfo> waiting = client.statAsync(server.url("/f"));
      await().until(() -> !server.greetings.isEmpty());
      client.close();
      assertThat(failure(waiting.orTimeout(5, TimeUnit.SECONDS)).error())
          .isEqualTo(XrootdError.CLIENT_CLOSED);
      await().until(() -> server.ended() == 1);
    }
  }

  // ---- addresses

  @Test
  void triesTheOtherFamilyIfOneDoesNotAnswer() throws IOException {
    try (FakeServer server = new FakeServer(FakeServer::good)) {
      for (String first : List.of("::1", "100::1")) {
        try (XrootdClient client =
            new XrootdClient(
                QUICK,
                host ->
                    List.of(
                        InetAddress.getAllByName(first)[0],
                        InetAddress.getByAddress(new byte[] {127, 0, 0, 1})))) {
          XrootdUrl url = XrootdUrl.parse("root://both.example:" + server.port() + "//f");
          assertThat(client.stat(url).size()).isEqualTo(FakeServer.SIZE);
        }
      }
    }
  }
}
