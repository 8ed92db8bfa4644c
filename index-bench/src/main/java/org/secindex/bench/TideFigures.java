package org.secindex.bench;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What was measured on TIDE logs, to be asked for: of several repeats the median. */
final class TideFigures {
  /** All that reads a log, in the order in which it is done and shown. */
  static final List<String> METHODS = List.of("scan", "index", "read");

  static final List<String> CACHES = List.of("warm", "cold");

  private final List<TideRow> rows;

  TideFigures(List<TideRow> rows) {
    this.rows = rows.stream().filter(TideRow::isOk).toList();
  }

  /** The logs of a part, in the order in which they were measured. */
  List<TideShape> shapes(String part) {
    return rows.stream()
        .filter(row -> row.part().equals(part))
        .map(TideRow::shape)
        .distinct()
        .toList();
  }

  /** The median by time on the clock (of an even number the faster one in the middle). */
  Optional<TideRow> row(String part, TideShape shape, String method, String cache) {
    List<TideRow> repeats =
        rows.stream()
            .filter(row -> row.effort() != null)
            .filter(row -> row.part().equals(part) && row.shape().equals(shape))
            .filter(row -> row.method().equals(method) && row.cache().equals(cache))
            .sorted(Comparator.comparingDouble(TideRow::seconds))
            .toList();
    return repeats.isEmpty()
        ? Optional.empty()
        : Optional.of(repeats.get((repeats.size() - 1) / 2));
  }

  /** Time on the clock; NaN if it was not measured. */
  double seconds(String part, TideShape shape, String method, String cache) {
    return row(part, shape, method, cache).map(TideRow::seconds).orElse(Double.NaN);
  }
}
