package org.secindex.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Fuzzing of the readers, in processes of their own, whose memory is small: {@code
 * -Dsecindex.fuzz=10m} says how long each is to take. {@code -Dsecindex.seed} and {@code
 * -Dsecindex.fuzz.input} repeat one input.
 */
class RowsFuzzTest {
  @ParameterizedTest
  @ValueSource(strings = {"TSV", "CSV", "WHITESPACE", "BINARY", "GZIP", "ZSTD", "BZIP2"})
  void readsWhatANaiveReaderReads(String what) throws Exception {
    long seed = Seed.ofThisRun();
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
                RowsFuzz.class.getName(),
                what,
                Long.toString(seed),
                Long.toString(seconds())));
    if (!only.isEmpty()) {
      command.add(only);
    }
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    System.out.print("RowsFuzzTest: " + output);
    if (only.isEmpty()) {
      assertThat(output).contains("REFUSED=");
    }
  }

  private static long seconds() {
    return Duration.parse("PT" + System.getProperty("secindex.fuzz", "2s")).toSeconds();
  }
}
