package org.secindex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of runs: reports in any form, and comparisons. */
class BenchReportCommandTest {
  @TempDir private Path directory;

  @Test
  void theReportIsMadeAnewFromWhatTheRunLeft() throws IOException {
    String run = directory.resolve("run").toString();
    Run made =
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
            run);
    assertThat(made.code()).as(made.err()).isZero();
    assertThat(made.out()).startsWith("suite").contains("\ninit ").contains("\nrun ");
    assertThat(made.err()).contains("seed ");
    Path report = Path.of(run, "report.html");
    byte[] first = Files.readAllBytes(report);
    Files.delete(report);
    Run again = Run.of("bench", "report", run);
    assertThat(again.code()).as(again.err()).isZero();
    assertThat(again.out()).isEqualTo(made.out());
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

  /** The rates of look-ups are made up: those of so few say nothing. */
  @Test
  void whatIsSlowerFailsWhereThatIsAskedFor() throws IOException {
    String measured = run("measured");
    String base = withLookUpsAt(1e6, measured, "base");
    String slow = withLookUpsAt(1e4, measured, "slow");
    Run compared = Run.of("bench", "compare", base, slow, "--fail-on", "10", "--json");
    assertThat(compared.code()).as(compared.out() + compared.err()).isEqualTo(Exit.DIFFERENCE);
    assertThat(compared.err()).containsPattern("file run, [12]k entries: slower by ");
    JsonNode comparison = new ObjectMapper().readTree(compared.out()).get("comparisons").get(0);
    assertThat(comparison.get("verdict").asText()).isEqualTo("different");
    assertThat(Run.of("bench", "compare", base, slow).code()).as("without --fail-on").isZero();
    assertThat(Run.of("bench", "compare", base, slow, "--fail-on", "-1").code())
        .isEqualTo(Exit.USAGE);
  }

  /** A copy of a run, but for its look-ups a second: about as many, in each repeat some more. */
  private String withLookUpsAt(double rate, String run, String name) throws IOException {
    Path copy = Files.createDirectory(directory.resolve(name));
    for (String file : List.of("run.json", "env.json")) {
      Files.copy(Path.of(run, file), copy.resolve(file));
    }
    List<String> lines = Files.readAllLines(Path.of(run, "results.csv"));
    List<String> columns = List.of(lines.get(0).split(",", -1));
    int repeat = columns.indexOf("repeat");
    List<String> changed = new ArrayList<>();
    for (String line : lines) {
      String[] cells = line.split(",", -1);
      if (cells[columns.indexOf("suite")].equals("run")) {
        double of = rate * (1 + Integer.parseInt(cells[repeat]) / 100.0);
        cells[columns.indexOf("ops_per_s")] = Double.toString(of);
      }
      changed.add(String.join(",", cells));
    }
    Files.write(copy.resolve("results.csv"), changed);
    return copy.toString();
  }
}
