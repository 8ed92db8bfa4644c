package org.secindex.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.IndexException;

class TideReportTest {
  @TempDir private Path directory;

  private static TideRow row(
      String part, TideShape shape, String method, String cache, int repeat, double wall) {
    boolean crash = part.equals("crash");
    return new TideRow(
        new TideRow.Circumstances("r", part, shape, method, cache, repeat),
        new Effort(wall, wall / 2, 0.0, null, 4096L),
        cache.equals("cold") ? 0.0 : 1.0,
        new TideRow.Size(shape.fileBytes(), 20 * shape.entries()),
        new TideRow.Found(shape.entries(), "0123456789abcdef"),
        crash ? new TideRow.Loss(shape.entriesPerChunk() / 2.0, shape.entriesPerChunk()) : null,
        "ok");
  }

  private static TideRow without(TideShape shape, String method, String cache, String status) {
    return new TideRow.Circumstances("r", "rows", shape, method, cache, 1).without(status);
  }

  private static List<TideRow> rows() {
    List<TideRow> rows = new ArrayList<>();
    for (TideShape shape : TideShape.HISTORICAL) {
      readings("rows", shape, rows);
    }
    TidePlan plan =
        new TidePlan(List.of(TidePlan.Part.SWEEP), 1, 1_000_000_000, 1, true, Path.of("x"));
    for (TideShape shape : plan.shapes(TidePlan.Part.SWEEP)) {
      readings("sweep", shape, rows);
    }
    for (TideShape shape : plan.shapes(TidePlan.Part.CRASH)) {
      rows.add(row("crash", shape, "write", "", 1, 2));
    }
    return rows;
  }

  private static void readings(String part, TideShape shape, List<TideRow> rows) {
    rows.add(row(part, shape, "write", "", 1, 30));
    for (String cache : TideFigures.CACHES) {
      for (double wall : new double[] {9, 2, 3}) {
        rows.add(row(part, shape, "scan", cache, 1, wall));
        rows.add(row(part, shape, "index", cache, 1, wall / 10));
        rows.add(row(part, shape, "read", cache, 1, wall / 2));
      }
    }
  }

  private Path write(List<TideRow> rows) throws IOException {
    RunDirectory run = RunDirectory.create(directory.resolve("run"));
    try (TideCsv csv = new TideCsv(run.results())) {
      for (TideRow row : rows) {
        csv.append(row);
      }
    }
    run.writeRun(Map.of("suites", List.of("tide"), "verdict", "complete", "scale", "1"));
    run.writeEnvironment(Map.of("cpu", "EPYC & Co"));
    return run.path();
  }

  @Test
  void rowsComeBackFromTheFileAsTheyWere() throws IOException {
    List<TideRow> rows = rows();
    rows.add(without(TideShape.HISTORICAL.get(0), "scan", "cold", "skipped: no dd, says \"it\""));
    assertThat(TideCsv.read(write(rows).resolve("results.csv"))).isEqualTo(rows);
  }

  @Test
  void aFileOfOtherResultsIsRefusedByLine() throws IOException {
    Path file = Files.writeString(directory.resolve("x.csv"), "run,part\nr,rows\n");
    assertThatThrownBy(() -> TideCsv.read(file))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("x.csv:2: not a result of bench tide");
  }

  @Test
  void thePageHasAllChartsAndNeedsNoNetwork() throws IOException {
    Path run = write(rows());
    BenchReport report = BenchReport.write(run);
    String html = Files.readString(run.resolve("report.html"));
    assertThat(html).isEqualTo(report.page());
    assertThat(html).doesNotContain("http:", "https:", "src=", "<link");
    assertThat(html.split("<figure ", -1)).hasSize(1 + 7);
    assertThat(html)
        .contains("EPYC &amp; Co")
        .contains(
            "100 × 1M × 100 B (13.6 GB), cold: scanned in 3.00 s, 2.00 × the time to read the file"
                + " once (aim missed: at most 1.3 ×); by INDX in 0.300 s, 10.0 × as fast as the"
                + " scan; in 2011 a scan of so many entries took up to 200 s.");
    assertThat(run.resolve("plots"))
        .isDirectoryContaining(f -> f.endsWith("rows.svg"))
        .isDirectoryContaining(f -> f.endsWith("chunk-size-cold.svg"))
        .isDirectoryContaining(f -> f.endsWith("crash.svg"));
  }

  @Test
  void whatWasNotMeasuredIsEmptyAndNotZero() throws IOException {
    TideShape shape = TideShape.HISTORICAL.get(2).dividedBy(100);
    List<TideRow> rows = new ArrayList<>();
    rows.add(row("rows", shape, "scan", "warm", 1, 2));
    rows.add(without(shape, "scan", "cold", "skipped: no dd on this system"));
    Path run = write(rows);
    assertThat(Files.readAllLines(run.resolve("results.csv")))
        .last()
        .isEqualTo("r,rows,100,10000,100,scan,cold,1,,,,,,,,,,,,,skipped: no dd on this system");
    BenchReport report = BenchReport.write(run);
    assertThat(report.table().lines().map(line -> line.replaceAll(" +", " ")))
        .containsExactly(
            "part log file MB INDX MB cache scan s INDX s read s scan/read scan/INDX",
            "rows 100 × 10k × 100 B warm 2.00",
            "rows 100 × 10k × 100 B scan cold: skipped: no dd on this system");
    assertThat(report.markdown().lines())
        .hasSize(5)
        .contains("| rows | 100 × 10k × 100 B |  |  | warm | 2.00 |  |  |  |  |")
        .contains("- rows 100 × 10k × 100 B scan cold: skipped: no dd on this system");
    assertThat(new TideFindings(rows).sentences())
        .containsExactly(
            "100 × 10k × 100 B (136 MB), warm: scanned in 2.00 s; in 2011 a scan of so many entries"
                + " took up to 2.00 s.");
  }

  @Test
  void aRunWithoutAnyFigureHasAPageToo() throws IOException {
    TideShape shape = TideShape.HISTORICAL.get(0);
    Path run = write(List.of(without(shape, "", "", "failed: <disk> full")));
    assertThat(BenchReport.write(run).page())
        .contains("failed: &lt;disk&gt; full")
        .doesNotContain("<svg");
  }
}
