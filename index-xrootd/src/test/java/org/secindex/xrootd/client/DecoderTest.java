package org.secindex.xrootd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.secindex.xrootd.client.Caught.failure;
import static org.secindex.xrootd.client.LocalSession.deadline;
import static org.secindex.xrootd.client.LocalSession.element;
import static org.secindex.xrootd.client.LocalSession.join;
import static org.secindex.xrootd.client.LocalSession.pages;
import static org.secindex.xrootd.client.LocalSession.plan;
import static org.secindex.xrootd.client.LocalSession.status;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Frames as bytes: cut anywhere, ended anywhere, of any length. */
class DecoderTest {
  private static final int READ = 300;

  /** One request of each kind, under way on one connection, and what a server answers to all. */
  private static final class Recorded implements AutoCloseable {
    final LocalSession local = new LocalSession();
    final ByteBuffer read = ByteBuffer.allocate(READ);
    final ByteBuffer[] vector = {ByteBuffer.allocate(40), ByteBuffer.allocate(1)};
    final ByteBuffer checked = ByteBuffer.allocate(READ);
    final List<Request> all = new ArrayList<>();
    final byte[] answers;

    Recorded() {
      long d = deadline();
      all.add(Requests.open("/f", "/f", OpenMode.READ, false, d));
      all.add(Requests.read(7, 10, new ReadBody(read, 0, READ), "/f", d));
      ReadvPlan plan = plan(ReadvLimits.DEFAULT, new long[] {5, 900}, vector);
      all.add(Requests.readv(7, plan, 0, "/f", d));
      all.add(Requests.pgread(7, 4000, new PageReadBody(checked, 0, READ, 4000), false, "/f", d));
      all.add(Requests.stat("/f", "/f", d));
      all.add(Requests.list("/", "/", d));
      all.add(Requests.pgwrite(7, 0, ByteBuffer.wrap(pages(0, 10)), false, "/f", d));
      all.add(Requests.stat("/moved", "/moved", d));
      all.add(Requests.stat("/gone", "/gone", d));
      all.add(Requests.ping(d));
      all.forEach(local::submit);
      answers =
          join(
              FakeServer.frame(
                  id(0), Wire.OK, FakeServer.ints(7, 0, 0), FakeServer.bytes("1 999 48 7\0")),
              FakeServer.frame(id(1), Wire.OKSOFAR, Pattern.bytes(10, 100).array()),
              FakeServer.frame(id(2), Wire.OK, element(5, 40), element(900, 1)),
              FakeServer.frame(id(1), Wire.OK, Pattern.bytes(110, READ - 100).array()),
              status(id(3), Wire.PGREAD, 1, 4000, pages(4000, 96)),
              status(id(3), Wire.PGREAD, 0, 4096, pages(4096, READ - 96)),
              FakeServer.frame(4711, Wire.OK, new byte[9]), // To nobody.
              FakeServer.frame(id(4), Wire.WAITRESP, FakeServer.ints(600)),
              FakeServer.frame(id(5), Wire.OKSOFAR, FakeServer.bytes("one\nt")),
              FakeServer.frame(
                  0,
                  Wire.ATTN,
                  FakeServer.ints(5008, 0),
                  FakeServer.frame(id(4), Wire.OK, FakeServer.bytes("1 2 3 4\0"))),
              FakeServer.frame(id(5), Wire.OK, FakeServer.bytes("wo\0")),
              status(id(6), Wire.PGWRITE, 0, 0, new byte[0]),
              FakeServer.frame(
                  id(7), Wire.REDIRECT, FakeServer.ints(1094), FakeServer.bytes("host?a=b")),
              FakeServer.frame(
                  id(8), Wire.ERROR, FakeServer.ints(3011), FakeServer.bytes("none\0")),
              FakeServer.frame(id(9), Wire.OK));
    }

    private int id(int request) {
      return all.get(request).id;
    }

    String text(int request) {
      return ((CollectBody) all.get(request).body).text(0);
    }

    void checkAllAnswered() {
      assertThat(all).allMatch(Request::ended);
      Pattern.check(10, read.position(READ));
      Pattern.check(5, vector[0].position(40));
      Pattern.check(900, vector[1].position(1));
      Pattern.check(4000, checked.position(READ));
      assertThat(((PageReadBody) all.get(3).body).damaged()).isEmpty();
      assertThat(((CollectBody) all.get(0).body).text(12)).isEqualTo("1 999 48 7");
      assertThat(text(4)).isEqualTo("1 2 3 4");
      assertThat(text(5)).isEqualTo("one\ntwo");
      assertThat(((PageWriteBody) all.get(6).body).damaged()).isEmpty();
      assertThat(all.get(7).done.join()).isEqualTo(new Reply.Redirect(1094, "host?a=b"));
      assertThat(failure(all.get(8).done).isNotFound()).isTrue();
    }

    @Override
    public void close() {
      local.close();
    }
  }

  static IntStream portions() {
    return IntStream.concat(
        IntStream.rangeClosed(1, 40), IntStream.of(41, 43, 47, 53, 97, 997, Integer.MAX_VALUE / 2));
  }

  @ParameterizedTest
  @MethodSource("portions")
  void theSameComesOutHoweverTheBytesAreCut(int portion) {
    try (Recorded recorded = new Recorded()) {
      recorded.local.say(recorded.answers, portion);
      recorded.checkAllAnswered();
      assertThat(recorded.local.session.isOpen()).isTrue();
    }
  }

  @Test
  void everyRequestEndsWhereverTheConnectionDoes() {
    int whole;
    try (Recorded recorded = new Recorded()) {
      whole = recorded.answers.length;
    }
    for (int cut = 0; cut <= whole; cut++) {
      try (Recorded recorded = new Recorded()) {
        recorded.local.say(Arrays.copyOf(recorded.answers, cut), 1 << 20);
        var closing = recorded.local.channel.close();
        recorded.local.channel.runPendingTasks();
        assertThat(closing.isSuccess()).isTrue();
        assertThat(recorded.all).as("cut at %d", cut).allMatch(Request::ended);
        for (Request r : recorded.all) {
          if (r.done.isCompletedExceptionally()) {
            assertThat(failure(r.done).error())
                .isIn(XrootdError.CONNECTION_LOST, XrootdError.NOT_FOUND);
          }
        }
        assertThat(recorded.local.lostBecause()).isEqualTo("the connection was closed");
        if (cut == whole) {
          recorded.checkAllAnswered();
        }
      }
    }
  }

  /** The bytes of a large frame are where they belong as soon as they come; none are gathered. */
  @Test
  void aFrameOf32MebibytesIsNotGathered() {
    int size = 32 << 20;
    ByteBuffer into = ByteBuffer.allocate(size);
    ReadBody body = new ReadBody(into, 0, size);
    try (LocalSession local = new LocalSession()) {
      Request read = local.submit(Requests.read(7, 0, body, "/f", deadline()));
      local.say(ByteBuffer.allocate(8).putShort((short) read.id).putInt(4, size).array(), 1 << 20);
      ByteBuf portion = Unpooled.buffer(1 << 16).writeZero(1 << 16);
      portion.setByte(17, 42);
      for (int at = 0; at < size; at += 1 << 16) {
        assertThat(read.ended()).isFalse();
        local.channel.writeInbound(portion.retainedDuplicate());
        assertThat(body.filled()).isEqualTo(at + (1 << 16));
        assertThat(into.get(at + 17)).isEqualTo((byte) 42);
      }
      portion.release();
      assertThat(read.done.join()).isEqualTo(Reply.Done.DONE);
    }
  }

  /**
   * Under TLS, bytes go on coming for a while after the end: the buffers are the caller's again.
   */
  @Test
  void nothingTouchesABufferAfterTheEndOfItsSession() {
    for (boolean broken : List.of(false, true)) {
      try (LocalSession local = new LocalSession()) {
        FrameDecoder decoder = local.session.decoder();
        ChannelHandlerContext context = local.channel.pipeline().context(decoder);
        byte[] first = new byte[40];
        byte[] second = new byte[40];
        ReadvPlan plan =
            plan(
                ReadvLimits.DEFAULT,
                new long[] {5, 900},
                ByteBuffer.wrap(first),
                ByteBuffer.wrap(second));
        Request readv = local.submit(Requests.readv(7, plan, 0, "/f", deadline()));
        byte[] answer = FakeServer.frame(readv.id, Wire.OK, element(5, 40), element(900, 40));
        if (broken) {
          ByteBuffer.wrap(answer).putInt(8 + 56 + 4, -1); // The length of the second element.
        }
        local.say(Arrays.copyOf(answer, 8 + 56 + (broken ? 16 : 20)), 1 << 20);
        local.session.lost("the test wants it");
        assertThat(failure(readv.done).error()).isEqualTo(XrootdError.CONNECTION_LOST);
        Arrays.fill(first, (byte) 0x5a);
        Arrays.fill(second, (byte) 0x5a);
        ByteBuf rest = Unpooled.wrappedBuffer(answer, 84, answer.length - 84);
        assertTimeoutPreemptively(Duration.ofSeconds(10), () -> decoder.channelRead(context, rest));
        assertThat(first).containsOnly(0x5a);
        assertThat(second).containsOnly(0x5a);
        assertThat(rest.refCnt()).isZero();
      }
    }
  }

  /** A server is not silent that is in the midst of a long answer to somebody else. */
  @Test
  void aLongFrameIsASignOfLife() {
    try (LocalSession local = new LocalSession()) {
      ReadBody body = new ReadBody(ByteBuffer.allocate(1000), 0, 1000);
      Request large = local.submit(Requests.read(7, 0, body, "/f", deadline()));
      local.say(FakeServer.ints(large.id << 16, 1000), 8);
      long soon = System.nanoTime() + Duration.ofMillis(50).toNanos();
      Request late = local.submit(Requests.stat("/f", "/f", soon));
      local.say(new byte[10], 10);
      await()
          .until(
              () -> {
                local.channel.runScheduledPendingTasks();
                return late.ended();
              });
      assertThat(failure(late.done).error()).isEqualTo(XrootdError.TIMED_OUT);
      assertThat(local.session.isOpen()).isTrue();
      local.say(new byte[990], 990);
      assertThat(large.done.join()).isEqualTo(Reply.Done.DONE);
    }
  }

  @Test
  void anAnswerThatIsNoFileDataHasAnEnd() {
    try (LocalSession local = new LocalSession()) {
      Request list = local.submit(Requests.list("/", "/", deadline()));
      byte[] frame = FakeServer.frame(list.id, Wire.OKSOFAR, new byte[1 << 20]);
      for (int i = 0; i < 16; i++) {
        local.say(frame, 1 << 20);
        assertThat(local.session.isOpen()).isTrue();
      }
      local.say(frame, 1 << 20);
      assertThat(failure(list.done).error()).isEqualTo(XrootdError.CONNECTION_LOST);
      assertThat(local.lostBecause()).contains("an answer of more than 16777216 bytes");
    }
    try (LocalSession local = new LocalSession()) {
      // A length of 2^31-1 takes no memory before bytes come.
      Request stat = local.submit(Requests.stat("/f", "/f", deadline()));
      local.say(RawPeer.bytes("0001 0000 7fffffff" + "00".repeat(100)), 1 << 20);
      assertThat(stat.ended()).isFalse();
    }
  }

  static Stream<String> nonsense() {
    return Stream.of("ffffffff a frame of -1 bytes", "80000000 a frame of -2147483648 bytes");
  }

  @ParameterizedTest
  @MethodSource("nonsense")
  void negativeLengthsOfFramesEndTheConnection(String lengthAndWords) {
    for (String statusCode : List.of("0000", "0fa0", "0fa1", "0fa3", "0fa7")) {
      try (LocalSession local = new LocalSession()) {
        Request stat = local.submit(Requests.stat("/f", "/f", deadline()));
        local.say(RawPeer.bytes("0001" + statusCode + lengthAndWords.substring(0, 8)), 3);
        assertThat(failure(stat.done).error()).isEqualTo(XrootdError.CONNECTION_LOST);
        assertThat(local.lostBecause()).contains(lengthAndWords.substring(9));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"0", "23", "257", "2147483647"})
  void aStatusFrameIsAsLongAsItIs(int length) {
    try (LocalSession local = new LocalSession()) {
      local.submit(Requests.stat("/f", "/f", deadline()));
      local.say(RawPeer.bytes("0001 0fa7 %08x".formatted(length)), 100);
      assertThat(local.lostBecause()).contains("a status frame of " + length + " bytes");
    }
  }

  // ---- vector reads

  private static ReadvBody body(ReadvPlan plan) {
    return new ReadvBody(plan, plan.from(0), plan.to(0));
  }

  private static ByteBuf header(int length, long offset) {
    return Unpooled.buffer(16).writeInt(7).writeInt(length).writeLong(offset);
  }

  @ParameterizedTest
  @CsvSource({"-1, 5", "-2147483648, 5", "2147483647, 5", "41, 5", "40, 6", "40, -5"})
  void anElementThatIsNotDueEndsTheConnection(int length, long offset) {
    ReadvPlan plan =
        plan(
            ReadvLimits.DEFAULT,
            new long[] {5, 900},
            ByteBuffer.allocate(40),
            ByteBuffer.allocate(1));
    assertThatThrownBy(() -> body(plan).accept(header(length, offset), 16))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("where 5 of 40 bytes was due");
  }

  @Test
  void elementsThatAreMissingOrTooManyEndTheConnection() {
    ReadvPlan plan = plan(ReadvLimits.DEFAULT, new long[] {5}, ByteBuffer.allocate(4));
    ReadvBody few = body(plan);
    assertThatThrownBy(few::complete).hasMessageContaining("only 0 of 1 elements");
    ReadvBody many = body(plan);
    many.accept(header(4, 5).writeInt(1), 20);
    assertThatThrownBy(() -> many.accept(header(4, 5), 16)).hasMessageContaining("more elements");
  }

  /** As dCache has it: an element at the end of the file is short, and has its true length. */
  @Test
  void anEmptyElementIsOneThatTheFileHasNothingOf() {
    ReadvPlan plan =
        plan(
            ReadvLimits.DEFAULT, new long[] {5, 9}, ByteBuffer.allocate(4), ByteBuffer.allocate(4));
    ReadvBody body = body(plan);
    body.accept(header(0, 5), 16);
    body.accept(header(4, 9).writeInt(1), 20);
    assertThat(body.complete()).contains("only 0 of 4 bytes at offset 5");
  }

  @Test
  void moreThanTwoGibibytesAreSplit() {
    ByteBuffer two = ByteBuffer.allocateDirect(2 << 20);
    ByteBuffer[] into = new ByteBuffer[1100];
    long[] offsets = new long[into.length];
    Arrays.setAll(into, i -> two.duplicate());
    Arrays.setAll(offsets, i -> (long) i << 21);
    ReadvPlan plan = plan(ReadvLimits.DEFAULT, offsets, into);
    long bytes = 0;
    int elements = 0;
    for (int i = 0; i < plan.requests(); i++) {
      bytes += plan.bytes(i);
      assertThat(plan.bytes(i)).isBetween(1, (4 << 20) + 1024 * 16);
      for (int p = plan.from(i); p < plan.to(i); p++) {
        assertThat(plan.length(p)).isBetween(1, 2_097_136);
        elements++;
      }
    }
    // Each is 16 bytes too long for one element.
    assertThat(elements).isEqualTo(2 * into.length);
    assertThat(bytes).isEqualTo(((long) into.length << 21) + 16L * elements);
  }
}
