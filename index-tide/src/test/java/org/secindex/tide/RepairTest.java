package org.secindex.tide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.tide.LogBytes.In;
import org.secindex.tide.LogBytes.Placed;
import org.secindex.tide.Problem.Code;

/** What doctor, recover and reindex find and make. */
class RepairTest {
  @TempDir Path directory;
  private final List<Problem> problems = new ArrayList<>();

  private Path out() {
    return directory.resolve("out.tide");
  }

  private static TideSource source(byte[] log) {
    return TideSource.of("log", ByteBuffer.wrap(log));
  }

  private Recovery recover(byte[] log) {
    return TideRepair.recover(
        source(log), out(), true, ReadOptions.DEFAULT.problems(problems::add));
  }

  private PageReader read() throws IOException {
    return SoundLog.read(out());
  }

  /** A chunk, a header that libtidelog never completed, three entries; and an empty channel. */
  @Test
  void recoverCompletesWhatACrashLeft() throws IOException {
    LogBytes log =
        new LogBytes()
            .tide()
            .chan(0, "/a")
            .chan(1, "/empty")
            .chnk(0, Compression.NONE, new In(0, 1, "a"))
            .unfinished(1, new In(0, 4, "b"), new In(0, 2, ""), new In(0, 3, "d"));
    Recovery recovery = recover(log.toBytes());
    assertThat(recovery.entries()).isEqualTo(4);
    assertThat(recovery.recoveredEntries()).isEqualTo(3);
    assertThat(recovery.isLossy()).isFalse();
    PageReader page = read();
    assertThat(page.entries).isEqualTo(log.entries());
    assertThat(page.channelCount).isEqualTo(2);
    assertThat(page.chunkCount).isEqualTo(2);
    try (TideReader reader = TideReader.open(out())) {
      assertThat(reader.blocks())
          .extracting(Block::tag)
          .containsExactly("TIDE", "CHAN", "CHAN", "CHNK", "CHNK", "INDX");
      assertThat(reader.chunks().get(1).start()).isEqualTo(2);
      assertThat(reader.chunks().get(1).end()).isEqualTo(4);
      assertThat(reader.summaries(false))
          .extracting(ChannelSummary::entries)
          .containsExactly(4L, 0L);
    }
    byte[] once = Files.readAllBytes(out());
    assertThat(recover(once).recoveredEntries()).isZero();
    assertThat(Files.readAllBytes(out())).as("a second time changes nothing").isEqualTo(once);
  }

  /** Three chunks, the data of the second damaged. */
  @ParameterizedTest
  @EnumSource(names = {"GZIP", "BZIP2"})
  void recoverGoesOnBehindDamagedData(Compression compression) throws IOException {
    LogBytes log =
        new LogBytes()
            .tide()
            .chan(0, "/a")
            .chnk(0, compression, new In(0, 10, "one"))
            .chnk(1, compression, new In(0, 20, "two"), new In(0, 30, "two"))
            .chnk(2, compression, new In(0, 40, "three"));
    byte[] bytes = log.toBytes();
    Placed damaged = log.placed().get(1);
    bytes[damaged.blockEnd() - 12] ^= 0x55;
    Recovery recovery = recover(bytes);
    assertThat(read().entries).extracting(Entry::payload).containsExactly("one", "three");
    assertThat(recovery.isLossy()).isTrue();
    assertThat(recovery.missingEntries()).isEqualTo(2);
    assertThat(recovery.lost())
        .containsExactly(
            new LostRange(
                damaged.blockStart(),
                damaged.blockEnd(),
                OptionalLong.of(10),
                OptionalLong.of(40)));
    assertThat(recovery.lostBytes()).isEqualTo(damaged.blockEnd() - damaged.blockStart());
    assertThat(problems).extracting(Problem::code).contains(Code.CHUNK_UNREADABLE);
  }

  @Test
  void recoverKeepsTheWholeEntriesOfACutChunk() throws IOException {
    LogBytes log =
        new LogBytes()
            .tide()
            .chan(0, "/a")
            .chnk(0, Compression.NONE, new In(0, 1, "a"), new In(0, 2, "b"), new In(0, 3, "c"));
    byte[] bytes = log.toBytes();
    Recovery recovery = recover(Arrays.copyOf(bytes, bytes.length - 1));
    assertThat(read().entries).isEqualTo(log.entries().subList(0, 2));
    assertThat(recovery.missingEntries()).isEqualTo(1);
    assertThat(recovery.lostBytes()).isEqualTo(16);
    assertThat(problems).extracting(Problem::code).contains(Code.CHUNK_CUT);
  }

  /** Such as RSBag's, which are of bytes. */
  @ParameterizedTest
  @ValueSource(ints = {16 + 143, 11, -1})
  void countsThatCannotBeTellNothingOfWhatIsMissing(int count) {
    byte[] spare = new byte[4];
    In entry = new In(0, 5, "x".repeat(143));
    byte[] log =
        new LogBytes()
            .tide()
            .chan(0, "/a")
            .chnk(0, count, 5, 5, Compression.NONE, spare, entry)
            .toBytes();
    Recovery recovery = recover(Arrays.copyOf(log, log.length - 40));
    assertThat(recovery.entries()).isZero();
    assertThat(recovery.lostBytes()).isEqualTo(16 + 143 + 4 - 40);
    assertThat(recovery.missingEntries()).isZero();
  }

  @Test
  void recoverDeclaresWhatNobodyDeclared() throws IOException {
    byte[] log =
        new LogBytes()
            .tide()
            .chnk(5, Compression.NONE, new In(3, 1, "a"), new In(4, 2, "b"))
            .chan(4, "/late")
            .toBytes();
    recover(log);
    assertThat(read().channels).containsEntry(3L, "channel-3||||").containsEntry(4L, "/late||||");
  }

  @Test
  void recoverGivesChunksThatShareAnIdTheirOwn() throws IOException {
    LogBytes one =
        new LogBytes()
            .tide()
            .chan(0, "/a")
            .chnk(0, Compression.NONE, new In(0, 1, "a"))
            .indx(0, 0, 1, 0)
            .chnk(1, Compression.NONE, new In(0, 2, "b"))
            .indx(0, 1, 2, 0);
    byte[] twice = new LogBytes().raw(one.toBytes()).raw(one.toBytes()).toBytes();
    recover(twice);
    assertThat(read().entries).extracting(Entry::payload).containsExactly("a", "b", "a", "b");
    assertThat(read().entries).extracting(Entry::chunk).containsExactly(0L, 1L, 2L, 3L);
    assertThat(problems).extracting(Problem::code).contains(Code.SECOND_HEADER);
  }

  @Test
  void recoverOfALogWithoutItsHeader() throws IOException {
    LogBytes log = new LogBytes().tide().chan(0, "/a").chnk(0, Compression.NONE, new In(0, 1, "a"));
    byte[] bytes = log.toBytes();
    bytes[0] = 'X';
    recover(bytes);
    assertThat(read().entries).isEqualTo(log.entries());
  }

  @Test
  void thereIsNothingToRecoverInWhatIsNoLog() {
    byte[] text = "no log at all, but CHNK and CHAN".getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> recover(text))
        .isInstanceOf(TideException.class)
        .hasMessage("log: nothing in it is of a TIDE log");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void nothingIsReplacedUnlessToldSo() throws IOException {
    Files.writeString(out(), "precious");
    byte[] log = new LogBytes().tide().toBytes();
    assertThatThrownBy(() -> TideRepair.recover(source(log), out(), false, ReadOptions.DEFAULT))
        .isInstanceOf(TideException.class)
        .hasMessageContaining("exists already");
    assertThat(out()).hasContent("precious");
  }

  @Test
  void doctorHasNothingToSayOfWhatWeWrite() {
    try (TideWriter writer = TideWriter.create(out(), WriteOptions.DEFAULT.chunkEntries(2))) {
      writer.addChannel("/a", "");
      for (int i = 0; i < 5; i++) {
        writer.write(0, i, ByteBuffer.wrap(new byte[i]));
      }
    }
    Diagnosis diagnosis = doctor(TideSource.open(out()));
    assertThat(problems).isEmpty();
    assertThat(diagnosis.entries()).isEqualTo(5);
    assertThat(diagnosis.indexRows()).isEqualTo(5);
    assertThat(diagnosis.chunks()).isEqualTo(3);
  }

  private Diagnosis doctor(TideSource source) {
    return TideRepair.doctor(source, ReadOptions.DEFAULT.problems(problems::add));
  }

  @Test
  void doctorComparesTheIndexWithTheEntries() {
    byte[] log =
        new LogBytes()
            .tide()
            .chan(0, "/a")
            .chnk(0, Compression.NONE, new In(0, 1, "a"), new In(0, 2, "b"))
            .indx(0, 0, 1, 0)
            .chnk(1, Compression.NONE, new In(0, 3, "c"))
            .indx(0, 1, 3, 1)
            .indx(0, 9, 3, 0)
            .toBytes();
    Diagnosis diagnosis = doctor(source(log));
    assertThat(problems)
        .extracting(Problem::code)
        .containsExactly(Code.INDEX_INCOMPLETE, Code.INDEX_WRONG, Code.INDEX_WRONG);
    assertThat(diagnosis.errors()).isEqualTo(2);
    assertThat(diagnosis.warnings()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void reindexCopiesAllButTheIndex(Compression compression) throws IOException {
    LogBytes log =
        new LogBytes()
            .tide()
            .indx(0, 0, 7, 7)
            .chan(0, "/a")
            .chan(1, "/b")
            .chnk(0, compression, new In(0, 2, "a"), new In(1, 1, "b"), new In(0, 1, "c"))
            .indx(0, 0, 1, 0);
    Rewritten rewritten =
        TideRepair.reindex(source(log.toBytes()), out(), false, ReadOptions.DEFAULT);
    assertThat(read().entries).isEqualTo(log.entries());
    assertThat(rewritten.entries()).isEqualTo(3);
    byte[] once = Files.readAllBytes(out());
    Placed chunk = log.placed().get(0);
    byte[] block = Arrays.copyOfRange(log.toBytes(), chunk.blockStart(), chunk.blockEnd());
    assertThat(once).containsSequence(block);
    TideRepair.reindex(source(once), out(), true, ReadOptions.DEFAULT);
    assertThat(Files.readAllBytes(out())).isEqualTo(once);
  }

  @Test
  void reindexRefusesWhatIsDamaged() {
    byte[] log = new LogBytes().tide().chan(0, "/a").unfinished(0, new In(0, 1, "a")).toBytes();
    assertThatThrownBy(() -> TideRepair.reindex(source(log), out(), false, ReadOptions.DEFAULT))
        .isInstanceOf(TideException.class)
        .hasMessageContaining("recover it instead");
    assertThat(directory).isEmptyDirectory();
  }
}
