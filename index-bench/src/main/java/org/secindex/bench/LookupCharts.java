package org.secindex.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.secindex.bench.ChartScope.Value;
import org.secindex.bench.CurveChart.Axis;
import org.secindex.bench.CurveChart.Curve;
import org.secindex.bench.CurveChart.Tick;

/** What look-ups cost, and how many there can be: by size, clients, keys a call and percentile. */
final class LookupCharts {
  private static final List<Value> KEYS_PER_SECOND =
      List.of(
          new Value("one key a call", r -> ofSuite(r, "run"), false),
          new Value("many keys a call", r -> ofSuite(r, "batch"), true));

  private static final List<Tick> PERCENTILES =
      List.of(
          percentile(50),
          percentile(75),
          percentile(90),
          percentile(95),
          percentile(99),
          percentile(99.9),
          percentile(99.99));

  private static final String LOG_AXES = ChartScope.LOG_AXES;

  private final ChartScope scope;

  LookupCharts(ChartScope scope) {
    this.scope = scope;
  }

  /** Of the largest index only: look-ups a second against the number of clients. */
  Chart clients() {
    List<Repeats> all = new ArrayList<>(scope.repeats("run"));
    all.addAll(scope.repeats("batch"));
    long largest = ChartScope.largest(all);
    all.removeIf(r -> r.typical().entries() != largest);
    all.removeIf(r -> r.typical().suite().equals("batch") && !Typical.isUsual(r.typical()));
    return new CurveChart(
        scope.name("clients"),
        scope.title("Look-ups per second by clients, " + Numbers.size(largest) + " entries"),
        "All clients together, in one process on the machine of the servers: where a curve is"
            + " level, something is used up, and that may be the processors. Higher is better."
            + LOG_AXES,
        new Axis("clients", ticks(all, r -> r.clients())),
        new Axis("keys/s"),
        scope.curves(all, KEYS_PER_SECOND, r -> (double) r.clients()));
  }

  /** All values of the lower axis. */
  private static List<Tick> ticks(List<Repeats> all, ToLongFunction<ResultRow> x) {
    return all.stream()
        .mapToLong(r -> x.applyAsLong(r.typical()))
        .distinct()
        .sorted()
        .mapToObj(n -> new Tick(n, Numbers.size(n)))
        .toList();
  }

  private static @Nullable Double ofSuite(ResultRow row, String suite) {
    return row.suite().equals(suite) ? row.opsPerSecond() : null;
  }

  /** Look-ups a second, one by one and many a call, against size; of one size, bars. */
  Chart throughput() {
    List<Repeats> all = new ArrayList<>(Typical.repeats(scope.rows(), "run"));
    all.addAll(Typical.repeats(scope.rows(), "batch"));
    int clients = all.isEmpty() ? 1 : all.get(0).typical().clients();
    String caption =
        "Keys looked up a second by "
            + (clients == 1 ? "one client" : clients + " clients")
            + "; higher is better.";
    return ChartScope.severalSizes(all)
        ? new CurveChart(
            scope.name("throughput"),
            scope.title("Look-ups per second"),
            caption + LOG_AXES,
            ChartScope.sizes(all),
            new Axis("keys/s"),
            scope.curves(all, KEYS_PER_SECOND, r -> (double) r.entries()))
        : new BarChart(
            scope.name("throughput"),
            scope.title("Look-ups per second"),
            caption + " The axis is logarithmic.",
            "keys/s",
            BarChart.Scale.LOGARITHMIC,
            scope.bars(all, KEYS_PER_SECOND));
  }

  /** Percentiles of single look-ups in the largest index. */
  Chart latency() {
    List<Repeats> all = new ArrayList<>(Typical.repeats(scope.rows(), "run"));
    long largest = ChartScope.largest(all);
    all.removeIf(r -> r.typical().entries() != largest);
    List<Curve> curves = new ArrayList<>();
    for (Repeats repeats : all) {
      ResultRow row = repeats.typical();
      String store = scope.stores().name(row);
      Latency intended = row.intended();
      percentiles(curves, store, intended == null ? "" : "of the call", row.latency(), false);
      percentiles(curves, store, "from the intended start", intended, true);
    }
    return new CurveChart(
        scope.name("latency"),
        scope.title("How long a look-up takes, " + Numbers.size(largest) + " entries"),
        "So many of 100 single look-ups took no longer. In a closed loop, as here unless a rate is"
            + " named, the wait of callers who come at their own time is not in it (coordinated"
            + " omission). Lower is better."
            + LOG_AXES,
        new Axis("% of look-ups", PERCENTILES),
        new Axis("µs"),
        curves);
  }

  /** The axis is spread towards 100 %: at each power of ten, ten times fewer calls are slower. */
  private static double place(double percent) {
    return 100 / (100 - percent);
  }

  private static Tick percentile(double percent) {
    return new Tick(place(percent), ShortFormat.plain(percent));
  }

  private void percentiles(
      List<Curve> curves, String store, String part, @Nullable Latency latency, boolean dashed) {
    if (latency == null) {
      return;
    }
    Curve curve = new Curve(store, part, scope.stores().colour(store), dashed);
    point(curve, 50, latency.p50Micros());
    point(curve, 75, latency.p75Micros());
    point(curve, 90, latency.p90Micros());
    point(curve, 95, latency.p95Micros());
    point(curve, 99, latency.p99Micros());
    point(curve, 99.9, latency.p999Micros());
    point(curve, 99.99, latency.p9999Micros());
    curves.add(curve);
  }

  private static void point(Curve curve, double percent, @Nullable Double micros) {
    if (micros != null) {
      curve.add(place(percent), micros);
    }
  }

  /** Of the largest index: what a key costs against how many a call asks for. */
  Chart batches() {
    List<Repeats> all = new ArrayList<>(scope.repeats("batch"));
    long largest = ChartScope.largest(all);
    int fewest = all.stream().mapToInt(r -> r.typical().clients()).min().orElse(1);
    all.removeIf(r -> r.typical().entries() != largest || r.typical().clients() != fewest);
    return new CurveChart(
        scope.name("batches"),
        scope.title("What a key costs by keys a call, " + Numbers.size(largest) + " entries"),
        "Time on the clock for each key. Lower is better." + LOG_AXES,
        new Axis("keys a call", ticks(all, LookupCharts::keysPerCall)),
        new Axis("µs a key"),
        scope.curves(
            all, List.of(new Value("", Metric.TIME::of, false)), r -> (double) keysPerCall(r)));
  }

  private static long keysPerCall(ResultRow row) {
    Integer keys = row.method().keysPerCall();
    return keys == null ? 1 : keys;
  }
}
