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
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command as a process of its own: exit codes, streams and pipes. */
class ProcessTest {
  @TempDir private Path dir;

  private static Process start(Class<?> main, String... args) throws IOException {
    List<String> command = new ArrayList<>();
    // Whoever runs the tests in the background may have SIGINT ignored, which is inherited.
    command.addAll(List.of("env", "--default-signal=INT"));
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

  /** All that writes an index tells how it stands. */
  @ParameterizedTest
  @ValueSource(strings = {"load", "update", "remove"})
  void tellsHowTheIndexStandsWhenInterrupted(String command)
      throws IOException, InterruptedException {
    String uri = "file:" + dir.resolve("index");
    String file = Files.writeString(dir.resolve("a.tsv"), "1\t1\t1\n").toString();
    assertThat(run("load", uri, file)).isEqualTo(Exit.DONE);
    Path errors = dir.resolve("errors");
    List<String> arguments =
        new ArrayList<>(List.of(command, uri, "-", "--errors", errors.toString()));
    if (command.equals("load")) {
      arguments.add("--replace");
    }
    Process process = start(Main.class, arguments.toArray(String[]::new));
    // It reads, and there is no end.
    Awaitility.await().until(() -> Files.exists(errors));
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("secindex: interrupted: " + uri + " is as it was\n");
    assertThat(exitCode(process)).isEqualTo(Exit.INTERRUPTED);
    assertThat(Run.of("get", uri, "1").out()).isEqualTo("1\t1\t1\n");
  }

  /** What is exported is there whole, or not at all. */
  @Test
  void leavesNoPartOfAnExportThatIsInterrupted() throws IOException, InterruptedException {
    Path folder = Files.createDirectory(dir.resolve("out"));
    Path out = Files.writeString(folder.resolve("all.tsv.bz2"), "what stood there before");
    String uri = "file:" + dir.resolve("index");
    StringBuilder rows = new StringBuilder();
    new SplittableRandom(1)
        .longs(500_000, 0, Long.MAX_VALUE)
        .forEach(id -> rows.append(id).append("\t1\t1\n"));
    String file = Files.writeString(dir.resolve("a.tsv"), rows).toString();
    assertThat(run("load", uri, file)).isEqualTo(Exit.DONE);
    Process process = start(Main.class, "scan", uri, "--all", "--out", out.toString());
    Awaitility.await()
        .until(
            () -> {
              try (var files = Files.list(folder)) {
                return files.count() == 2;
              }
            });
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo(
            "secindex: interrupted: taking back what was begun\nsecindex: "
                + out
                + " is as it was\n");
    assertThat(exitCode(process)).isEqualTo(Exit.INTERRUPTED);
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(out);
    }
    assertThat(out).hasContent("what stood there before");
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
