package org.secindex.tide;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the writer writes, the reader reads. */
class WriteReadTest {
  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(Compression.class)
  void entriesComeBackInWritingOrder(Compression compression) {
    Path file = directory.resolve("log.tide");
    WriteOptions options = WriteOptions.DEFAULT.compression(compression).chunkEntries(3);
    try (TideWriter writer = TideWriter.create(file, options)) {
      long left = writer.addChannel("/left", "bytes").id();
      long right = writer.addChannel("/right", "bytes").id();
      for (int i = 0; i < 10; i++) {
        ByteBuffer payload = ByteBuffer.wrap("x".repeat(i).getBytes(StandardCharsets.UTF_8));
        writer.write(i % 3 == 0 ? left : right, 1000 - i / 2, payload);
      }
    }
    List<Problem> problems = new ArrayList<>();
    List<String> entries = new ArrayList<>();
    try (TideReader reader =
            TideReader.open(TideSource.open(file), ReadOptions.DEFAULT.problems(problems::add));
        TideCursor cursor = reader.scan()) {
      while (cursor.next()) {
        entries.add(
            cursor.channelId()
                + "@"
                + cursor.timestamp()
                + " "
                + cursor.chunkId()
                + "+"
                + cursor.offset()
                + " "
                + StandardCharsets.UTF_8.decode(cursor.payload()));
      }
      assertThat(reader.chunks()).hasSize(4);
      assertThat(reader.channels())
          .extracting(c -> c.name().toString())
          .containsExactly("/left", "/right");
    }
    assertThat(entries)
        .containsExactly(
            "0@1000 0+0 ",
            "1@1000 0+16 x",
            "1@999 0+33 xx",
            "0@999 1+0 xxx",
            "1@998 1+19 xxxx",
            "1@998 1+39 xxxxx",
            "0@997 2+0 xxxxxx",
            "1@997 2+22 xxxxxxx",
            "1@996 2+45 xxxxxxxx",
            "0@996 3+0 xxxxxxxxx");
    assertThat(problems).isEmpty();
  }
}
