package org.secindex.bench;

import java.awt.Color;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.secindex.bench.ChartScope.Value;
import org.secindex.bench.CurveChart.Axis;
import org.secindex.bench.CurveChart.Curve;

/**
 * The charts of a report: first the historical ones, time and CPU of filling and of looking up
 * against the size of the index. What cannot be compared has charts of its own, whose titles say
 * what they are of.
 */
final class Charts {
  private static final List<Value> WALL_AND_CPU =
      List.of(
          new Value("wall", ResultRow::wallSeconds, false),
          new Value("CPU", ResultRow::allCpuSeconds, true));

  private static final List<Value> TIMES =
      List.of(
          new Value("wall", ResultRow::wallSeconds, false),
          new Value("client CPU", ResultRow::clientCpuSeconds, true),
          new Value("server CPU", ResultRow::serverCpuSeconds, true));

  private static final String SECONDS = "seconds";
  private static final String LOG_AXES = ChartScope.LOG_AXES;

  private final ChartScope scope;
  private final List<Chart> charts = new ArrayList<>();

  private Charts(ChartScope scope) {
    this.scope = scope;
  }

  /** Those for which there is something to show. */
  static List<Chart> of(Results results) {
    Map<Setting, List<ResultRow>> groups = results.bySetting();
    List<Setting> settings = List.copyOf(groups.keySet());
    StoreNames stores = new StoreNames(results.rows());
    List<Chart> all = new ArrayList<>();
    groups.forEach(
        (setting, rows) -> {
          int number = settings.indexOf(setting) + 1;
          String suffix = number == 1 ? "" : "-" + number;
          String label = setting.labelAmong(settings);
          Charts charts = new Charts(new ChartScope(rows, stores, label, suffix));
          charts.addAll(results.processes());
          all.addAll(charts.charts);
        });
    return all;
  }

  private void addAll(List<ProcessesCsv.Row> processes) {
    LookupCharts lookups = new LookupCharts(scope);
    overSize("init", "Filling an index from sorted entries", "entries");
    overSize("run", "Random look-ups, one key a call", "look-ups");
    innoDb();
    add(CpuShares.chart(scope, processes));
    add(lookups.clients());
    add(lookups.throughput());
    add(lookups.latency());
    add(lookups.batches());
    bytes();
    growth();
    overSize("load", "Filling an index from TSV files", "entries");
    overSize("scan", "Reading all entries in order", "entries");
    overSize("update", "Writing a file of entries over an index", "entries");
  }

  private void add(Chart chart) {
    if (!chart.isEmpty()) {
      charts.add(chart);
    }
  }

  /** Wall and CPU of a suite against size; of one size, bars. */
  private void overSize(String suite, String title, String operations) {
    List<Repeats> all = Typical.repeats(scope.rows(), suite);
    if (ChartScope.severalSizes(all)) {
      add(
          new CurveChart(
              scope.name(suite),
              scope.title(title),
              "Seconds for "
                  + count(all, operations)
                  + ". Wall is time on the clock; CPU is that of client and servers together, or of"
                  + " the client alone where its server cannot be measured. Lower is better."
                  + LOG_AXES,
              ChartScope.sizes(all),
              new Axis(SECONDS),
              scope.curves(all, WALL_AND_CPU, r -> (double) r.entries())));
    } else if (!all.isEmpty()) {
      add(
          new BarChart(
              scope.name(suite),
              scope.title(title + ", " + Numbers.size(all.get(0).typical().entries()) + " entries"),
              "Seconds for "
                  + count(all, operations)
                  + "; shorter is better. Where the bar of server CPU is missing, the store works"
                  + " inside the client, or its server cannot be measured.",
              SECONDS,
              BarChart.Scale.LINEAR,
              scope.bars(all, TIMES)));
    }
  }

  private static String count(List<Repeats> all, String operations) {
    List<Long> counts =
        all.stream()
            .map(r -> r.typical().operations())
            .filter(Objects::nonNull)
            .distinct()
            .toList();
    return (counts.size() == 1 ? Numbers.of(counts.get(0)) : "all") + " " + operations;
  }

  /** The historical chart of one store: all its jobs against size. */
  private void innoDb() {
    List<String> layouts =
        scope.stores().names().stream().filter(name -> name.startsWith("mysql")).toList();
    for (String store : layouts) {
      List<Repeats> any = new ArrayList<>();
      List<Curve> curves = new ArrayList<>();
      int number = 0;
      for (String suite : List.of("init", "load", "run", "update")) {
        Color colour = StoreNames.spare(number++);
        List<Repeats> all =
            Typical.repeats(scope.rows(), suite).stream()
                .filter(repeats -> scope.stores().name(repeats.typical()).equals(store))
                .toList();
        any.addAll(all);
        for (Value value : WALL_AND_CPU) {
          Curve curve = new Curve(suite, value.name(), colour, value.dashed());
          all.forEach(r -> ChartScope.point(curve, r, value.of(), row -> (double) row.entries()));
          curves.add(curve);
        }
      }
      if (ChartScope.severalSizes(any)) {
        add(
            new CurveChart(
                scope.name("innodb" + (layouts.size() > 1 ? "-" + layouts.indexOf(store) : "")),
                scope.title("InnoDB: filling, look-ups and updates, " + store),
                "Seconds for filling from sorted entries (init) and from TSV files (load), for"
                    + " single look-ups (run), and for writing entries over the index (update)."
                    + " Lower is better."
                    + LOG_AXES,
                ChartScope.sizes(any),
                new Axis(SECONDS),
                curves));
      }
    }
  }

  private void bytes() {
    List<Repeats> all = Typical.repeats(scope.rows(), "init");
    if (all.isEmpty()) {
      all = Typical.repeats(scope.rows(), "load");
    }
    List<Value> figure = List.of(new Value("size", Metric.DISK::of, false));
    String title = scope.title("Bytes an entry on disk");
    String caption =
        "As the index lies there after it was filled, with all that belongs to it. An entry is a"
            + " key of 8 bytes and a location of 8 bytes. Lower is better.";
    if (ChartScope.severalSizes(all)) {
      add(
          new CurveChart(
              scope.name("bytes"),
              title,
              caption + LOG_AXES,
              ChartScope.sizes(all),
              new Axis("bytes an entry"),
              scope.curves(all, figure, r -> (double) r.entries())));
    } else {
      add(
          new BarChart(
              scope.name("bytes"),
              title,
              caption,
              "bytes an entry",
              BarChart.Scale.LINEAR,
              scope.bars(all, figure)));
    }
  }

  /** What one operation costs, by its cost in the smallest index. */
  private void growth() {
    List<Repeats> all = new ArrayList<>(Typical.repeats(scope.rows(), "init"));
    all.addAll(Typical.repeats(scope.rows(), "run"));
    if (!ChartScope.severalSizes(all)) {
      return;
    }
    List<Curve> curves = new ArrayList<>();
    for (String store : scope.stores().names()) {
      growth(curves, all, store, "init", "filling, an entry", false);
      growth(curves, all, store, "run", "a look-up", true);
    }
    add(
        new CurveChart(
            scope.name("growth"),
            scope.title("How costs grow with the index"),
            "Time for one entry or one look-up, by the same in the smallest index. A level line"
                + " costs the same at any size; where one rises, something has outgrown a cache."
                + " Lower is better."
                + LOG_AXES,
            ChartScope.sizes(all),
            new Axis("times the cost in the smallest"),
            curves));
  }

  private void growth(
      List<Curve> curves,
      List<Repeats> all,
      String store,
      String suite,
      String part,
      boolean dashed) {
    List<ResultRow> own =
        all.stream()
            .map(Repeats::typical)
            .filter(row -> row.suite().equals(suite) && scope.stores().name(row).equals(store))
            .filter(row -> row.opsPerSecond() != null)
            .sorted(Comparator.comparingLong(ResultRow::entries))
            .toList();
    if (own.isEmpty()) {
      return;
    }
    Curve curve = new Curve(store, part, scope.stores().colour(store), dashed);
    Double smallest = Metric.TIME.of(own.get(0));
    for (ResultRow row : own) {
      Double cost = Metric.TIME.of(row);
      if (cost != null && smallest != null) {
        curve.add((double) row.entries(), cost / smallest);
      }
    }
    curves.add(curve);
  }
}
