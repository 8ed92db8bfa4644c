package org.secindex.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.Jazzer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.testkit.Seed;

/**
 * Fuzzing of the reader, in processes of their own: {@code -Dsecindex.fuzz=10m} says how long each
 * is to take. {@code -Dsecindex.seed} and {@code -Dsecindex.fuzz.input} repeat one input.
 */
class ReaderFuzzTest {
  /** Choices of a fault take some bytes each; the reading that follows takes the rest. */
  private static final int LONGEST_INPUT = 400;

  @TempDir Path directory;

  @Test
  void withinSmallMemory() throws Exception {
    Seed seed = Seed.forTest("ReaderFuzzTest");
    String only = System.getProperty("secindex.fuzz.input", "");
    Stream<String> arguments =
        Stream.of(Long.toString(seed.value()), Long.toString(seconds()), only);
    String output =
        run("-Xmx64m", ReaderFuzz.class, arguments.filter(argument -> !argument.isEmpty()));
    System.out.print("ReaderFuzzTest: " + output);
    if (only.isEmpty()) {
      assertThat(output).contains("REFUSED=", "DAMAGED=");
    }
  }

  /** Jazzer, which follows what is reached; it needs memory for that itself. */
  @Test
  void guidedByCoverage() throws Exception {
    Seed seed = Seed.forTest("ReaderFuzzTest, guided");
    Path corpus = Files.createDirectory(directory.resolve("corpus"));
    SplittableRandom random = seed.random();
    for (int i = 0; i < 30; i++) {
      byte[] choices = new byte[LONGEST_INPUT];
      random.nextBytes(choices);
      Files.write(corpus.resolve("start" + i), choices);
    }
    String output =
        run(
            "-Xmx256m",
            Jazzer.class,
            Stream.of(
                "--target_class=" + GuidedFuzz.class.getName(),
                "--instrumentation_includes=org.secindex.file.**",
                "--disabled_hooks=*",
                "-seed=" + (seed.value() & Integer.MAX_VALUE),
                "-max_total_time=" + seconds(),
                "-timeout=20",
                "-rss_limit_mb=0",
                "-max_len=" + LONGEST_INPUT,
                "-len_control=0",
                corpus.toString()));
    List<String> last = output.lines().filter(line -> line.contains(" cov: ")).toList();
    assertThat(last).as(output).isNotEmpty();
    System.out.println("ReaderFuzzTest, guided: " + last.get(last.size() - 1));
  }

  private static long seconds() {
    return Duration.parse("PT" + System.getProperty("secindex.fuzz", "3s")).toSeconds();
  }

  private String run(String memory, Class<?> main, Stream<String> arguments)
      throws IOException, InterruptedException {
    Stream<String> java =
        Stream.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            memory,
            "-XX:+UseSerialGC",
            "-ea",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            main.getName());
    // What Jazzer has found it writes to where it is started.
    Process process =
        new ProcessBuilder(Stream.concat(java, arguments).toList())
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
