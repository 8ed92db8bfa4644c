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
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.secindex.testkit.MariaDbServer;
import org.secindex.testkit.Servers;
import org.secindex.testkit.XrootdCluster;
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
    // The making of files; for each backend seven suites, three of them with both client counts;
    // the
    // bench without a store does not update.
    assertThat(result.get("results")).hasSize(1 + 4 * 10 + 7);
    for (JsonNode row : result.get("results")) {
      String backend = row.get("backend").asText();
      assertThat(row.get("serverCpuSeconds").isNumber())
          .as("server CPU of %s", backend)
          .isEqualTo(List.of("mysql", "xrootd").contains(backend));
    }
  }

  /** Layouts and topologies side by side, cold, at a rate, for a time, of Zipf's distribution. */
  @Test
  void everyMethodWorksOnAllBackends() throws IOException {
    Servers.require(MariaDbServer.available());
    Servers.require(XrootdCluster.available());
    Run run =
        Run.of(
            "bench",
            "run",
            "--sizes",
            "2k",
            "--suites",
            "init,batch",
            "--mysql-layout",
            "single,split,partitioned",
            "--xrootd-topology",
            "single,cluster",
            "--queries",
            "300",
            "--dist",
            "zipf:0.99",
            "--miss-share",
            "0.25",
            "--batch",
            "100",
            "--rate",
            "200",
            "--duration",
            "500ms",
            "--cold",
            "--durability",
            "relaxed",
            "--json",
            "--out",
            out());
    assertThat(run.code()).as(run.err()).isZero();
    JsonNode results = new ObjectMapper().readTree(run.out()).get("results");
    Set<String> stores = new TreeSet<>();
    for (JsonNode row : results) {
      stores.add(row.get("backend").asText() + " " + row.get("layout").asText());
      if (row.get("suite").asText().equals("init")) {
        continue;
      }
      assertThat(row.at("/method/queries").asText()).isEqualTo("zipf:0.99");
      assertThat(row.at("/method/rate").asDouble()).isEqualTo(200);
      assertThat(row.at("/intended/p999Micros").isNumber()).isTrue();
      assertThat(row.at("/latency/maxMicros").isNumber()).isTrue();
      assertThat(row.at("/garbage/allocatedBytes").asLong()).isPositive();
      boolean cold = row.get("cache").asText().equals("cold");
      boolean said = row.get("notes").asText().contains("not cold: ");
      assertThat(cold).as(row.toString()).isNotEqualTo(said);
    }
    assertThat(stores)
        .containsExactly(
            "file local",
            "mysql partitioned",
            "mysql single",
            "mysql split",
            "noop none",
            "rocksdb local",
            "xrootd cluster:2",
            "xrootd single");
  }

  @Test
  void aRunGoesOnWhereItEndedAndIsForecast() throws IOException {
    String[] options = {
      "bench",
      "run",
      "--backends",
      "file",
      "--suites",
      "init,run",
      "--queries",
      "100",
      "--out",
      out()
    };
    Run dry = Run.of(with(options, "--sizes", "1k,2k", "--dry-run", "--json"));
    assertThat(dry.code()).as(dry.err()).isZero();
    assertThat(new ObjectMapper().readTree(dry.out()).get("parts")).hasSize(4);
    assertThat(Path.of(out())).doesNotExist();
    assertThat(Run.of(with(options, "--sizes", "1k", "--seed", "5")).code()).isZero();

    Run refused = Run.of(with(options, "--sizes", "1k,2k"));
    assertThat(refused.code()).isEqualTo(Exit.USAGE);
    assertThat(refused.err()).contains("--resume");
    Run resumed = Run.of(with(options, "--sizes", "1k,2k", "--resume"));
    assertThat(resumed.code()).as(resumed.err()).isZero();
    assertThat(resumed.err())
        .contains("seed 5", "file: run, clients: 1, 2000 entries")
        .doesNotContain("1000 entries");
    assertThat(Files.readAllLines(Path.of(out(), "results.csv"))).hasSize(1 + 2 * 4);
    Run nowhere = Run.of("bench", "run", "--resume");
    assertThat(nowhere.code()).isEqualTo(Exit.USAGE);
    assertThat(nowhere.err()).contains("--out");
  }

  @Test
  void aFaultyBackendIsFound() {
    Run run =
        Run.of(
            "bench",
            "run",
            "--backends",
            "file,rocksdb",
            "--suites",
            "run",
            "--sizes",
            "1k",
            "--queries",
            "1k",
            "--faulty",
            "rocksdb",
            "--slow",
            "20%",
            "--stall",
            "10ms@1",
            "--wrong",
            "100",
            "--out",
            out());
    assertThat(run.code()).isEqualTo(Exit.DIFFERENCE);
    assertThat(run.err())
        .contains("rocksdb: run: mismatch: key ", "invalid; report: ")
        .doesNotContain("file: run: mismatch");
  }

  private static String[] with(String[] options, String... more) {
    return Stream.concat(Stream.of(options), Stream.of(more)).toArray(String[]::new);
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
    "--batch, 0, keys a call: 0",
    "--rate, -1, rate: -1",
    "--duration, 5, is not a time",
    "--dist, normal, choose uniform",
    "--miss-share, 2, share of misses: 2",
    "--mysql-layout, many, partitioned",
    "--slow, 20, as 20%",
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
