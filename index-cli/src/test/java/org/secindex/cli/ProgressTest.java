package org.secindex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private long now;

  private Progress progress(boolean terminal, OptionalLong total) {
    Console console =
        new Console(
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            terminal);
    return new Progress(console, "load", Progress.Unit.MILLION_ENTRIES, total, () -> now);
  }

  private void at(Progress progress, double seconds, long done) {
    now = (long) (seconds * 1e9);
    progress.at(done);
  }

  @Test
  void saysALineEveryTenSeconds() {
    try (Progress progress = progress(false, OptionalLong.of(100_000_000))) {
      at(progress, 9.9, 10_000_000);
      assertThat(err.size()).isZero();
      at(progress, 10, 20_000_000);
      at(progress, 19.9, 30_000_000);
      at(progress, 20, 40_000_000);
    }
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            secindex: load: 20.0 of 100.0 M entries, 2.0 M entries/s, 0:00:40 left
            secindex: load: 40.0 of 100.0 M entries, 2.0 M entries/s, 0:00:30 left
            """);
  }

  @Test
  void doesWithoutATotal() {
    try (Progress progress = progress(false, OptionalLong.empty())) {
      at(progress, 10, 20_000_000);
    }
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo("secindex: load: 20.0 M entries, 2.0 M entries/s\n");
  }

  @Test
  void drawsABarOnATerminalAfterASecond() {
    try (Progress progress = progress(true, OptionalLong.of(100_000_000))) {
      at(progress, 0.9, 10_000_000);
    }
    assertThat(err.size()).isZero();
    try (Progress progress = progress(true, OptionalLong.of(100_000_000))) {
      at(progress, 2, 20_000_000);
    }
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("load", "20%", "\r");
  }
}
