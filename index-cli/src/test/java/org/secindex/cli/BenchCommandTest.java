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
import java.util.ArrayList;
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

  private String run(String name, String... more) {
    String out = directory.resolve(name).toString();
    List<String> line =
        new ArrayList<>(List.of("bench", "run", "--backends", "file", "--suites", "init,run"));
    line.addAll(List.of("--sizes", "1k,2k", "--queries", "100", "--repeat", "3", "--out", out));
    line.addAll(List.of(more));
    Run run = Run.of(line.toArray(String[]::new));
    assertThat(run.code()).as(run.err()).isZero();
    return out;
  }

  @Test
  void aReportIsPrintedInAnyForm() throws IOException {
    String run = run("run");
    Path report = Path.of(run, "report.html");
    Files.delete(report);
    assertThat(Run.of("bench", "report", run, "--format", "secindex-csv").out())
        .startsWith(
            "Type, Size (1e6), Init CPU (s), Init Clock (s), Accesses (1e6), Run CPU (s), Run Clock"
                + " (s), Memory (MB), Page fault, Input op\nfile, 0.001, ");
    assertThat(Run.of("bench", "report", run, "--format", "csv").out())
        .isEqualTo(Files.readString(Path.of(run, "results.csv")));
    assertThat(Run.of("bench", "report", run, "--format", "markdown").out())
        .startsWith("| suite | store | entries |");
    assertThat(Run.of("bench", "report", run, "--format", "text").out()).startsWith("suite ");
    assertThat(Run.of("bench", "report", run, "--format", "html").out())
        .startsWith("<!DOCTYPE html>")
        .endsWith("</html>\n");
    Run json = Run.of("bench", "report", run, "--format", "json");
    JsonNode fields = new ObjectMapper().readTree(json.out());
    assertThat(fields.get("schema").asText()).isEqualTo("secindex.bench.report.1");
    assertThat(fields.get("runs")).hasSize(1);
    assertThat(fields.get("results")).as("of file, and of noop beside it").hasSize(2 * 3 * 2 * 2);
    assertThat(report).as("--format writes nothing").doesNotExist();
    Run unknown = Run.of("bench", "report", run, "--format", "pdf");
    assertThat(unknown.code()).isEqualTo(Exit.USAGE);
    assertThat(unknown.err()).contains("'pdf' is none").contains("secindex-csv");
  }

  @Test
  void runsAreComparedAndOtherCircumstancesRefused() throws IOException {
    String base = run("base");
    Run same = Run.of("bench", "compare", base, base, "--fail-on", "5");
    assertThat(same.code()).as(same.out() + same.err()).isZero();
    assertThat(same.out()).endsWith("verdict: equal\n");
    String relaxed = run("relaxed", "--durability", "relaxed");
    Run refused = Run.of("bench", "compare", base, relaxed);
    assertThat(refused.code()).isEqualTo(Exit.FAILED);
    assertThat(refused.err()).contains("durability sync in the one, relaxed in the other");
    Run both = Run.of("bench", "report", base, relaxed);
    assertThat(both.code()).isEqualTo(Exit.USAGE);
    assertThat(both.err()).contains("--out");
    String together = directory.resolve("together").toString();
    assertThat(Run.of("bench", "report", base, relaxed, "--out", together).code()).isZero();
    assertThat(Path.of(together, "report.html"))
        .content()
        .contains("Not all of this can be compared");
  }

  /** As if each look-up had taken a hundred times as long. */
  @Test
  void whatIsSlowerFailsWhereThatIsAskedFor() throws IOException {
    String base = run("base");
    String slow = directory.resolve("slow").toString();
    Files.createDirectories(Path.of(slow));
    for (String name : List.of("run.json", "env.json")) {
      Files.copy(Path.of(base, name), Path.of(slow, name));
    }
    List<String> lines = Files.readAllLines(Path.of(base, "results.csv"));
    List<String> columns = List.of(lines.get(0).split(",", -1));
    int suite = columns.indexOf("suite");
    int rate = columns.indexOf("ops_per_s");
    List<String> changed = new ArrayList<>();
    for (String line : lines) {
      String[] cells = line.split(",", -1);
      if (cells[suite].equals("run")) {
        cells[rate] = Double.toString(Double.parseDouble(cells[rate]) / 100);
      }
      changed.add(String.join(",", cells));
    }
    Files.write(Path.of(slow, "results.csv"), changed);
    Run compared = Run.of("bench", "compare", base, slow, "--fail-on", "10", "--json");
    assertThat(compared.code()).as(compared.out() + compared.err()).isEqualTo(Exit.DIFFERENCE);
    assertThat(compared.err()).containsPattern("file run, [12]k entries: slower by ");
    JsonNode comparison = new ObjectMapper().readTree(compared.out()).get("comparisons").get(0);
    assertThat(comparison.get("verdict").asText()).isEqualTo("different");
    assertThat(Run.of("bench", "compare", base, slow).code()).as("without --fail-on").isZero();
    assertThat(Run.of("bench", "compare", base, slow, "--fail-on", "-1").code())
        .isEqualTo(Exit.USAGE);
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
