package org.secindex.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The same measurement made several times.
 *
 * @param rows at least one, the shortest time on the clock first
 */
record Repeats(List<ResultRow> rows) {
  /** Sorts. */
  Repeats {
    rows =
        rows.stream().sorted(Comparator.comparingDouble(row -> orNaN(row.wallSeconds()))).toList();
  }

  /**
   * Puts those together that differ in nothing but their repeat, in the order of the first of each.
   * What failed is left out. Repeats of another run count if the same was measured.
   */
  static List<Repeats> of(List<ResultRow> rows) {
    Map<List<Object>, List<ResultRow>> groups = new LinkedHashMap<>();
    for (ResultRow row : rows) {
      if (row.isOk()) {
        groups.computeIfAbsent(what(row), same -> new ArrayList<>()).add(row);
      }
    }
    return groups.values().stream().map(Repeats::new).toList();
  }

  private static List<Object> what(ResultRow row) {
    return List.of(
        row.backend(),
        row.layout(),
        row.suite(),
        row.keys(),
        row.entries(),
        row.clients(),
        row.cache(),
        row.durability(),
        row.method());
  }

  private static double orNaN(@Nullable Double value) {
    return value == null ? Double.NaN : value;
  }

  /** The median by time on the clock; of an even number the faster one in the middle. */
  ResultRow typical() {
    return rows.get((rows.size() - 1) / 2);
  }

  /** A figure of each repeat that has it. */
  double[] values(Function<ResultRow, @Nullable Double> figure) {
    return rows.stream()
        .map(figure)
        .filter(value -> value != null)
        .mapToDouble(Double::doubleValue)
        .toArray();
  }
}
