package org.secindex.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.secindex.bench.BenchReport;
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
    BenchReport report;
    try {
      report = BenchReport.write(directory);
    } catch (IOException e) {
      throw Failures.inFiles("bench report", e);
    }
    secindex.print(report.table().stripTrailing());
    secindex.printJson(
        "secindex.bench.report.1",
        Map.of("report", report.page().toString(), "results", report.results()));
    secindex.console().say("report: " + report.page());
    return Exit.DONE;
  }
}
