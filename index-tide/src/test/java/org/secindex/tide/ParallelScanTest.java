package org.secindex.tide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.Durability;

/** Several threads find what one finds, and nothing is told that one would not tell. */
class ParallelScanTest {
  private static final int CHUNKS = 6;
  private static final int CHUNK_ENTRIES = 16_000;
  private static final int PAYLOAD = 200;

  @TempDir Path directory;
  private Path file;
  private final List<Problem> problems = new ArrayList<>();

  /** What a thread has seen. */
  private static final class Seen implements Consumer<TideCursor> {
    private final List<Long> places = new ArrayList<>();

    @Override
    public void accept(TideCursor entry) {
      places.add(entry.chunkId() << 32 | entry.offset());
    }
  }

  @BeforeEach
  void write() {
    file = directory.resolve("log.tide");
    WriteOptions options =
        WriteOptions.DEFAULT
            .chunkEntries(CHUNK_ENTRIES)
            .chunkBytes(WriteOptions.MAX_CHUNK_BYTES)
            .durability(Durability.RELAXED);
    try (TideWriter writer = TideWriter.create(file, options)) {
      writer.addChannel("/a", "");
      for (int i = 0; i < CHUNKS * CHUNK_ENTRIES; i++) {
        writer.write(0, i, ByteBuffer.allocate(PAYLOAD));
      }
    }
  }

  private TideReader open(TideSource source) {
    return TideReader.open(
        source, new ReadOptions(IndexPolicy.IGNORE, TideTime.NANOSECONDS, false, problems::add));
  }

  private List<Seen> scan(int threads) {
    try (TideReader log = open(TideSource.open(file))) {
      return log.scan(threads, Seen::new);
    }
  }

  private static List<Long> all(List<Seen> parts) {
    return parts.stream().flatMap(part -> part.places.stream()).toList();
  }

  private void change(int position, int value) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[position] = (byte) value;
    Files.write(file, bytes);
  }

  private Chunk chunk(int number) {
    try (TideReader log = TideReader.open(file)) {
      return log.chunks().get(number);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8})
  void partsAreInTheOrderOfTheFile(int threads) {
    List<Seen> one = scan(1);
    assertThat(one).hasSize(1);
    List<Seen> several = scan(threads);
    assertThat(several).hasSizeGreaterThan(1);
    assertThat(several.get(0).places).hasSizeLessThan(CHUNKS * CHUNK_ENTRIES);
    assertThat(all(several)).isEqualTo(all(one)).hasSize(CHUNKS * CHUNK_ENTRIES);
    assertThat(problems).isEmpty();
  }

  @Test
  void damageIsToldOnceAndInOrder() throws IOException {
    // Sizes that lead out of their chunks, in the first and in the last one.
    for (int number : new int[] {0, CHUNKS - 1}) {
      long entry = chunk(number).entriesPosition() + 9L * (Layout.ENTRY_HEADER + PAYLOAD);
      change((int) entry + Layout.ENTRY_HEADER - 1, 0x7f);
    }
    List<Seen> one = scan(1);
    List<Problem> told = List.copyOf(problems);
    assertThat(told).isNotEmpty();
    problems.clear();
    assertThat(all(scan(3))).isEqualTo(all(one));
    assertThat(problems).isEqualTo(told);
  }

  @Test
  void whatIsWrongWithBlocksIsToldOnce() throws IOException {
    change((int) chunk(3).position(), 'X');
    List<Seen> one = scan(1);
    List<Problem> told = List.copyOf(problems);
    assertThat(told).isNotEmpty();
    problems.clear();
    assertThat(all(scan(3))).isEqualTo(all(one));
    assertThat(problems).isEqualTo(told);
  }

  @Test
  void smallChunksAreForOneThread() {
    Path small = directory.resolve("small.tide");
    try (TideWriter writer =
        TideWriter.create(
            small, WriteOptions.DEFAULT.chunkEntries(10).durability(Durability.RELAXED))) {
      writer.addChannel("/a", "");
      for (int i = 0; i < 5_000; i++) {
        writer.write(0, i, ByteBuffer.allocate(1000));
      }
    }
    file = small;
    assertThat(scan(4)).hasSize(1).allSatisfy(seen -> assertThat(seen.places).hasSize(5_000));
  }

  @Test
  void visitorsMayFail() {
    try (TideReader log = open(TideSource.open(file))) {
      assertThatThrownBy(
              () ->
                  log.scan(
                      2,
                      () ->
                          entry -> {
                            throw new IllegalStateException("enough");
                          }))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("enough");
    }
  }
}
