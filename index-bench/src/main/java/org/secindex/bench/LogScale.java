package org.secindex.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.secindex.bench.CurveChart.Tick;

/**
 * A logarithmic axis: where on it a value lies, and where it is labelled.
 *
 * @param low the value at its beginning
 * @param high the value at its end
 * @param ticks in between
 */
record LogScale(double low, double high, List<Tick> ticks) {
  /** Multiples of a power of ten that are labelled, by how many powers there are to label. */
  private static final double[] FEW_POWERS = {1, 2, 5};

  private static final double[] SOME_POWERS = {1, 3};
  private static final double[] MANY_POWERS = {1};

  /** Space beyond the outermost values, as a share of the axis. */
  private static final double MARGIN = 0.04;

  /**
   * Fits the values.
   *
   * @param values at least one, all above 0
   * @param wanted where it is to be labelled; if empty, at round numbers, which it then begins and
   *     ends with
   */
  static LogScale of(double[] values, List<Tick> wanted) {
    double least = DoubleStream.of(values).min().orElse(1);
    double most = DoubleStream.of(values).max().orElse(1);
    if (!wanted.isEmpty()) {
      double space = Math.max(Math.log10(most / least), 0.3) * MARGIN;
      return new LogScale(least / Math.pow(10, space), most * Math.pow(10, space), wanted);
    }
    double powers = Math.log10(most / least);
    double[] multiples = powers < 2 ? FEW_POWERS : powers < 5 ? SOME_POWERS : MANY_POWERS;
    List<Tick> ticks = new ArrayList<>();
    for (int power = (int) Math.floor(Math.log10(least)); ; power++) {
      for (double multiple : multiples) {
        double value = multiple * Math.pow(10, power);
        ticks.add(new Tick(value, ShortFormat.of(value)));
        if (value >= most) {
          int first = 0;
          while (first + 1 < ticks.size() && ticks.get(first + 1).value() <= least) {
            first++;
          }
          return new LogScale(ticks.get(first).value(), value, ticks.subList(first, ticks.size()));
        }
      }
    }
  }

  /** Where a value lies: 0 at the beginning, 1 at the end. */
  double place(double value) {
    return low == high ? 0.5 : Math.log(value / low) / Math.log(high / low);
  }
}
