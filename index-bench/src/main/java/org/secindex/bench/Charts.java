package org.secindex.bench;

import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jfree.chart.JFreeChart;
import org.jspecify.annotations.Nullable;

/**
 * The historical charts: CPU and wall time of filling and of looking up, throughput of look-ups. Of
 * one size they are bars; of several, lines over the size with both axes logarithmic.
 */
final class Charts {
  /** What a curve or bar shows of a row; null leaves it out. */
  private record Figure(String name, Function<ResultRow, @Nullable Double> value, boolean dashed) {}

  /** Colours that the colour-blind can tell apart (Okabe and Ito). */
  private static final Map<String, Color> COLOURS =
      Map.of(
          "file", new Color(0x0072B2),
          "rocksdb", new Color(0xE69F00),
          "mysql", new Color(0x009E73),
          "xrootd", new Color(0xCC79A7));

  private static final List<Figure> TIMES =
      List.of(
          new Figure("wall", ResultRow::wallSeconds, false),
          new Figure("client CPU", ResultRow::clientCpuSeconds, true),
          new Figure("server CPU", ResultRow::serverCpuSeconds, true));

  private static final List<Figure> TIMES_OVER_SIZE =
      List.of(
          new Figure("wall", ResultRow::wallSeconds, false),
          new Figure("CPU", Charts::allCpu, true));

  private static final String SECONDS = "seconds";

  private Charts() {}

  private static @Nullable Double allCpu(ResultRow row) {
    Double client = row.clientCpuSeconds();
    Double server = row.serverCpuSeconds();
    return client == null ? null : Double.valueOf(client + (server == null ? 0 : server));
  }

  /** Those of the charts for which there is something to show. */
  static List<Chart> of(List<ResultRow> rows) {
    List<Chart> charts = new ArrayList<>();
    times(rows, "init", "Filling an index from sorted entries (init)", charts);
    times(rows, "load", "Filling an index from TSV files (load)", charts);
    times(rows, "run", "Random look-ups, one key a call (run)", charts);
    throughput(rows, charts);
    times(rows, "update", "Writing a file of entries over an index (update)", charts);
    return charts;
  }

  private static boolean severalSizes(List<ResultRow> rows) {
    return rows.stream().mapToLong(ResultRow::entries).distinct().count() > 1;
  }

  private static void times(List<ResultRow> all, String suite, String title, List<Chart> charts) {
    List<ResultRow> rows = Typical.of(all, suite);
    if (rows.isEmpty()) {
      return;
    }
    String operations = Numbers.of(rows.get(0).operations() == null ? 0 : rows.get(0).operations());
    if (severalSizes(rows)) {
      charts.add(
          new Chart(
              suite,
              "Solid: time on the clock. Dashed: CPU time of client and servers together; of the"
                  + " client alone where its server cannot be measured. Lower is better. Both axes"
                  + " are logarithmic: each line of the grid is about three times the one before.",
              lines(title, SECONDS, rows, TIMES_OVER_SIZE),
              420));
    } else {
      charts.add(
          new Chart(
              suite,
              "Seconds for "
                  + operations
                  + (suite.equals("run") ? " look-ups" : " entries")
                  + "; shorter is better. Where the bar of server CPU is missing, the store works"
                  + " inside the client, or its server cannot be measured.",
              bars(
                  title + ", " + Numbers.size(rows.get(0).entries()) + " entries",
                  SECONDS,
                  rows,
                  TIMES),
              height(rows)));
    }
  }

  private static void throughput(List<ResultRow> all, List<Chart> charts) {
    List<ResultRow> rows = new ArrayList<>(Typical.of(all, "run"));
    rows.addAll(Typical.of(all, "batch"));
    if (rows.isEmpty()) {
      return;
    }
    int clients = rows.get(0).clients();
    String title = "Look-ups per second";
    List<Figure> figures =
        List.of(
            new Figure("one key a call", r -> ofSuite(r, "run"), false),
            new Figure("1000 keys a call", r -> ofSuite(r, "batch"), true));
    boolean lines = severalSizes(rows);
    charts.add(
        new Chart(
            "throughput",
            "Keys looked up a second by "
                + (clients == 1 ? "one client" : clients + " clients")
                + ", 10 % of them not in the index; more is better.",
            lines ? lines(title, "keys/s", rows, figures) : bars(title, "keys/s", rows, figures),
            lines ? 420 : height(rows)));
  }

  private static @Nullable Double ofSuite(ResultRow row, String suite) {
    return row.suite().equals(suite) ? row.opsPerSecond() : null;
  }

  private static int height(List<ResultRow> rows) {
    return Plots.barsHeight((int) rows.stream().map(ResultRow::backend).distinct().count());
  }

  private static JFreeChart bars(
      String title, String unit, List<ResultRow> rows, List<Figure> figures) {
    List<Plots.Bar> bars = new ArrayList<>();
    for (Figure figure : figures) {
      for (ResultRow row : rows) {
        Double value = figure.value().apply(row);
        if (value != null) {
          bars.add(new Plots.Bar(row.backend(), figure.name(), value));
        }
      }
    }
    return Plots.bars(title, unit, bars, unit.equals(SECONDS) ? "#,##0.00#" : "#,##0");
  }

  private static JFreeChart lines(
      String title, String unit, List<ResultRow> rows, List<Figure> figures) {
    List<Plots.Curve> curves = new ArrayList<>();
    for (String backend : rows.stream().map(ResultRow::backend).distinct().toList()) {
      Color colour = COLOURS.getOrDefault(backend, Color.DARK_GRAY);
      for (Figure figure : figures) {
        Plots.Curve curve =
            new Plots.Curve(backend + ", " + figure.name(), colour, figure.dashed());
        for (ResultRow row : rows) {
          Double value = row.backend().equals(backend) ? figure.value().apply(row) : null;
          if (value != null) {
            curve.add((double) row.entries(), value);
          }
        }
        curves.add(curve);
      }
    }
    return Plots.lines(title, "entries", unit, curves);
  }
}
