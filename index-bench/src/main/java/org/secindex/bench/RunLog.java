package org.secindex.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** All rows of a run: those that it found, and those that it adds, each on disk at once. */
final class RunLog implements AutoCloseable {
  private final RunDirectory directory;
  private final BenchListener listener;
  private final List<ResultRow> rows = new ArrayList<>();
  private final ResultsCsv results;

  private RunLog(
      RunDirectory directory, BenchListener listener, List<ResultRow> rows, ResultsCsv results) {
    this.directory = directory;
    this.listener = listener;
    this.rows.addAll(rows);
    this.results = results;
  }

  static RunLog begin(RunDirectory directory, BenchListener listener) throws IOException {
    return new RunLog(directory, listener, List.of(), new ResultsCsv(directory.results()));
  }

  /**
   * Goes on with the results of a run that was interrupted. What failed or was skipped in it is
   * measured again.
   */
  static RunLog resume(RunDirectory directory, BenchListener listener) throws IOException {
    List<ResultRow> measured =
        ResultsCsv.read(directory.results()).stream()
            .filter(row -> row.isOk() || row.isMismatch())
            .toList();
    return new RunLog(
        directory, listener, measured, ResultsCsv.replacing(directory.results(), measured));
  }

  void add(ResultRow row) throws IOException {
    results.append(row);
    rows.add(row);
    listener.measured(row);
  }

  /** Adds a row with all that was measured beside it. */
  void add(ResultRow row, ResultRow.Circumstances what, Trial trial, Measurement measurement)
      throws IOException {
    Usage usage = measurement.usage();
    ProcessesCsv.append(directory.processes(), what, trial.target().processes(), usage);
    IntervalsCsv.append(directory.intervals(), what, usage.intervals());
    String name = fileName(what);
    write(name, measurement.latency());
    write(name + "-intended", measurement.intended());
    add(row);
  }

  private void write(String name, @Nullable Histogram latency) throws IOException {
    if (latency != null) {
      directory.writeHistogram(name, latency);
    }
  }

  private static String fileName(ResultRow.Circumstances what) {
    Integer keys = what.method().keysPerCall();
    return String.join(
        "-",
        new StoreName(what.backend(), what.layout()).fileName(),
        what.suite(),
        Long.toString(what.entries()),
        "c" + what.clients(),
        "k" + (keys == null ? 1 : keys),
        "r" + what.repeat());
  }

  /** Whether this has been measured. */
  boolean has(ResultRow.Circumstances what) {
    return rows.stream()
        .filter(row -> row.backend().equals(what.backend()) && row.layout().equals(what.layout()))
        .anyMatch(row -> isOf(row, what));
  }

  /** What calls took of the bench without a store in the same task; null if not measured. */
  @Nullable Latency floor(ResultRow.Circumstances what) {
    return rows.stream()
        .filter(
            row ->
                row.backend().equals(ResultRow.HARNESS)
                    && !what.backend().equals(ResultRow.HARNESS))
        .filter(row -> row.isOk() && isOf(row, what))
        .findFirst()
        .map(ResultRow::latency)
        .orElse(null);
  }

  private static boolean isOf(ResultRow row, ResultRow.Circumstances what) {
    return row.suite().equals(what.suite())
        && row.entries() == what.entries()
        && row.clients() == what.clients()
        && row.repeat() == what.repeat()
        && Objects.equals(row.method().keysPerCall(), what.method().keysPerCall());
  }

  List<ResultRow> rows() {
    return List.copyOf(rows);
  }

  @Override
  public void close() throws IOException {
    results.close();
  }
}
