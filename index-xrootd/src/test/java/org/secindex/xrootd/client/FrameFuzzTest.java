package org.secindex.xrootd.client;

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
 * Fuzzing of what servers say, in a process of its own: {@code -Dsecindex.fuzz=10m} says how long
 * it is to take. {@code -Dsecindex.seed} and {@code -Dsecindex.fuzz.input} repeat one input.
 */
class FrameFuzzTest {
  @Test
  void withinSmallMemory() throws IOException, InterruptedException {
    Seed seed = Seed.forTest("FrameFuzzTest");
    String only = System.getProperty("secindex.fuzz.input", "");
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
                FrameFuzz.class.getName(),
                Long.toString(seed.value()),
                Long.toString(seconds())));
    if (!only.isEmpty()) {
      command.add(only);
    }
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    System.out.print("FrameFuzzTest: " + output);
    if (only.isEmpty()) {
      assertThat(output).contains("sound=", "damaged=", "damaged, connection dropped=");
    }
  }

  private static long seconds() {
    return Duration.parse("PT" + System.getProperty("secindex.fuzz", "3s")).toSeconds();
  }
}
