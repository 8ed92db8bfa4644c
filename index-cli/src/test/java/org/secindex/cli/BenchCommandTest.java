package org.secindex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.secindex.testkit.MariaDbServer;
import org.secindex.testkit.Servers;
import org.secindex.testkit.XrootdServer;

class BenchCommandTest {
  @TempDir private Path directory;

  private String out() {
    return directory.resolve("run").toString();
  }

  @Test
  void allBackendsGiveTheSameAnswersInAllSuites() throws IOException {
    Servers.require(MariaDbServer.available());
    Servers.require(XrootdServer.available());
    Run run =
        Run.of(
            "bench",
            "run",
            "--sizes",
            "2k",
            "--queries",
            "500",
            "--keys",
            "lsst",
            "--clients",
            "1,2",
            "--durability",
            "relaxed",
            "--seed",
            "7",
            "--json",
            "--out",
            out());
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.err()).contains("seed 7").contains("durability relaxed");
    JsonNode result = new ObjectMapper().readTree(run.out());
    assertThat(result.get("verdict").asText()).isEqualTo("complete");
    // The making of files, and for each backend six suites, two of them with both client counts.
    assertThat(result.get("results")).hasSize(1 + 4 * 8);
    for (JsonNode row : result.get("results")) {
      String backend = row.get("backend").asText();
      assertThat(row.get("serverCpuSeconds").isNumber())
          .as("server CPU of %s", backend)
          .isEqualTo(List.of("mysql", "xrootd").contains(backend));
    }
  }

  @Test
  void theReportIsMadeAnewFromWhatTheRunLeft() throws IOException {
    Run run =
        Run.of(
            "bench",
            "run",
            "--backends",
            "file",
            "--suites",
            "init,run",
            "--sizes",
            "1k,2k",
            "--queries",
            "100",
            "--out",
            out());
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).startsWith("suite").contains("\ninit ").contains("\nrun ");
    assertThat(run.err()).contains("seed ");
    Path report = Path.of(out(), "report.html");
    byte[] first = Files.readAllBytes(report);
    Files.delete(report);
    Run again = Run.of("bench", "report", out());
    assertThat(again.code()).as(again.err()).isZero();
    assertThat(again.out()).isEqualTo(run.out());
    assertThat(Files.readAllBytes(report)).isEqualTo(first);
  }

  @Test
  void filesThatCannotBeReadOrWrittenAreNamed() throws IOException {
    Path run = directory.resolve("run");
    assertThat(
            Run.of(
                    "bench",
                    "run",
                    "--backends",
                    "file",
                    "--suites",
                    "init",
                    "--sizes",
                    "1k",
                    "--out",
                    out())
                .code())
        .isZero();
    Path report = run.resolve("report.html");
    Files.delete(report);
    Files.createDirectory(report);
    Run unwritable = Run.of("bench", "report", out());
    assertThat(unwritable.code()).isEqualTo(Exit.FAILED);
    assertThat(unwritable.err())
        .startsWith("secindex: bench report: " + report)
        .contains("Is a directory");
    Path file = Files.createFile(directory.resolve("file"));
    Run noDirectory = Run.of("bench", "--out", file.resolve("run").toString());
    assertThat(noDirectory.code()).isEqualTo(Exit.FAILED);
    assertThat(noDirectory.err()).contains("secindex: bench: " + file).contains(": ");
  }

  @ParameterizedTest
  @CsvSource({
    "--sizes, 1X, 1X",
    "--queries, 0, look-ups: 0",
    "--keys, sdss, choose stride:N",
    "--suites, scam, scan",
    "--clients, 0, clients: 0",
    "--cache, 1k, at least 8 MiB"
  })
  void aWrongOptionIsToldBeforeAnythingIsDone(String option, String value, String words) {
    Run run = Run.of("bench", "run", option, value, "--out", out());
    assertThat(run.code()).isEqualTo(Exit.USAGE);
    assertThat(run.err()).contains(words);
    assertThat(Path.of(out())).doesNotExist();
  }

  @Test
  void aBackendThatDoesNotExistIsADifference() {
    Run run =
        Run.of(
            "bench",
            "run",
            "--backends",
            "file,lmdb",
            "--suites",
            "init",
            "--sizes",
            "100",
            "--out",
            out());
    assertThat(run.code()).isEqualTo(Exit.DIFFERENCE);
    assertThat(run.err()).contains("lmdb: init: skipped: no backend for scheme 'lmdb'");
  }

  @Test
  void anInterruptedRunPrintsWhatItHas() throws IOException, InterruptedException {
    Process bench =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "bench",
                "run",
                "--backends",
                "file",
                "--suites",
                "init,run",
                "--sizes",
                "1k",
                "--queries",
                "10M",
                "--repeat",
                "1000",
                "--out",
                out())
            .start();
    try (BufferedReader err =
        new BufferedReader(new InputStreamReader(bench.getErrorStream(), StandardCharsets.UTF_8))) {
      String line;
      do {
        line = err.readLine();
        assertThat(line).as("the bench goes on until it is told to end").isNotNull();
      } while (!line.contains("file: run"));
      // Process.destroy would close our ends of its streams.
      bench.toHandle().destroy();
      assertThat(bench.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(bench.exitValue()).as("128 + SIGTERM").isEqualTo(143);
      assertThat(new String(bench.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .contains("\ninit ");
      assertThat(err.lines()).anyMatch(l -> l.contains("interrupted; report: "));
      assertThat(Path.of(out(), "data")).doesNotExist();
    } finally {
      bench.destroyForcibly();
    }
  }
}
