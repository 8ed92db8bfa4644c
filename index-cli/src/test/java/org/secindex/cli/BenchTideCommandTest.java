package org.secindex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchTideCommandTest {
  @TempDir private Path directory;

  private Run bench(String... more) {
    String[] all = {
      "bench",
      "tide",
      "--scale",
      "1/10000",
      "--repeat",
      "1",
      "--warm-only",
      "--parts",
      "rows",
      "--out",
      out().toString()
    };
    String[] args = java.util.Arrays.copyOf(all, all.length + more.length);
    System.arraycopy(more, 0, args, all.length, more.length);
    return Run.of(args);
  }

  private Path out() {
    return directory.resolve("run");
  }

  @Test
  void logsAreMeasuredAndTheReportIsMadeAnew() throws IOException {
    Run run = bench();
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.err())
        .contains("rows: 100 × 1 × 1 MB (100 MB)")
        .contains("complete; report: " + out().resolve("report.html"));
    assertThat(run.out().lines()).hasSize(1 + 3);
    Path report = out().resolve("report.html");
    byte[] first = Files.readAllBytes(report);
    Files.delete(report);
    Run again = Run.of("bench", "report", out().toString());
    assertThat(again.code()).as(again.err()).isZero();
    assertThat(again.out()).isEqualTo(run.out());
    assertThat(Files.readAllBytes(report)).isEqualTo(first);
    Run twice = bench();
    assertThat(twice.code()).isEqualTo(Exit.USAGE);
    assertThat(twice.err()).contains("holds the results of a run already");
  }

  @Test
  void jsonHasEveryMeasurement() throws IOException {
    Run run = bench("--json");
    assertThat(run.code()).as(run.err()).isZero();
    JsonNode json = new ObjectMapper().readTree(run.out());
    assertThat(json.get("schema").asText()).isEqualTo("secindex.bench.tide.1");
    assertThat(json.get("verdict").asText()).isEqualTo("complete");
    assertThat(json.get("results")).hasSize(3 * 4);
    JsonNode scan = json.get("results").get(1);
    assertThat(scan.get("what").get("method").asText()).isEqualTo("scan");
    assertThat(scan.get("found").get("entries").asLong()).isEqualTo(100);
    assertThat(scan.get("effort").get("wallSeconds").asDouble()).isPositive();
  }

  @ParameterizedTest
  @CsvSource({
    "--scale, 1/0, 1/0 is outside",
    "--scale, 100, neither 1 nor as 1/100",
    "--parts, row, 'choose of [rows, sweep, crash]'",
    "--sweep-size, 1k, 1000 is outside",
    "--repeat, 0, repeats: 0"
  })
  void aWrongOptionIsToldBeforeAnythingIsDone(String option, String value, String words) {
    Run run = Run.of("bench", "tide", option, value, "--out", out().toString());
    assertThat(run.code()).isEqualTo(Exit.USAGE);
    assertThat(run.err()).contains(words);
    assertThat(out()).doesNotExist();
  }

  @Test
  void theSuiteOfThatNameIsFoundHere() {
    Run run = Run.of("bench", "run", "--suites", "tide", "--out", out().toString());
    assertThat(run.code()).isEqualTo(Exit.USAGE);
    assertThat(run.err()).contains("it is 'secindex bench tide'");
  }
}
