package org.secindex.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Makes pictures and pages from what a run has left in its directory, and from nothing else. */
public final class BenchReport {
  private BenchReport() {}

  /**
   * Writes {@code plots/*.svg} and {@code report.html} anew.
   *
   * @return the page
   * @throws org.secindex.api.IndexException if it is no run directory
   */
  public static Path write(Path directory) throws IOException {
    RunDirectory run = RunDirectory.open(directory);
    List<ResultRow> rows = ResultsCsv.read(run.results());
    Files.createDirectories(run.plots());
    List<Chart> charts = Charts.of(rows);
    for (Chart chart : charts) {
      Files.writeString(run.plots().resolve(chart.name() + ".svg"), chart.svgFile());
    }
    Map<String, Object> about = run.readRun();
    Files.writeString(
        run.report(), new HtmlReport(rows, about, run.readEnvironment(), charts).page());
    return run.report();
  }

  /**
   * The measurements of a run.
   *
   * @throws org.secindex.api.IndexException if it is no run directory
   */
  public static List<ResultRow> rows(Path directory) throws IOException {
    return ResultsCsv.read(RunDirectory.open(directory).results());
  }
}
