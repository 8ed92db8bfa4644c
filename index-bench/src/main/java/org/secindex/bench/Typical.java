package org.secindex.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The measurements that charts and sentences speak of: of each backend and size one, with the
 * smallest number of clients; of several repeats the median by time on the clock (of an even number
 * the faster one in the middle).
 */
final class Typical {
  private Typical() {}

  /** Those of a suite, in the order of the rows. What failed is left out. */
  static List<ResultRow> of(List<ResultRow> rows, String suite) {
    List<ResultRow> done =
        rows.stream()
            .filter(ResultRow::isOk)
            .filter(ResultRow::isOfAStore)
            .filter(r -> r.suite().equals(suite))
            .toList();
    int fewest = done.stream().mapToInt(ResultRow::clients).min().orElse(1);
    Map<List<Object>, List<ResultRow>> repeats = new LinkedHashMap<>();
    for (ResultRow row : done) {
      if (row.clients() == fewest) {
        repeats
            .computeIfAbsent(List.of(row.backend(), row.entries()), same -> new ArrayList<>())
            .add(row);
      }
    }
    return repeats.values().stream().map(Typical::median).toList();
  }

  private static ResultRow median(List<ResultRow> repeats) {
    repeats.sort(Comparator.comparingDouble(row -> orNaN(row.wallSeconds())));
    return repeats.get((repeats.size() - 1) / 2);
  }

  private static double orNaN(@Nullable Double value) {
    return value == null ? Double.NaN : value;
  }
}
