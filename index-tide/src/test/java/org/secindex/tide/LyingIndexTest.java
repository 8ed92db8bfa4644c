package org.secindex.tide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.tide.LogBytes.In;
import org.secindex.tide.Problem.Code;
import org.secindex.tide.TideQuery.Order;

/** Index blocks and counts that do not tell the truth must not cost an entry, nor make up one. */
class LyingIndexTest {
  private static final In[] IN = {new In(0, 1, "a"), new In(0, 2, "bb"), new In(0, 3, "")};
  private final List<Problem> problems = new ArrayList<>();

  private TideReader open(LogBytes log) {
    return open(log, IndexPolicy.REBUILD);
  }

  private TideReader open(LogBytes log, IndexPolicy policy) {
    return TideReader.open(
        TideSource.of("log", ByteBuffer.wrap(log.toBytes())),
        ReadOptions.DEFAULT.policy(policy).problems(problems::add));
  }

  private void assertEveryEntryIsFound(LogBytes log) {
    try (TideReader reader = open(log)) {
      for (Order order : Order.values()) {
        assertThat(Entry.all(reader.entries(TideQuery.ALL.channel(0).order(order))))
            .as("%s", order)
            .isEqualTo(log.entries());
      }
      assertThat(reader.summaries(false).get(0).entries()).isEqualTo(log.entries().size());
      assertThat(ChannelEntries.read(reader, 0).rows()).isEqualTo(log.entries().size());
    }
  }

  private static LogBytes log(int count, Compression compression) {
    return new LogBytes().tide().chan(0, "/a").chnk(0, count, 1, 3, compression, new byte[0], IN);
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void aCountOfNothingAndNoIndex(Compression compression) {
    assertEveryEntryIsFound(log(0, compression));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, -1})
  void anyCountAndRowsForSomeEntries(int count) {
    assertEveryEntryIsFound(log(count, Compression.NONE).indx(0, 0, 1, 0));
    assertEveryEntryIsFound(log(count, Compression.NONE).indx(0, 0, 1, 0, 0, 2, 17));
    assertEveryEntryIsFound(log(count, Compression.NONE).indx(0, 0, 2, 17, 0, 3, 35));
    assertThat(problems).allMatch(p -> p.code() == Code.CHUNK_COUNT);
  }

  /** Once all entries have rows, a header that miscounts is no reason not to believe them. */
  @ParameterizedTest
  @EnumSource(Compression.class)
  void anIndexMayBeCompleteWhateverTheHeaderCounts(Compression compression) {
    LogBytes log = log(1000, compression).indx(0, 0, 1, 0, 0, 2, 17, 0, 3, 35);
    TideSource source = TideSource.of("log", ByteBuffer.wrap(log.toBytes()));
    ReadOptions options = ReadOptions.DEFAULT.policy(IndexPolicy.REQUIRE);
    try (TideReader reader = TideReader.open(source, options)) {
      assertThat(Entry.all(reader.entries(TideQuery.ALL.channel(0)))).isEqualTo(log.entries());
    }
  }

  @Test
  void oneRowTwiceInsteadOfAnother() {
    assertEveryEntryIsFound(log(3, Compression.NONE).indx(0, 0, 1, 0, 0, 1, 0, 0, 3, 35));
    assertThat(problems).extracting(Problem::code).containsOnly(Code.INDEX_WRONG);
    assertThat(problems.get(0).text()).contains("one entry of chunk 0 twice");
  }

  @Test
  void rowsBeyondTheChunkOrBetweenEntries() {
    for (long offset : new long[] {36, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE, -1}) {
      assertEveryEntryIsFound(log(3, Compression.NONE).indx(0, 0, 1, 0, 0, 2, 17, 0, 3, offset));
    }
    assertEveryEntryIsFound(log(3, Compression.NONE).indx(0, 0, 1, 1, 0, 2, 17, 0, 3, 35));
  }

  /** To notice it before, each entry would have to be looked at: what an index is to save. */
  @Test
  void aRowThatLeadsBetweenEntriesIsToldWhenItIsFollowed() {
    LogBytes log = log(3, Compression.NONE).indx(0, 0, 1, 0, 0, 2, 16, 0, 3, 35);
    try (TideReader reader = open(log)) {
      assertThat(Entry.all(reader.entries(TideQuery.ALL.channel(0))))
          .containsExactly(log.entries().get(0), log.entries().get(2));
    }
    assertThat(problems).extracting(Problem::code).containsExactly(Code.INDEX_WRONG);
    assertThat(problems.get(0).text()).contains("read it without its index, or reindex it");
    try (TideReader reader = open(log, IndexPolicy.IGNORE)) {
      assertThat(Entry.all(reader.entries(TideQuery.ALL.channel(0)))).isEqualTo(log.entries());
    }
    TideSource source = TideSource.of("log", ByteBuffer.wrap(log.toBytes()));
    assertThat(TideRepair.doctor(source, ReadOptions.DEFAULT).errors()).isPositive();
  }

  @Test
  void anIndexThatIsRequiredMustCoverAll() {
    LogBytes log = log(3, Compression.NONE).indx(0, 0, 1, 0, 0, 2, 17);
    try (TideReader reader = open(log, IndexPolicy.REQUIRE)) {
      assertThatThrownBy(() -> reader.entries(TideQuery.ALL.channel(0)))
          .isInstanceOf(TideException.class)
          .hasMessageContaining("log: its INDX blocks do not cover chunk 0 at");
    }
  }

  /** Two logs one behind the other, and the rows of the second fit the first. */
  @Test
  void rowsOfAnotherChunkOfTheSameId() {
    LogBytes both =
        new LogBytes()
            .tide()
            .chan(0, "/a")
            .chnk(0, Compression.NONE, new In(0, 1, "a"), new In(0, 2, "b"))
            .tide()
            .chan(0, "/a")
            .chnk(0, Compression.NONE, new In(0, 3, "c"), new In(0, 4, "d"))
            .indx(0, 0, 3, 0, 0, 4, 17);
    assertEveryEntryIsFound(both);
    assertThat(problems).allMatch(p -> p.severity() == Problem.Severity.WARNING);
  }

  /** The first chunk is passed over, the second scanned: damage behind it is not the first's. */
  @Test
  void damageBehindAChunkWithoutRowsDoesNotRepeatIt() {
    LogBytes log =
        new LogBytes()
            .tide()
            .chan(0, "/a")
            .indx(0, 0, 1, 0)
            .chnk(0, Compression.NONE, new In(0, 1, "a"))
            .chnk(1, Compression.GZIP, new In(0, 2, "b"))
            .raw(new byte[30])
            .chnk(2, Compression.NONE, new In(0, 3, "c"));
    try (TideReader reader = open(log)) {
      TideQuery byTime = TideQuery.ALL.order(Order.TIME);
      assertThat(Entry.all(reader.entries(byTime))).isEqualTo(log.entries());
    }
    assertThat(problems).extracting(Problem::code).containsOnly(Code.BLOCK_DAMAGED);
  }

  /** Behind a chunk without an end nobody knows what rows there are. */
  @Test
  void rowsAloneAreNotToldBehindAChunkWithoutAnEnd() {
    LogBytes log =
        new LogBytes()
            .tide()
            .chan(0, "/a")
            .unfinished(0, new In(0, 1, "a"))
            .chnk(1, Compression.NONE, new In(0, 2, "b"))
            .indx(0, 1, 2, 0);
    TideSource source = TideSource.of("log", ByteBuffer.wrap(log.toBytes()));
    try (IndexCursor rows = IndexCursor.open(source)) {
      assertThatThrownBy(rows::next)
          .isInstanceOf(TideException.class)
          .hasMessage(
              "log: chunk 0 at 57 is cut or was never completed; see what 'tide doctor' tells");
    }
  }
}
