package org.secindex.tide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the writer writes, read by the independent reader. */
class WriterTest {
  @TempDir Path directory;

  private Path file() {
    return directory.resolve("log.tide");
  }

  private void write(WriteOptions options) {
    try (TideWriter writer = TideWriter.create(file(), options)) {
      long a = writer.addChannel("/a", "").id();
      long b = writer.addChannel("", "t".repeat(100_000)).id();
      for (int i = 0; i < 20; i++) {
        writer.write(i % 2 == 0 ? a : b, 100 - i / 4 * 3, ByteBuffer.allocate(i));
      }
    }
  }

  private PageReader read() throws IOException {
    return SoundLog.read(file());
  }

  private List<Integer> chunkSizes() {
    try (TideReader reader = TideReader.open(file())) {
      return reader.chunks().stream().map(chunk -> (int) chunk.count()).toList();
    }
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void theIndependentReaderReadsIt(Compression compression) throws IOException {
    for (int rows : new int[] {1, 7, 1000}) {
      WriteOptions options = WriteOptions.DEFAULT.compression(compression).replace(true);
      write(options.chunkEntries(3).indexRows(rows));
      PageReader page = read();
      assertThat(page.entries).hasSize(20);
      assertThat(page.channels).containsEntry(0L, "/a||||");
      assertThat(page.channelCount).isEqualTo(2);
      assertThat(page.chunkCount).isEqualTo(7);
    }
  }

  @Test
  void chunksEndBySizeCountAndTime() throws IOException {
    WriteOptions options = WriteOptions.DEFAULT.replace(true);
    write(options.chunkBytes(100));
    assertThat(chunkSizes().subList(0, 2)).containsExactly(6, 5);
    write(options.chunkEntries(8));
    assertThat(chunkSizes()).containsExactly(8, 8, 4);
    write(options.chunkSpan(6));
    assertThat(chunkSizes()).containsExactly(9, 8, 3);
    assertThat(read().entries).hasSize(20);
  }

  @Test
  void aCompleteChunkIsInTheFileBeforeTheLogIsClosed() throws IOException {
    try (TideWriter writer = TideWriter.create(file(), WriteOptions.DEFAULT)) {
      writer.addChannel("/a", "");
      writer.write(0, 1, ByteBuffer.allocate(5));
      assertThat(read().entries).isEmpty();
      writer.flush();
      writer.flush();
      assertThat(read().entries).hasSize(1);
      assertThat(writer.chunks()).isEqualTo(1);
      assertThat(writer.bytes()).isEqualTo(Files.size(file()));
    }
  }

  /** Who is told to stop closes the log, and reads it perhaps, before it stops. */
  @Test
  void anInterruptThatIsDueCostsNothing() throws IOException {
    Thread.currentThread().interrupt();
    try {
      write(WriteOptions.DEFAULT.chunkEntries(3));
      assertThat(chunkSizes()).hasSize(7);
    } finally {
      assertThat(Thread.interrupted()).as("still due").isTrue();
    }
    assertThat(read().entries).hasSize(20);
  }

  @Test
  void anEmptyLog() throws IOException {
    try (TideWriter writer = TideWriter.create(file(), WriteOptions.DEFAULT)) {
      assertThat(writer.chunks()).isZero();
    }
    assertThat(read().entries).isEmpty();
    assertThat(Files.size(file())).isEqualTo(22);
  }

  @Test
  void wrongUse() {
    TideWriter writer = TideWriter.create(file(), WriteOptions.DEFAULT);
    try (writer) {
      writer.addChannel(Channel.of(5, "/a", ""));
      assertThatThrownBy(() -> writer.addChannel(Channel.of(5, "/b", "")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("there is a channel 5 already");
      assertThatThrownBy(() -> writer.write(6, 1, ByteBuffer.allocate(0)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("channel 6 is not declared; declared are [5]");
      assertThatThrownBy(() -> writer.addChannel("n".repeat(256), ""))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("at most 255 bytes, not 256");
      assertThatThrownBy(() -> TideWriter.create(file(), WriteOptions.DEFAULT))
          .isInstanceOf(TideException.class)
          .hasMessageContaining("exists already");
    }
    writer.close();
    assertThatThrownBy(writer::flush).isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @CsvSource({"0,1,1,1", "1073741825,1,1,1", "1,0,1,1", "1,2147483648,1,1", "1,1,0,1", "1,1,1,0"})
  void limitsHaveRanges(long bytes, long entries, long span, int rows) {
    assertThatThrownBy(
            () ->
                WriteOptions.DEFAULT
                    .chunkBytes(bytes)
                    .chunkEntries(entries)
                    .chunkSpan(span)
                    .indexRows(rows))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
