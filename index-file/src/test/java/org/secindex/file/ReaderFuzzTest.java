package org.secindex.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.secindex.testkit.Seed;

/**
 * Fuzzing of the reader within 64 MiB: {@code -Dsecindex.fuzz=10m} says how long, {@code
 * -Dsecindex.seed} and {@code -Dsecindex.fuzz.input} repeat one input.
 */
class ReaderFuzzTest {
  @Test
  void readsWhatIsDamaged() throws IOException, InterruptedException {
    Seed seed = Seed.forTest("ReaderFuzzTest");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-ea",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                ReaderFuzz.class.getName(),
                Long.toString(seed.value()),
                Long.toString(duration().toSeconds())));
    String only = System.getProperty("secindex.fuzz.input", "");
    if (!only.isEmpty()) {
      command.add(only);
    }
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    System.out.print("ReaderFuzzTest: " + output);
    assertThat(process.waitFor()).as(output).isZero();
    if (only.isEmpty()) {
      assertThat(output).contains("REFUSED=", "DAMAGED=");
    }
  }

  private static Duration duration() {
    return Duration.parse("PT" + System.getProperty("secindex.fuzz", "4s"));
  }
}
