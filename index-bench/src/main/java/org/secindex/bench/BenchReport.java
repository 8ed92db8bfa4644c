package org.secindex.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexException;

/**
 * What is made of what runs have left in their directories, and of nothing else. Several runs are
 * put into one report if they are runs of the stores; what of them cannot be compared is shown
 * apart.
 */
public final class BenchReport {
  /** The suite that has measurements of its own kind. */
  static final String TIDE = "tide";

  private final List<RunDirectory> directories;
  private final Shown shown;

  /** How results of one kind are shown. */
  interface Shown {
    /** {@link ResultRow} or {@link TideRow}. */
    List<?> results();

    String table();

    String markdown();

    List<Chart> charts();

    /** One page that needs nothing else. */
    String page(List<Chart> charts);

    /** See {@link HistoricalCsv}. */
    String historicalCsv();

    /** Of each run what is known of it. */
    List<Map<String, Object>> runs();
  }

  private BenchReport(List<RunDirectory> directories, Shown shown) {
    this.directories = directories;
    this.shown = shown;
  }

  /**
   * Reads what runs have left.
   *
   * @param paths at least one
   * @throws IndexException if one is no run directory
   */
  public static BenchReport open(List<Path> paths) throws IOException {
    List<RunDirectory> directories = paths.stream().map(RunDirectory::open).toList();
    RunDirectory first = directories.get(0);
    Map<String, Object> about = first.readRun();
    if (paths.size() == 1 && RunResults.isTide(about)) {
      return new BenchReport(
          directories,
          new TideShown(
              first.path(), TideCsv.read(first.results()), about, first.readEnvironment()));
    }
    return new BenchReport(directories, new StoresShown(Results.read(paths)));
  }

  /**
   * Writes page and plots of one run into its directory anew.
   *
   * @throws IndexException if it is no run directory
   */
  public static BenchReport write(Path directory) throws IOException {
    BenchReport report = open(List.of(directory));
    Path unused = report.writeTo(directory);
    return report;
  }

  /**
   * Writes the page, {@code report.html}, and beside it {@code plots/*.svg} and {@code
   * plots/*.png}.
   *
   * @param directory made if need be
   * @return where the page is
   */
  public Path writeTo(Path directory) throws IOException {
    RunDirectory to = new RunDirectory(directory.toAbsolutePath().normalize());
    Files.createDirectories(to.plots());
    List<Chart> charts = shown.charts();
    for (Chart chart : charts) {
      chart.write(to.plots());
    }
    Files.writeString(to.report(), shown.page(charts));
    return to.report();
  }

  /** All measurements: {@link ResultRow} or, of a run over TIDE logs, {@link TideRow}. */
  public List<?> results() {
    return shown.results();
  }

  /** All measurements as a table for a screen, with a line end after each line. */
  public String table() {
    return shown.table();
  }

  /** The same table as Markdown. */
  public String markdown() {
    return shown.markdown();
  }

  /** The page of {@code report.html}. */
  public String page() {
    return shown.page(shown.charts());
  }

  /**
   * All measurements as they stand in {@code results.csv}.
   *
   * @throws IndexException if the files of several runs do not have the same columns
   */
  public String csv() throws IOException {
    StringBuilder all = new StringBuilder();
    String header = "";
    for (RunDirectory directory : directories) {
      List<String> lines = new ArrayList<>(Files.readAllLines(directory.results()));
      String columns = lines.remove(0);
      if (all.isEmpty()) {
        header = columns;
        all.append(header).append('\n');
      } else if (!columns.equals(header)) {
        throw new IndexException(
            directory.results() + ": has other columns than " + directories.get(0).results());
      }
      lines.forEach(line -> all.append(line).append('\n'));
    }
    return all.toString();
  }

  /**
   * The ten columns that the prototype of 2015 wrote.
   *
   * @throws IndexConfigException for a run over TIDE logs
   */
  public String historicalCsv() {
    return shown.historicalCsv();
  }

  /** Runs and results by name, for programs. */
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("runs", shown.runs());
    fields.put("results", shown.results());
    return fields;
  }
}
