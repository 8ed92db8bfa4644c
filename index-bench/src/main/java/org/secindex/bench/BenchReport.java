package org.secindex.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What is made of what a run has left in its directory, and of nothing else.
 *
 * @param page {@code report.html}, beside which lie {@code plots/*.svg}
 * @param table all measurements, for a screen
 * @param results all measurements: {@link ResultRow} or, of a run over TIDE logs, {@link TideRow}
 */
public record BenchReport(Path page, String table, List<?> results) {
  /** The suite that has measurements of its own kind. */
  static final String TIDE = "tide";

  /**
   * Writes page and pictures anew.
   *
   * @throws org.secindex.api.IndexException if it is no run directory
   */
  public static BenchReport write(Path directory) throws IOException {
    RunDirectory run = RunDirectory.open(directory);
    Map<String, Object> about = run.readRun();
    Map<String, Object> machine = run.readEnvironment();
    if (List.of(TIDE).equals(about.get("suites"))) {
      List<TideRow> rows = TideCsv.read(run.results());
      List<Chart> charts = TideCharts.of(rows);
      write(run, charts, TideReport.page(rows, about, machine, charts));
      return new BenchReport(run.report(), TideTable.of(rows), rows);
    }
    List<ResultRow> rows = ResultsCsv.read(run.results());
    List<Chart> charts = Charts.of(rows);
    write(run, charts, new HtmlReport(rows, about, machine, charts).page());
    return new BenchReport(run.report(), ScreenTable.of(rows), rows);
  }

  private static void write(RunDirectory run, List<Chart> charts, String page) throws IOException {
    Files.createDirectories(run.plots());
    for (Chart chart : charts) {
      Files.writeString(run.plots().resolve(chart.name() + ".svg"), chart.svgFile());
    }
    Files.writeString(run.report(), page);
  }
}
