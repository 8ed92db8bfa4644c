package org.secindex.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.secindex.api.IndexConfigException;
import org.secindex.bench.BenchReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "report",
    description = {
      "Makes table, report.html and plots anew from the results of a run.",
      "Several runs are put into one report; what of them cannot be compared is shown apart.",
      "With --format, results go to standard output in that form, and no file is written."
    })
final class BenchReportCommand implements Callable<Integer> {
  private static final String SCHEMA = "secindex.bench.report.1";

  private final SecindexCommand secindex;

  @Parameters(
      paramLabel = "DIR",
      arity = "1..*",
      description = "a run's directory, as it was --out")
  private List<Path> directories = new ArrayList<>();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "text, markdown, csv (all columns), json, html (the page), or secindex-csv: the ten"
              + " columns of the prototype of 2015")
  private Optional<String> format = Optional.empty();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "where report.html and plots are written; the run's directory unless given, to be given"
              + " for several runs")
  private Optional<Path> out = Optional.empty();

  BenchReportCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    BenchReport report = inFiles(() -> BenchReport.open(directories));
    if (format.isEmpty()) {
      write(report);
    } else if (out.isPresent()) {
      throw new IndexConfigException(
          "bench report: --format prints, --out writes files; give one of them");
    } else {
      print(report, format.get().toLowerCase(Locale.ROOT));
    }
    return Exit.DONE;
  }

  private void write(BenchReport report) throws IOException {
    if (out.isEmpty() && directories.size() > 1) {
      throw new IndexConfigException(
          "bench report: several runs: say by --out where their report is to be written");
    }
    Path page = inFiles(() -> report.writeTo(out.orElse(directories.get(0))));
    secindex.print(report.table().stripTrailing());
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("report", page.toString());
    fields.putAll(report.fields());
    secindex.printJson(SCHEMA, fields);
    secindex.console().say("report: " + page);
  }

  private void print(BenchReport report, String form) throws IOException {
    switch (form) {
      case "text" -> secindex.print(report.table().stripTrailing());
      case "markdown" -> secindex.print(report.markdown().stripTrailing());
      case "csv" -> secindex.print(inFiles(report::csv).stripTrailing());
      case "html" -> secindex.print(report.page().stripTrailing());
      case "secindex-csv" -> secindex.print(report.historicalCsv().stripTrailing());
      case "json" -> secindex.setJson(true);
      default ->
          throw new IndexConfigException(
              "--format: '"
                  + form
                  + "' is none: choose text, markdown, csv, json, html or secindex-csv");
    }
    secindex.printJson(SCHEMA, report.fields());
  }

  /** What reads or writes files of a run. */
  private interface Work<T> {
    T run() throws IOException;
  }

  private static <T> T inFiles(Work<T> work) {
    try {
      return work.run();
    } catch (IOException e) {
      throw Failures.inFiles("bench report", e);
    }
  }
}
