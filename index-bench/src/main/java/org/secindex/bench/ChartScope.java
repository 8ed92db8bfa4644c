package org.secindex.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.secindex.bench.CurveChart.Axis;
import org.secindex.bench.CurveChart.Curve;
import org.secindex.bench.CurveChart.Tick;

/**
 * Measurements that may be drawn in one chart, and what all their charts have in common.
 *
 * @param rows of stores, all with figures
 * @param stores those of the whole report
 * @param setting what the rows are of, if there are others that they cannot be compared with; else
 *     empty
 * @param suffix of the names of their files
 */
record ChartScope(List<ResultRow> rows, StoreNames stores, String setting, String suffix) {
  /** What a curve or bar shows of a row; null leaves it out. */
  record Value(String name, Function<ResultRow, @Nullable Double> of, boolean dashed) {}

  static final String LOG_AXES = " Both axes are logarithmic.";

  String name(String name) {
    return name + suffix;
  }

  String title(String title) {
    return setting.isEmpty() ? title : title + " (" + setting + ")";
  }

  /** All rows of a suite, with their repeats. */
  List<Repeats> repeats(String suite) {
    return Repeats.of(rows.stream().filter(row -> row.suite().equals(suite)).toList());
  }

  static boolean severalSizes(List<Repeats> all) {
    return all.stream().mapToLong(r -> r.typical().entries()).distinct().count() > 1;
  }

  static long largest(List<Repeats> all) {
    return all.stream().mapToLong(r -> r.typical().entries()).max().orElse(0);
  }

  /** The sizes themselves are labelled. */
  static Axis sizes(List<Repeats> all) {
    return new Axis(
        "entries",
        all.stream()
            .map(r -> r.typical().entries())
            .distinct()
            .sorted()
            .map(size -> new Tick(size, Numbers.size(size)))
            .toList());
  }

  List<Curve> curves(List<Repeats> all, List<Value> values, Function<ResultRow, Double> x) {
    List<Curve> curves = new ArrayList<>();
    for (String store : stores.names()) {
      for (Value value : values) {
        Curve curve =
            new Curve(
                store,
                values.size() == 1 ? "" : value.name(),
                stores.colour(store),
                value.dashed());
        all.stream()
            .filter(repeats -> stores.name(repeats.typical()).equals(store))
            .forEach(repeats -> point(curve, repeats, value.of(), x));
        curves.add(curve);
      }
    }
    return curves;
  }

  static void point(
      Curve curve,
      Repeats repeats,
      Function<ResultRow, @Nullable Double> figure,
      Function<ResultRow, Double> x) {
    Double value = figure.apply(repeats.typical());
    if (value != null) {
      double low = value;
      double high = value;
      for (double one : repeats.values(figure)) {
        low = Math.min(low, one);
        high = Math.max(high, one);
      }
      curve.add(x.apply(repeats.typical()), value, low, high);
    }
  }

  List<BarChart.Bar> bars(List<Repeats> all, List<Value> values) {
    List<BarChart.Bar> bars = new ArrayList<>();
    for (Repeats repeats : all) {
      for (Value value : values) {
        Double length = value.of().apply(repeats.typical());
        if (length != null) {
          bars.add(new BarChart.Bar(stores.name(repeats.typical()), value.name(), length));
        }
      }
    }
    return bars;
  }
}
