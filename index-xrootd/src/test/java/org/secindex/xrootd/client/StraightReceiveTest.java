package org.secindex.xrootd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.secindex.xrootd.client.Caught.failure;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Data that are received in the caller's memory: all of them, and nothing but them. */
@Timeout(60)
class StraightReceiveTest {
  private static final int MUCH = 700_000;
  private static final int AROUND = 100;
  private static final XrootdOptions QUICK =
      XrootdOptions.defaults()
          .withRequestTimeout(Duration.ofSeconds(5))
          .withConnectTimeout(Duration.ofSeconds(2));

  private final ByteBuffer memory = ByteBuffer.allocateDirect(MUCH + 2 * AROUND);

  StraightReceiveTest() {
    while (memory.hasRemaining()) {
      memory.put((byte) 0x55);
    }
  }

  private ByteBuffer room() {
    return memory.duplicate().position(AROUND).limit(AROUND + MUCH);
  }

  private void checkAround() {
    for (int i = 0; i < AROUND; i++) {
      assertThat(memory.get(i)).isEqualTo((byte) 0x55);
      assertThat(memory.get(AROUND + MUCH + i)).isEqualTo((byte) 0x55);
    }
  }

  private void check(XrootdFile file) {
    ByteBuffer into = room();
    assertThat(file.read(17, into)).isEqualTo(MUCH);
    assertThat(into.hasRemaining()).isFalse();
    Pattern.check(17, into.position(AROUND).slice().position(MUCH));
    checkAround();
  }

  /** What all others here rest upon: there is room for the data of a large frame, and only then. */
  @ParameterizedTest
  @CsvSource({"700000, 700000", "65536, 65536", "65535, 0"})
  void largeFramesHaveRoomAndOthersNot(int frame, int bytes) {
    try (LocalSession local = new LocalSession()) {
      FrameDecoder decoder = local.session.decoder();
      ReadBody body = new ReadBody(room(), AROUND, MUCH);
      Request read = local.submit(Requests.read(7, 17, body, "/f", LocalSession.deadline()));
      assertThat(decoder.straight()).as("before there is a frame").isNull();
      byte[] answer = FakeServer.frame(read.id, Wire.OK, new byte[frame]);
      local.say(Arrays.copyOf(answer, Wire.RESPONSE_HEADER), 3);
      ByteBuf straight = decoder.straight();
      assertThat(straight == null ? 0 : straight.writableBytes()).isEqualTo(bytes);
    }
  }

  /** Frames of a size, in portions of another, with an answer to nobody after each. */
  @ParameterizedTest
  @CsvSource({
    "700000, 700100",
    "700000, 1000",
    "699999, 100000",
    "100000, 65536",
    "65537, 65544",
    "65536, 8",
    "65535, 70000",
    "300001, 77777"
  })
  void takesFramesOfAnySizeInAnyPortions(int frame, int portion) throws IOException {
    try (FakeServer server =
            new FakeServer(
                (c, a) -> {
                  if (a.code() != Wire.READ) {
                    FakeServer.good(c, a);
                    return;
                  }
                  byte[] data = FakeServer.data(a);
                  for (int at = 0; at < data.length; at += frame) {
                    int end = Math.min(data.length, at + frame);
                    int status = end < data.length ? Wire.OKSOFAR : Wire.OK;
                    byte[] part = Arrays.copyOfRange(data, at, end);
                    byte[] sent =
                        LocalSession.join(
                            FakeServer.frame(a.id(), status, part),
                            FakeServer.frame(999, Wire.OK, FakeServer.bytes("nobody's")));
                    for (int from = 0; from < sent.length; from += portion) {
                      c.send(Arrays.copyOfRange(sent, from, Math.min(sent.length, from + portion)));
                    }
                  }
                });
        XrootdClient client = new XrootdClient(QUICK);
        XrootdFile file = client.open(server.url("/f"), OpenMode.READ)) {
      check(file);
      check(file);
    }
  }

  /** What comes after the caller's time does not touch the caller's memory. */
  @Test
  void whatComesTooLateTouchesNothing() throws IOException {
    AtomicReference<byte[]> rest = new AtomicReference<>(new byte[0]);
    try (FakeServer server =
            new FakeServer(
                (c, a) -> {
                  if (a.code() == Wire.READ && a.parameters().getLong(4) == 0) {
                    byte[] answer = FakeServer.frame(a.id(), Wire.OK, FakeServer.data(a));
                    c.send(Arrays.copyOf(answer, 200_000));
                    rest.set(Arrays.copyOfRange(answer, 200_000, answer.length));
                  } else {
                    c.send(rest.getAndSet(new byte[0]));
                    FakeServer.good(c, a);
                  }
                });
        XrootdClient client = new XrootdClient(QUICK.withRequestTimeout(Duration.ofMillis(300)));
        XrootdFile file = client.open(server.url("/f"), OpenMode.READ)) {
      XrootdException e = failure(() -> file.read(0, room()));
      assertThat(e.error()).isEqualTo(XrootdError.TIMED_OUT);
      byte[] before = new byte[memory.capacity()];
      memory.get(0, before);
      assertThat(client.stat(server.url("/f")).size()).isEqualTo(FakeServer.SIZE);
      byte[] after = new byte[memory.capacity()];
      memory.get(0, after);
      assertThat(after).isEqualTo(before);
      check(file);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 9, 70_000, 600_000, 700_007})
  void beginsAnewWhereTheConnectionWasCut(int bytes) throws IOException {
    try (FakeServer server =
            new FakeServer(
                (c, a) -> {
                  if (a.code() == Wire.READ && c.number == 1) {
                    byte[] answer = FakeServer.frame(a.id(), Wire.OK, FakeServer.data(a));
                    c.send(Arrays.copyOf(answer, bytes));
                    c.close();
                  } else {
                    FakeServer.good(c, a);
                  }
                });
        XrootdClient client = new XrootdClient(QUICK);
        XrootdFile file = client.open(server.url("/f"), OpenMode.READ)) {
      check(file);
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  /** A server that sends more than was asked for writes to nobody's memory. */
  @Test
  void moreThanWasAskedForEndsTheConnection() throws IOException {
    try (FakeServer server =
            new FakeServer(
                (c, a) -> {
                  if (a.code() == Wire.READ) {
                    c.reply(a, Wire.OK, new byte[MUCH + 50]);
                  } else {
                    FakeServer.good(c, a);
                  }
                });
        XrootdClient client = new XrootdClient(QUICK);
        XrootdFile file = client.open(server.url("/f"), OpenMode.READ)) {
      XrootdException e = failure(() -> file.read(0, room()));
      assertThat(e.text()).contains("more than the 700000 bytes asked for");
      checkAround();
    }
  }
}
