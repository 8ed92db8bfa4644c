package org.secindex.tide;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.tide.LogBytes.In;
import org.secindex.tide.Problem.Code;

/** What real files do, and a reader must take. */
class FormatTest {
  private static final byte[] NOTHING = new byte[0];
  private final List<Problem> problems = new ArrayList<>();

  private TideReader open(byte[] log) {
    return open(log, ReadOptions.DEFAULT);
  }

  private TideReader open(byte[] log, ReadOptions options) {
    return TideReader.open(
        TideSource.of("log", ByteBuffer.wrap(log)), options.problems(problems::add));
  }

  private List<Entry> read(byte[] log) {
    try (TideReader reader = open(log)) {
      return Entry.all(reader.scan());
    }
  }

  private List<Code> codes() {
    return problems.stream().map(Problem::code).toList();
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits.replaceAll("\\s", ""));
  }

  /** The bytes of the page that describes the format. */
  private static final byte[] EXAMPLE =
      hex(
          """
          54494445 0a00000000000000  00 00 01000000 01000000
          4348414e 1c00000000000000  07000000 03 2f7879  04000000 62797465  00000000 00000000 00000000
          43484e4b 3d00000000000000  00000000 02000000 e803000000000000 d007000000000000 00
                   07000000 e803000000000000 02000000 6161
                   07000000 d007000000000000 02000000 6262
          494e4458 3000000000000000  07000000 02000000
                   00000000 e803000000000000 0000000000000000
                   00000000 d007000000000000 1200000000000000
          """);

  @ParameterizedTest
  @EnumSource(IndexPolicy.class)
  void theExampleOfThePage(IndexPolicy policy) {
    assertThat(EXAMPLE).hasSize(195);
    try (TideReader reader = open(EXAMPLE, ReadOptions.DEFAULT.policy(policy))) {
      assertThat(reader.channels()).containsExactly(Channel.of(7, "/xy", "byte"));
      assertThat(reader.blocks())
          .containsExactly(
              new Block("TIDE", 0, 22, 0, 0),
              new Block("CHAN", 22, 62, 7, 0),
              new Block("CHNK", 62, 135, 0, 2),
              new Block("INDX", 135, 195, 7, 2));
      for (TideQuery.Order order : TideQuery.Order.values()) {
        assertThat(Entry.all(reader.entries(TideQuery.ALL.channel(7).order(order))))
            .containsExactly(new Entry(7, 1000, 0, 0, "aa"), new Entry(7, 2000, 0, 18, "bb"));
      }
      assertThat(Entry.at(reader, 0, 18)).isEqualTo(new Entry(7, 2000, 0, 18, "bb"));
    }
    assertThat(problems).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {10, 0, 195, 135, -1, Long.MIN_VALUE, 1})
  void theLengthOfTheFirstBlockMeansNothing(long length) {
    byte[] log = EXAMPLE.clone();
    System.arraycopy(LogBytes.le(length), 0, log, 4, 8);
    assertThat(read(log)).hasSize(2);
    assertThat(problems).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1000, -1})
  void countsOfTheFirstBlockMeanNothing(int count) {
    byte[] log = EXAMPLE.clone();
    System.arraycopy(LogBytes.le(count, count), 0, log, 14, 8);
    assertThat(read(log)).hasSize(2);
    assertThat(problems).isEmpty();
  }

  @Test
  void indexBlocksMayComeFirstAndOften() {
    byte[] log =
        new LogBytes()
            .tide()
            .indx(3, 0, 20, 18)
            .indx(3, 0, 10, 0)
            .chan(4, "/empty")
            .chnk(0, Compression.NONE, new In(3, 10, "aa"), new In(3, 20, "bb"))
            .chan(3, "/late")
            .toBytes();
    ReadOptions options = ReadOptions.DEFAULT.policy(IndexPolicy.REQUIRE);
    try (TideReader reader = open(log, options)) {
      assertThat(Entry.all(reader.entries(TideQuery.ALL.channel(3))))
          .containsExactly(new Entry(3, 10, 0, 0, "aa"), new Entry(3, 20, 0, 18, "bb"));
      assertThat(reader.summaries(false))
          .extracting(summary -> summary.channel().name() + " " + summary.entries())
          .containsExactly("/empty 0", "/late 2");
    }
    assertThat(problems).isEmpty();
  }

  @Test
  void aMissingChannelGetsANameAndIsToldOnce() {
    byte[] log =
        new LogBytes()
            .tide()
            .chnk(0, Compression.NONE, new In(9, 10, "a"), new In(9, 20, "b"))
            .chnk(1, Compression.GZIP, new In(9, 30, "c"))
            .toBytes();
    assertThat(read(log)).hasSize(3);
    assertThat(codes()).containsExactly(Code.UNDECLARED_CHANNEL);
    try (TideReader reader = open(log)) {
      assertThat(reader.summaries(true).get(0).channel().name()).hasToString("channel-9");
      assertThat(reader.summaries(true).get(0).channel().declared()).isFalse();
    }
  }

  @Test
  void aChannelThatIsDeclaredTwice() {
    LogBytes log = new LogBytes().tide().chan(1, "/a").chan(1, "/a");
    int at = log.size();
    log.chan(1, "/b").chnk(0, Compression.NONE, new In(1, 5, "a"));
    try (TideReader reader = open(log.toBytes())) {
      assertThat(reader.channels()).containsExactly(Channel.of(1, "/a", ""));
    }
    assertThat(problems)
        .containsExactly(
            new Problem(
                Code.CHANNEL_CONFLICT,
                Problem.Severity.WARNING,
                at,
                "channel 1 is '/a' and again '/b'"));
  }

  @Test
  void anyCountIsAHint() {
    for (int count : new int[] {0, 1, 3, 1000, -1}) {
      byte[] log =
          new LogBytes()
              .tide()
              .chan(0, "/c")
              .chnk(0, count, 1, 2, Compression.NONE, NOTHING, new In(0, 1, "a"), new In(0, 2, ""))
              .toBytes();
      assertThat(read(log)).hasSize(2);
    }
    assertThat(codes()).containsOnly(Code.CHUNK_COUNT).hasSize(5);
  }

  /** Its checksum says more than its header, even of channels that nobody declares. */
  @ParameterizedTest
  @EnumSource(names = {"GZIP", "BZIP2"})
  void aCompressedChunkIsBelievedWhateverItCounts(Compression compression) {
    byte[] log =
        new LogBytes()
            .tide()
            .chnk(0, 77, 1, 2, compression, NOTHING, new In(5, 1, "a"), new In(6, 2, "b"))
            .toBytes();
    assertThat(read(log)).hasSize(2);
    assertThat(codes())
        .containsExactly(Code.UNDECLARED_CHANNEL, Code.UNDECLARED_CHANNEL, Code.CHUNK_COUNT);
    Diagnosis diagnosis =
        TideRepair.doctor(TideSource.of("log", ByteBuffer.wrap(log)), ReadOptions.DEFAULT);
    assertThat(diagnosis.entries()).isEqualTo(2);
    assertThat(diagnosis.recoveredEntries()).isZero();
  }

  @Test
  void entriesBehindAHeaderThatWasNeverCompletedAreRecovered() {
    LogBytes log =
        new LogBytes()
            .tide()
            .chan(1, "/a")
            .chan(2, "/never used")
            .chnk(0, Compression.NONE, new In(1, 10, "a"))
            .unfinished(1, new In(1, 20, "CHNK"), new In(1, 30, ""), new In(1, 40, "d"))
            .indx(1, 0, 10, 0)
            .unfinished(2, new In(1, 50, "e"), new In(1, 60, "f"));
    try (TideReader reader = open(log.toBytes());
        TideCursor cursor = reader.scan()) {
      List<Boolean> recovered = new ArrayList<>();
      List<Entry> entries = new ArrayList<>();
      while (cursor.next()) {
        entries.add(Entry.at(cursor));
        recovered.add(cursor.recovered());
      }
      assertThat(entries).isEqualTo(log.entries());
      assertThat(recovered).containsExactly(false, true, true, true, true, true);
      assertThat(reader.summaries(true)).hasSize(2);
    }
    assertThat(codes()).contains(Code.CHUNK_UNFINISHED);
  }

  /** In whatever order: an entry behind the end that its chunk tells is a recovered one. */
  @Test
  void recoveredEntriesAreToldInTimeOrderToo() {
    LogBytes log =
        new LogBytes()
            .tide()
            .chan(0, "/a")
            .chnk(0, Compression.NONE, new In(0, 1, "a"), new In(0, 3, "b"), new In(0, 2, "c"));
    byte[] bytes = log.toBytes();
    int chunk = log.placed().get(0).blockStart();
    System.arraycopy(LogBytes.le(25L + 17), 0, bytes, chunk + 4, 8);
    try (TideReader reader = open(bytes)) {
      for (TideQuery.Order order : TideQuery.Order.values()) {
        List<Long> recovered = new ArrayList<>();
        try (TideCursor cursor = reader.entries(TideQuery.ALL.order(order))) {
          while (cursor.next()) {
            if (cursor.recovered()) {
              recovered.add(cursor.timestamp());
            }
          }
        }
        assertThat(recovered).as("%s", order).contains(2L, 3L);
      }
    }
  }

  @Test
  void zerosBehindACrashAreNoEntries() {
    LogBytes log = new LogBytes().tide().chan(0, "/a").unfinished(0, new In(0, 20, "a"));
    List<Entry> entries = log.entries();
    assertThat(read(log.raw(new byte[4096]).toBytes())).isEqualTo(entries);
  }

  @Test
  void sizesAndNamesAtTheirEnds() {
    String longest = "n".repeat(255);
    byte[] log =
        new LogBytes()
            .tide()
            .chan(0, "")
            .chan(-1, longest)
            .chnk(-1, 0, 0, 0, Compression.NONE, NOTHING)
            .chnk(5, Compression.NONE, new In(0xffff_ffffL, -1, ""), new In(0, 0, ""))
            .toBytes();
    assertThat(read(log))
        .containsExactly(new Entry(0xffff_ffffL, -1, 5, 0, ""), new Entry(0, 0, 5, 16, ""));
    assertThat(problems).isEmpty();
    try (TideReader reader = open(log)) {
      assertThat(reader.channels()).extracting(c -> c.name().length()).containsExactly(0, 255);
      assertThat(reader.chunks()).extracting(Chunk::id).containsExactly(0xffff_ffffL, 5L);
    }
    assertThatThrownBy(() -> Channel.of(0, longest + "n", ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("255");
  }

  @Test
  void entriesOutOfTimeOrderKeepTheirOrderInTheFile() {
    In[] in = {new In(0, 30, "a"), new In(0, 10, "b"), new In(0, 20, "c"), new In(0, 10, "d")};
    LogBytes log =
        new LogBytes().tide().chan(0, "/a").chnk(0, 4, 10, 30, Compression.NONE, NOTHING, in);
    try (TideReader reader = open(log.toBytes())) {
      assertThat(Entry.all(reader.scan())).isEqualTo(log.entries());
      assertThat(Entry.all(reader.entries(TideQuery.ALL.order(TideQuery.Order.TIME))))
          .extracting(Entry::payload)
          .containsExactly("b", "d", "c", "a");
    }
    assertThat(problems).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"30, 20", "20, 30", "10, 20", "25, 26", "0, 0", "-1, 0", "0, -1", "11, 30"})
  void startAndEndOfAChunkAreNotTrusted(long start, long end) {
    In[] in = {new In(0, 30, "a"), new In(0, 10, "b"), new In(0, 20, "c")};
    LogBytes log =
        new LogBytes().tide().chan(0, "/a").chnk(0, 3, start, end, Compression.NONE, NOTHING, in);
    for (IndexPolicy policy : List.of(IndexPolicy.REBUILD, IndexPolicy.IGNORE)) {
      try (TideReader reader = open(log.toBytes(), ReadOptions.DEFAULT.policy(policy))) {
        assertThat(Entry.all(reader.scan())).isEqualTo(log.entries());
        for (Entry entry : log.entries()) {
          assertThat(Entry.all(reader.entries(TideQuery.ALL.between(entry.time(), entry.time()))))
              .containsExactly(entry);
        }
      }
    }
    assertThat(codes()).containsOnly(Code.CHUNK_TIMES);
    TideSource source = TideSource.of("log", ByteBuffer.wrap(log.toBytes()));
    assertThat(TideRepair.doctor(source, ReadOptions.DEFAULT).recoveredEntries()).isZero();
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void oneOfTwoInterleavedChannelsByIndex(Compression compression) {
    byte[] log =
        new LogBytes()
            .tide()
            .chan(1, "/a")
            .chan(2, "/b")
            .chnk(
                0,
                compression,
                new In(1, 1, "one"),
                new In(2, 2, "two"),
                new In(1, 3, "three"),
                new In(2, 4, "four"))
            .indx(1, 0, 1, 0, 0, 3, 38)
            .indx(2, 0, 2, 19, 0, 4, 59)
            .toBytes();
    try (TideReader reader = open(log, ReadOptions.DEFAULT.policy(IndexPolicy.REQUIRE))) {
      assertThat(Entry.all(reader.entries(TideQuery.ALL.channel(2))))
          .containsExactly(new Entry(2, 2, 0, 19, "two"), new Entry(2, 4, 0, 59, "four"));
      assertThat(Entry.all(reader.entries(TideQuery.ALL.between(2, 3))))
          .containsExactly(new Entry(2, 2, 0, 19, "two"), new Entry(1, 3, 0, 38, "three"));
      assertThat(Entry.at(reader, 0, 59)).isEqualTo(new Entry(2, 4, 0, 59, "four"));
      for (long[] absent : new long[][] {{0, 0}, {5, -1}}) {
        assertThat(Entry.all(reader.entries(TideQuery.ALL.between(absent[0], absent[1]))))
            .isEmpty();
      }
    }
    assertThat(problems).isEmpty();
  }

  @Test
  void versions() {
    byte[] log = EXAMPLE.clone();
    log[12] = 1;
    try (TideReader reader = open(log)) {
      assertThat(reader.majorVersion()).isEqualTo(1);
    }
    log[12] = 2;
    assertThatThrownBy(() -> open(log))
        .isInstanceOf(TideException.class)
        .hasMessageContaining("version 2.0");
    try (TideReader reader = open(log, ReadOptions.DEFAULT.anyVersion(true))) {
      assertThat(Entry.all(reader.scan())).hasSize(2);
    }
  }

  @Test
  void whatIsNoLog() {
    assertThatThrownBy(() -> open(NOTHING)).hasMessageContaining("an empty file");
    assertThatThrownBy(() -> open("#!/bin/sh\necho no log\n".getBytes(UTF_8)))
        .isInstanceOf(TideException.class)
        .hasMessageContaining("begins with #!/b instead of a TIDE block");
    assertThatThrownBy(() -> open(new byte[] {'T', 'I', 'D', 'E', 1}))
        .isInstanceOf(TideException.class);
  }

  @Test
  void libtidelogsTimesAreNoticed() {
    long time = 1_316_724_943L * 10_000_000 + 827_752;
    byte[] log =
        new LogBytes()
            .tide()
            .chan(0, "/a")
            .chnk(0, Compression.NONE, new In(0, time, ""))
            .toBytes();
    assertThat(read(log)).hasSize(1);
    assertThat(codes()).containsExactly(Code.TIME_UNIT);
    assertThat(TideTime.TIDELOG.toInstant(time)).hasToString("2011-09-22T20:55:43.827752Z");
    assertThat(TideTime.NANOSECONDS.toInstant(1_316_724_943_827_752_000L))
        .isEqualTo(TideTime.TIDELOG.toInstant(time));
    problems.clear();
    try (TideReader reader = open(log, ReadOptions.DEFAULT.time(TideTime.TIDELOG))) {
      assertThat(Entry.all(reader.scan())).hasSize(1);
    }
    assertThat(problems).isEmpty();
  }
}
