package org.secindex.tide;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.tide.LogBytes.In;
import org.secindex.tide.Problem.Code;
import org.secindex.tide.Problem.Severity;

/** Lengths, counts and sizes that cannot be: no memory is taken for them, and nothing else lost. */
class LengthTest {
  private static final In ENTRY = new In(0, 5, "a");
  private final List<Problem> problems = new ArrayList<>();

  private List<Entry> read(byte[] log) {
    TideSource source = TideSource.of("log", ByteBuffer.wrap(log));
    try (TideReader reader = TideReader.open(source, ReadOptions.DEFAULT.problems(problems::add))) {
      return Entry.all(reader.scan());
    }
  }

  /** A block between two sound chunks costs neither of them, and is told. */
  private void assertTold(byte[] block) {
    LogBytes log = new LogBytes().tide().chan(0, "/a").chnk(0, Compression.NONE, ENTRY);
    int from = log.size();
    int to = from + block.length;
    log.raw(block).chnk(1, Compression.NONE, ENTRY);
    problems.clear();
    assertThat(read(log.toBytes())).isEqualTo(log.entries());
    assertThat(problems)
        .anyMatch(
            problem ->
                problem.severity() == Severity.ERROR
                    && problem.offset() >= from
                    && problem.offset() < to);
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -12, -1, Long.MAX_VALUE, 1L << 40, 1L << 31, 1L << 32})
  void ofBlocks(long length) {
    for (String tag : List.of("CHAN", "INDX", "CHNK", "NONE")) {
      assertTold(LogBytes.le(tag, length, 0, 1, 5L, 5L, (byte) 0));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -12, -1, Integer.MAX_VALUE, 1 << 24, 1000})
  void withinBlocks(int length) {
    for (int text = 0; text < 4; text++) {
      Object[] texts = {0, 0, 0, 0};
      texts[text] = length;
      assertTold(
          LogBytes.le("CHAN", 22L, 5, (byte) 1, "n", texts[0], texts[1], texts[2], texts[3]));
    }
    assertTold(LogBytes.le("CHAN", 22L, 5, (byte) 255, "n", 0, 0, 0, 0));
    assertTold(LogBytes.le("INDX", 28L, 0, length, 0, 5L, 0L));
    byte[] entry = LogBytes.le(0, 5L, length, "abc");
    assertTold(LogBytes.le("CHNK", 25L + entry.length, 7, 1, 5L, 5L, (byte) 0, entry));
  }

  @ParameterizedTest
  @ValueSource(strings = {"CHAN", "INDX"})
  void aMessageSaysWhereAndHowMuchIsLeft(String tag) {
    byte[] log = new LogBytes().tide().raw(LogBytes.le(tag, 22L, new byte[21])).toBytes();
    assertThat(read(log)).isEmpty();
    assertThat(problems)
        .containsExactly(
            new Problem(
                Code.BLOCK_CUT, Severity.ERROR, 22, tag + ": length 22, only 21 bytes left"));
  }

  @Test
  void aChunkThatEndsOneByteBehindTheFile() {
    LogBytes log = new LogBytes().tide().chan(0, "/a");
    int at = log.size();
    byte[] bytes = log.chnk(3, Compression.NONE, ENTRY).toBytes();
    bytes[at + 4]++;
    assertThat(read(bytes)).isEqualTo(log.entries());
    assertThat(problems)
        .containsExactly(
            new Problem(
                Code.CHUNK_CUT,
                Severity.ERROR,
                at,
                "chunk 3: length 43, only 42 bytes left: the file is cut, or the length wrong"));
  }

  @Test
  void aChunkThatIsShorterThanItsHeader() {
    LogBytes log = new LogBytes().tide().chan(0, "/a");
    int at = log.size();
    byte[] bytes = log.chnk(3, Compression.NONE, ENTRY).toBytes();
    bytes[at + 4] = 24;
    assertThat(read(bytes)).isEqualTo(log.entries());
    assertThat(problems.get(0))
        .isEqualTo(
            new Problem(
                Code.CHUNK_CUT,
                Severity.ERROR,
                at,
                "chunk 3: length 24, and its header alone has 25"));
  }
}
