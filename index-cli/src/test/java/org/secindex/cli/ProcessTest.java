package org.secindex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as a process of its own: exit codes, streams and pipes. */
class ProcessTest {
  @TempDir private Path dir;

  private static Process start(Class<?> main, String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(args));
    return new ProcessBuilder(command).redirectErrorStream(false).start();
  }

  private static int exitCode(Process process) throws InterruptedException {
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  private static int run(String... args) throws IOException, InterruptedException {
    return runMain(Main.class, args);
  }

  /** Runs a class in a Java of its own; tells the exit code. */
  static int runMain(Class<?> main, String... args) throws IOException, InterruptedException {
    Process process = start(main, args);
    process.getOutputStream().close();
    // Short enough for the pipes' buffers.
    return exitCode(process);
  }

  @Test
  void endsWithTheExitCodes() throws IOException, InterruptedException {
    String uri = "file:" + dir.resolve("index");
    String file = Files.writeString(dir.resolve("a.tsv"), "1\t1\t1\n").toString();
    assertThat(run("load", uri, file)).isEqualTo(Exit.DONE);
    assertThat(run("load", uri, file)).isEqualTo(Exit.FAILED);
    assertThat(run("get", uri, "2")).isEqualTo(Exit.DIFFERENCE);
    assertThat(run("frob")).isEqualTo(Exit.USAGE);
  }

  @Test
  void endsQuietlyIfItsReaderHasSeenEnough() throws IOException, InterruptedException {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 200_000; i++) {
      rows.append(i).append("\t1\t1\n");
    }
    String uri = "file:" + dir.resolve("index");
    String file = Files.writeString(dir.resolve("a.tsv"), rows).toString();
    assertThat(run("load", uri, file)).isEqualTo(Exit.DONE);
    Process scan = start(Main.class, "scan", uri, "--all");
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(scan.getInputStream(), StandardCharsets.US_ASCII))) {
      assertThat(out.readLine()).isEqualTo("0\t1\t1");
    }
    assertThat(new String(scan.getErrorStream().readAllBytes(), StandardCharsets.UTF_8)).isEmpty();
    assertThat(exitCode(scan)).isEqualTo(Exit.DONE);
  }
}
