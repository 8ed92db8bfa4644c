package org.secindex.tide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Logs that are made up, and the rows of their indexes. */
class GeneratedLogTest {
  @TempDir private Path directory;

  private Path written(GeneratedLog log, Compression compression) {
    Path file = directory.resolve("log.tide");
    log.write(file, WriteOptions.DEFAULT.compression(compression), n -> true);
    return file;
  }

  @ParameterizedTest
  @CsvSource({
    "3, 10, 100, 1, 1, true, NONE",
    "4, 7, 0, 3, 2, false, NONE",
    "5, 100, 33, 2, 4, false, GZIP",
    "2, 1, 1000, 2, 1, true, BZIP2"
  })
  void everyEntryIsAsForetold(
      int chunks,
      int entries,
      int bytes,
      int channels,
      int sameTime,
      boolean inOrder,
      Compression compression) {
    GeneratedLog log =
        new GeneratedLog(chunks, entries, bytes, channels, sameTime, inOrder, 1000, 10);
    Path file = written(log, compression);
    try (TideReader reader = TideReader.open(file);
        TideCursor cursor = reader.scan()) {
      assertThat(reader.channels()).hasSize(channels);
      long n = 0;
      Set<Long> times = new HashSet<>();
      for (; cursor.next(); n++) {
        assertThat(cursor.channelId()).isEqualTo(log.channelId(n));
        assertThat(cursor.timestamp()).isEqualTo(log.timestamp(n));
        assertThat(cursor.chunkId()).isEqualTo(log.chunkId(n));
        assertThat(cursor.offset()).isEqualTo(log.offset(n));
        assertThat(cursor.payload()).isEqualTo(ByteBuffer.wrap(log.payload(n)));
        times.add(cursor.timestamp());
      }
      assertThat(n).isEqualTo(log.entries()).isEqualTo((long) chunks * entries);
      assertThat(times).hasSize((int) ((n + sameTime - 1) / sameTime));
    }
    try (IndexCursor rows = IndexCursor.open(TideSource.open(file))) {
      Set<String> places = new HashSet<>();
      while (rows.next()) {
        places.add(place(rows.channelId(), rows.timestamp(), rows.chunkId(), rows.offset()));
      }
      Set<String> expected = new HashSet<>();
      for (long n = 0; n < log.entries(); n++) {
        expected.add(place(log.channelId(n), log.timestamp(n), log.chunkId(n), log.offset(n)));
      }
      assertThat(places).isEqualTo(expected);
    }
  }

  private static String place(long channelId, long timestamp, long chunkId, long offset) {
    return channelId + " " + timestamp + " " + chunkId + " " + offset;
  }

  @Test
  void outOfOrderIsOutOfOrderAndNotFar() {
    GeneratedLog log = new GeneratedLog(2, 50, 0, 1, 1, false, 0, 1);
    int descents = 0;
    for (long n = 0; n < log.entries(); n++) {
      assertThat(Math.abs(log.timestamp(n) - n)).isLessThan(8);
      descents += n > 0 && log.timestamp(n) < log.timestamp(n - 1) ? 1 : 0;
    }
    assertThat(descents).isPositive();
  }

  @Test
  void whoeverWritesMayStopIt() {
    GeneratedLog log = new GeneratedLog(10, 10, 10, 1, 1, true, 0, 1);
    Path file = directory.resolve("log.tide");
    log.write(file, WriteOptions.DEFAULT, n -> n < 25);
    try (TideReader reader = TideReader.open(file);
        TideCursor cursor = reader.scan()) {
      long n = 0;
      while (cursor.next()) {
        n++;
      }
      assertThat(n).isEqualTo(25);
      assertThat(reader.chunks()).hasSize(3);
    }
  }

  @Test
  void aDamagedLogHasNoIndexToBeBelieved() {
    byte[] bytes = new byte[40];
    bytes[0] = 'T';
    bytes[1] = 'I';
    bytes[2] = 'D';
    bytes[3] = 'E';
    try (IndexCursor rows = IndexCursor.open(TideSource.of("mem", ByteBuffer.wrap(bytes)))) {
      assertThatThrownBy(rows::next)
          .isInstanceOf(TideException.class)
          .hasMessageContaining("mem: ERROR")
          .hasMessageContaining("at 22");
    }
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThatThrownBy(() -> new GeneratedLog(0, 1, 1, 1, 1, true, 0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 or more");
    assertThatThrownBy(() -> new GeneratedLog(1, 1, -1, 1, 1, true, 0, 1))
        .hasMessageContaining("not -1");
    assertThatThrownBy(() -> new GeneratedLog(1, 1_000_000, 1_000_000, 1, 1, true, 0, 1))
        .hasMessageContaining("fewer entries a chunk");
  }
}
