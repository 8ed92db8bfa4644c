package org.secindex.tide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.secindex.tide.LogBytes.In;
import org.secindex.tide.Problem.Code;
import org.secindex.tide.Problem.Severity;

/** Files as RSBag has written them, block for block; names and payloads are made up. */
class RsbagTest {
  private static final long TIME = 1_316_724_943_827_752_000L;
  private static final byte[] SPARE = new byte[4];

  @TempDir Path directory;
  private final List<Problem> problems = new ArrayList<>();

  private static TideSource source(LogBytes log) {
    return TideSource.of("log", ByteBuffer.wrap(log.toBytes()));
  }

  private TideReader open(LogBytes log, IndexPolicy policy) {
    return TideReader.open(source(log), ReadOptions.DEFAULT.policy(policy).problems(problems::add));
  }

  private Diagnosis doctor(LogBytes log) {
    problems.clear();
    return TideRepair.doctor(source(log), ReadOptions.DEFAULT.problems(problems::add));
  }

  /** A channel with all of its texts. */
  private static byte[] channel(
      int id, String name, String type, String sourceName, String config, String format) {
    LogBytes body = new LogBytes().raw(LogBytes.le(id, (byte) name.length(), name));
    for (String text : List.of(type, sourceName, config, format)) {
      body.raw(LogBytes.le(text.length(), text));
    }
    return LogBytes.le("CHAN", (long) body.size(), body.toBytes());
  }

  private static Channel expected(
      int id, String name, String type, String sourceName, String config, String format) {
    return new Channel(
        id,
        Text.of(name),
        Text.of(type),
        Text.of(sourceName),
        Text.of(config),
        Text.of(format),
        true);
  }

  /** 0.4, 0.5.1 and 0.6: the index first, the entry's bytes for the count, four spare bytes. */
  @ParameterizedTest
  @CsvSource({
    "143, rsb-event:uint64, 229F84F1-2578-40C2, rsb:/#229F84F1",
    "146, rsb-event-0.5.1:uint64, '', ''",
    "146, rsb-event-0.6:uint64, '', ''"
  })
  void aSingleEvent(int size, String type, String sourceName, String config) throws IOException {
    String name = "/server/request/add/:UINT64";
    LogBytes log = new LogBytes().tide().raw(channel(0, name, type, sourceName, config, ""));
    int index = log.size();
    log.raw(LogBytes.le("INDX", 32L, 0, 1, 0, TIME, 0L, SPARE));
    int chunk = log.size();
    In event = new In(0, TIME, "e".repeat(size));
    log.chnk(0, 16 + size, TIME, TIME, Compression.NONE, SPARE, event);

    for (IndexPolicy policy : IndexPolicy.values()) {
      try (TideReader reader = open(log, policy)) {
        assertThat(reader.channels())
            .containsExactly(expected(0, name, type, sourceName, config, ""));
        assertThat(reader.blocks())
            .containsExactly(
                new Block("TIDE", 0, 22, 0, 0),
                new Block("CHAN", 22, index, 0, 0),
                new Block("INDX", index, chunk, 0, 1),
                new Block("CHNK", chunk, log.size(), 0, 16 + size));
        assertThat(reader.chunks())
            .containsExactly(
                new Chunk(
                    0,
                    chunk,
                    16 + size + SPARE.length,
                    16 + size,
                    TIME,
                    TIME,
                    Compression.NONE,
                    Chunk.State.WHOLE));
        for (TideQuery.Order order : TideQuery.Order.values()) {
          assertThat(Entry.all(reader.entries(TideQuery.ALL.channel(0).order(order))))
              .isEqualTo(log.entries());
        }
        assertThat(Entry.all(reader.scan())).isEqualTo(log.entries());
      }
    }
    assertThat(problems).allMatch(problem -> problem.severity() == Severity.WARNING);

    Diagnosis diagnosis = doctor(log);
    assertThat(problems)
        .extracting(problem -> problem.offset() + " " + problem.code())
        .containsExactly(
            index + " " + Code.SPARE_BYTES,
            chunk + " " + Code.SPARE_BYTES,
            chunk + " " + Code.CHUNK_COUNT);
    assertThat(diagnosis.entries()).isEqualTo(1);
    assertThat(diagnosis.indexRows()).isEqualTo(1);
    assertThat(diagnosis.recoveredEntries()).isZero();
    assertThat(diagnosis.errors()).isZero();
    assertThat(diagnosis.lostBytes()).isZero();

    Path out = directory.resolve("out.tide");
    Recovery recovery = TideRepair.recover(source(log), out, false, ReadOptions.DEFAULT);
    assertThat(recovery.isLossy()).isFalse();
    PageReader recovered = SoundLog.read(out);
    assertThat(recovered.entries).isEqualTo(log.entries());
    assertThat(recovered.channels)
        .containsEntry(0L, String.join("|", name, type, sourceName, config, ""));
  }

  /** The length of its first block is the position of the index; all else is as it should be. */
  @Test
  void aMinimalFile() {
    byte[] channel = channel(1, "CHANNEL", "TYPE", "SOURCE", "C", "FORMAT");
    int chunk = 22 + channel.length;
    int index = chunk + 37 + 19;
    LogBytes log =
        new LogBytes()
            .raw(LogBytes.le("TIDE", (long) index, (byte) 0, (byte) 0, 0, 1))
            .raw(channel)
            .chnk(1, Compression.NONE, new In(1, 128, "\1\2\3"))
            .indx(1, 1, 128, 0);
    for (IndexPolicy policy : IndexPolicy.values()) {
      try (TideReader reader = open(log, policy)) {
        assertThat(reader.channels())
            .containsExactly(expected(1, "CHANNEL", "TYPE", "SOURCE", "C", "FORMAT"));
        assertThat(reader.blocks())
            .containsExactly(
                new Block("TIDE", 0, 22, 0, 0),
                new Block("CHAN", 22, chunk, 1, 0),
                new Block("CHNK", chunk, index, 1, 1),
                new Block("INDX", index, log.size(), 1, 1));
        assertThat(Entry.all(reader.entries(TideQuery.ALL.channel(1))))
            .containsExactly(new Entry(1, 128, 1, 0, "\1\2\3"));
      }
    }
    assertThat(doctor(log).indexRows()).isEqualTo(1);
    assertThat(problems).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"empty, BLA", "my-channel, ''", "'', ''"})
  void aChannelWithoutEntriesOrWithoutAType(String name, String type) {
    LogBytes log = new LogBytes().tide().raw(channel(0, name, type, "", "", ""));
    for (IndexPolicy policy : IndexPolicy.values()) {
      try (TideReader reader = open(log, policy)) {
        assertThat(reader.summaries(true))
            .extracting(ChannelSummary::channel, ChannelSummary::entries)
            .containsExactly(tuple(Channel.of(0, name, type), 0L));
        assertThat(Entry.all(reader.entries(TideQuery.ALL.channel(0)))).isEmpty();
      }
    }
    assertThat(doctor(log).channels()).isEqualTo(1);
    assertThat(problems).isEmpty();
  }

  @Test
  void aLogOfNothing() {
    LogBytes log = new LogBytes().tide();
    assertThat(log.size()).isEqualTo(22);
    for (IndexPolicy policy : IndexPolicy.values()) {
      try (TideReader reader = open(log, policy)) {
        assertThat(reader.channels()).isEmpty();
        assertThat(reader.chunks()).isEmpty();
        assertThat(Entry.all(reader.scan())).isEmpty();
      }
    }
    assertThat(doctor(log).entries()).isZero();
    assertThat(problems).isEmpty();
  }
}
