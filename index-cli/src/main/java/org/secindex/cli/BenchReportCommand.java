package org.secindex.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.secindex.bench.BenchReport;
import org.secindex.bench.ResultRow;
import org.secindex.bench.ScreenTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "report",
    description = "Makes table, report.html and plots anew from the results of a run.")
final class BenchReportCommand implements Callable<Integer> {
  private final SecindexCommand secindex;

  @Parameters(paramLabel = "DIR", description = "the run's directory, as it was --out")
  private Path directory = Path.of("");

  BenchReportCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    List<ResultRow> rows;
    Path report;
    try {
      rows = BenchReport.rows(directory);
      report = BenchReport.write(directory);
    } catch (IOException e) {
      throw Failures.inFiles("bench report", e);
    }
    secindex.print(ScreenTable.of(rows).stripTrailing());
    secindex.printJson(
        "secindex.bench.report.1", Map.of("report", report.toString(), "results", rows));
    secindex.console().say("report: " + report);
    return Exit.DONE;
  }
}
