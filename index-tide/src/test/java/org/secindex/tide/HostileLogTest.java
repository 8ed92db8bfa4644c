package org.secindex.tide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.secindex.tide.LogBytes.In;
import org.secindex.tide.Problem.Code;

/** Logs that were made to keep a reader busy for ever, or to mislead it. */
class HostileLogTest {
  /** Each takes much less than a second, or hours. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final List<Problem> problems = new ArrayList<>();

  private TideReader open(byte[] log) {
    return TideReader.open(
        TideSource.of("log", ByteBuffer.wrap(log)), ReadOptions.DEFAULT.problems(problems::add));
  }

  private List<Entry> read(byte[] log) {
    return assertTimeoutPreemptively(
        PATIENCE,
        () -> {
          try (TideReader reader = open(log)) {
            assertThat(reader.blocks()).isNotEmpty();
            return Entry.all(reader.scan());
          }
        });
  }

  /** The search among compressed bytes leads to the same place again. */
  @Test
  void aCompressedChunkWhoseLengthCoversTheBlocksBehindIt() {
    LogBytes log = new LogBytes().tide().chan(0, "/a");
    int chunk = log.size();
    log.chnk(0, Compression.GZIP, new In(0, 1, "a")).indx(0, 0, 1, 0).indx(0);
    int end = log.size();
    byte[] bytes = log.raw(new byte[50]).chnk(1, Compression.NONE, new In(0, 2, "b")).toBytes();
    System.arraycopy(LogBytes.le((long) end - chunk - 12), 0, bytes, chunk + 4, 8);
    assertThat(read(bytes)).isEqualTo(log.entries());
  }

  /** Of no block one can say that it is of this log, and damage before each. */
  @Test
  void manyBlocksOfChannelsThatNobodyKnows() {
    byte[] piece = new LogBytes().raw(new byte[12]).indx(77).indx(77).toBytes();
    ByteBuffer log = ByteBuffer.allocate(30_000 * piece.length + 100);
    log.put(new LogBytes().tide().toBytes());
    while (log.remaining() >= piece.length) {
      log.put(piece);
    }
    assertThat(read(log.array())).isEmpty();
  }

  /** Each is as large as half of the file, well formed, and followed by nothing. */
  @Test
  void manyChannelsOneInTheOther() {
    int half = 8 << 20;
    ByteBuffer log = ByteBuffer.allocate(2 * half).order(ByteOrder.LITTLE_ENDIAN);
    log.put(new LogBytes().tide().raw(new byte[12]).toBytes());
    byte[] tag = "CHAN".getBytes(StandardCharsets.US_ASCII);
    for (int end = half; log.position() < half - 100; end += 7) {
      int length = end - log.position() - 12;
      log.put(tag).putLong(length).putInt(1).put((byte) 0).putInt(length - 21);
    }
    assertThat(read(log.array())).isEmpty();
  }

  /** Tags as near to each other as they can be, over and over. */
  @Test
  void nothingButTags() {
    String tags = "CHNKINDXCHANTIDE".repeat(1 << 18);
    byte[] log = new LogBytes().tide().raw(tags.getBytes(StandardCharsets.US_ASCII)).toBytes();
    assertThat(read(log)).isEmpty();
  }

  /** Rows of more chunks than there are: they are counted, and not remembered one by one. */
  @Test
  void rowsOfChunksThatAreNowhere() {
    int rows = 100_010;
    ByteBuffer log = ByteBuffer.allocate(42 + rows * 20).order(ByteOrder.LITTLE_ENDIAN);
    log.put(new LogBytes().tide().toBytes());
    log.put("INDX".getBytes(StandardCharsets.US_ASCII)).putLong(8 + rows * 20L);
    log.putInt(0).putInt(rows);
    for (int chunk = 0; chunk < rows; chunk++) {
      log.putInt(chunk).putLong(1).putLong(0);
    }
    TideSource source = TideSource.of("log", log.flip());
    Diagnosis diagnosis = TideRepair.doctor(source, ReadOptions.DEFAULT.problems(problems::add));
    assertThat(diagnosis.indexRows()).isEqualTo(rows);
    assertThat(problems).extracting(Problem::code).containsOnly(Code.INDEX_WRONG);
    assertThat(problems.get(problems.size() - 1).text())
        .isEqualTo("10 more rows of INDX blocks name chunks that are not there");
  }

  /** A damaged last entry must not swallow the beginning of the log behind it. */
  @Test
  void aDamagedSizeBeforeAnotherLog() {
    LogBytes log = new LogBytes().tide().chan(0, "/a");
    log.chnk(0, Compression.NONE, new In(0, 1, "first"), new In(0, 2, "second"));
    log.tide().chan(0, "/a").chnk(1, Compression.NONE, new In(0, 2, "third"));
    byte[] bytes = log.toBytes();
    bytes[log.placed().get(1).start() + 12] = 30;
    assertThat(read(bytes)).extracting(Entry::payload).containsExactly("first", "third");
    assertThat(problems).extracting(Problem::code).contains(Code.SECOND_HEADER);
  }
}
