package org.secindex.xrootd.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections that end, or hang, in the middle of an answer: what is read is the same. */
@Timeout(60)
class CutOffTest {
  private static final XrootdOptions QUICK =
      XrootdOptions.defaults()
          .withRequestTimeout(Duration.ofSeconds(5))
          .withConnectTimeout(Duration.ofSeconds(2));

  /** On its first connection it says so much of the answer to a read; on others all of it. */
  private static FakeServer server(int bytes) throws IOException {
    return server(bytes, true);
  }

  /** {@code ends}: whether the connection ends then, too. */
  private static FakeServer server(int bytes, boolean ends) throws IOException {
    FakeServer server =
        new FakeServer(
            (c, a) -> {
              byte[] answer =
                  switch (a.code()) {
                    case Wire.READ -> FakeServer.frame(a.id(), Wire.OK, FakeServer.data(a));
                    case Wire.READV -> FakeServer.frame(a.id(), Wire.OK, FakeServer.vector(a));
                    case Wire.PGREAD -> {
                      long offset = a.parameters().getLong(4);
                      int length = a.parameters().getInt(12);
                      yield LocalSession.status(
                          a.id(), a.code(), 0, offset, LocalSession.pages(offset, length));
                    }
                    default -> new byte[0];
                  };
              if (a.code() == Wire.QUERY && bytes == 0 && !ends) {
                return; // Hangs already when it is asked for the limits of a vector read.
              }
              if (answer.length == 0) {
                FakeServer.good(c, a);
              } else if (c.number > 1) {
                c.send(answer);
              } else {
                c.send(Arrays.copyOf(answer, Math.min(bytes, answer.length)));
                if (ends) {
                  c.close();
                }
              }
            });
    server.flags = 0x0020_0001;
    return server;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 9, 20, 23, 24, 31, 32, 33, 35, 36, 37, 500, 4100, 4140, 5000})
  void readsTheSameAsWithoutACut(int bytes) throws IOException {
    for (int kind = 0; kind < 3; kind++) {
      try (FakeServer server = server(bytes);
          XrootdClient client = new XrootdClient(QUICK)) {
        try (XrootdFile file = client.open(server.url("/f"), OpenMode.READ)) {
          readAndCheck(file, kind);
        }
        assertThat(server.connections()).isEqualTo(2);
      }
    }
  }

  private static void readAndCheck(XrootdFile file, int kind) {
    ByteBuffer into = ByteBuffer.allocate(6000).position(5);
    ByteBuffer more = ByteBuffer.allocate(100);
    switch (kind) {
      case 0 -> assertThat(file.read(17, into)).isEqualTo(5995);
      case 1 -> {
        file.readv(new long[] {17, 3}, new ByteBuffer[] {into, more});
        assertThat(more.hasRemaining()).isFalse();
        Pattern.check(3, more);
      }
      default -> assertThat(file.pgread(17, into)).isEqualTo(5995);
    }
    assertThat(into.hasRemaining()).isFalse();
    Pattern.check(17, into.position(5).slice().position(5995));
    assertThat(into.get(4)).isZero();
  }

  /** The first server says so much of the answer, and then nothing; the manager knows another. */
  @ParameterizedTest
  @ValueSource(ints = {0, 100})
  void readsTheSameElsewhereIfAServerHangs(int bytes) throws IOException {
    for (int kind = 0; kind < 3; kind++) {
      try (FakeServer hung = server(bytes, false);
          FakeServer good = server(Integer.MAX_VALUE, false);
          FakeServer manager =
              new FakeServer(
                  (c, a) ->
                      c.redirect(
                          a,
                          a.text().contains("tried=") ? good.port() : hung.port(),
                          "127.0.0.1"));
          XrootdClient client =
              new XrootdClient(QUICK.withRequestTimeout(Duration.ofMillis(2100)))) {
        manager.flags = Wire.IS_MANAGER;
        try (XrootdFile file = client.open(manager.url("/f"), OpenMode.READ)) {
          long begin = System.nanoTime();
          readAndCheck(file, kind);
          assertThat(Duration.ofNanos(System.nanoTime() - begin))
              .isLessThan(Duration.ofMillis(2100));
          assertThat(file.server()).isEqualTo("127.0.0.1:" + good.port());
        }
        // It was told at once who hangs.
        assertThat(manager.asked).hasSize(2).last().asString().contains("tried=127.0.0.1");
      }
    }
  }

  /** A vector read of which frames cut the elements anywhere. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 15, 16, 17, 100, 1000})
  void joinsElementsThatFramesHaveCut(int portion) throws IOException {
    try (FakeServer server =
            new FakeServer(
                (c, a) -> {
                  if (a.code() != Wire.READV) {
                    FakeServer.good(c, a);
                    return;
                  }
                  byte[] all = FakeServer.vector(a);
                  for (int at = 0; at < all.length; at += portion) {
                    c.reply(
                        a,
                        Wire.OKSOFAR,
                        Arrays.copyOfRange(all, at, Math.min(all.length, at + portion)));
                  }
                  c.ok(a);
                });
        XrootdClient client = new XrootdClient(QUICK);
        XrootdFile file = client.open(server.url("/f"), OpenMode.READ)) {
      ByteBuffer[] into = {
        ByteBuffer.allocate(100),
        ByteBuffer.allocate(0),
        ByteBuffer.allocate(1),
        ByteBuffer.allocate(100),
        ByteBuffer.allocate(300)
      };
      long[] offsets = {500, 9, 550, 500, 0}; // Twice, overlapping, unsorted, empty.
      file.readv(offsets, into);
      for (int i = 0; i < into.length; i++) {
        assertThat(into[i].hasRemaining()).isFalse();
        Pattern.check(offsets[i], into[i]);
      }
    }
  }

  /** The connection is cut while each thing before the first request is under way. */
  @Test
  void aLoginThatIsCutIsAServerThatIsNotThere() throws IOException {
    String[] answers = {
      "0000 0000 00000008 00000511 00000001",
      "0000 0000 00000008 00000511 00300001",
      "0000 0000 00000020 000102030405060708090a0b0c0d0e0f 26503d756e69782626503d686f737420",
      "0000 0000 00000000",
    };
    String all = String.join("", answers).replace(" ", "");
    for (int cut = 0; cut < all.length() / 2; cut++) {
      String[] some = new String[answers.length];
      int left = 2 * cut;
      int used = 0;
      for (int i = 0; i < answers.length && left > 0; i++) {
        String answer = answers[i].replace(" ", "");
        some[i] = answer.substring(0, Math.min(left, answer.length()));
        left -= some[i].length();
        used = i + 1;
      }
      try (RawPeer peer =
              RawPeer.answering(
                  new ArrayList<>(), used == 0 ? new String[] {""} : Arrays.copyOf(some, used));
          XrootdClient client = new XrootdClient(QUICK)) {
        XrootdException e = Caught.failure(() -> client.ping(peer.url("/")));
        assertThat(e.error()).as("cut at %d: %s", cut, e).isEqualTo(XrootdError.CONNECT_FAILED);
      }
    }
  }
}
