package org.secindex.tide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.testkit.Seed;

/** Runs {@link Fuzz} within 64 MB; longer by {@code -Dsecindex.fuzz=10m}. */
class FuzzTest {
  private static final String TIME = System.getProperty("secindex.fuzz", "3s");

  @TempDir Path directory;

  @Test
  void damagedLogsWithinLittleMemory() throws IOException, InterruptedException {
    long seed = Seed.forTest("FuzzTest").value();
    long seconds = Duration.parse("PT" + TIME.toUpperCase(Locale.ROOT)).toSeconds();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-ea",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Fuzz.class.getName(),
                Long.toString(seed),
                Long.toString(seconds),
                directory.toString())
            .redirectErrorStream(true)
            .start();
    String output;
    try {
      output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } finally {
      process.destroyForcibly();
    }
    System.out.println(output);
    assertThat(process.waitFor()).as(output).isZero();
  }
}
