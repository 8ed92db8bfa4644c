package org.secindex.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Says in plain words which store did what best, from the figures alone. */
final class Findings {
  private static final double SAME = 1.1;

  /** The stores that keep data in a cache of their own; the others leave that to the system. */
  private static final Set<String> OWN_CACHE = Set.of("mysql", "rocksdb");

  private final List<ResultRow> rows;

  Findings(List<ResultRow> rows) {
    this.rows = rows.stream().filter(ResultRow::isOk).filter(ResultRow::isOfAStore).toList();
  }

  /** The sizes that were measured, the largest first. */
  List<Long> sizes() {
    return rows.stream()
        .map(ResultRow::entries)
        .distinct()
        .sorted(Comparator.reverseOrder())
        .toList();
  }

  /** One sentence for each job and for the space, at one size. */
  List<String> sentences(long size) {
    List<String> all = new ArrayList<>();
    fastest(size, "init", r -> usPerOperation(r), "µs an entry")
        .ifPresent(s -> all.add("Filled fastest: " + s));
    fastest(size, "run", r -> rate(r), "look-ups/s")
        .ifPresent(s -> all.add("Single look-ups fastest: " + s));
    fastest(size, "batch", r -> rate(r), "keys/s")
        .ifPresent(s -> all.add("Look-ups of 1000 keys a call fastest: " + s));
    fastest(size, "update", r -> usPerOperation(r), "µs an entry")
        .ifPresent(s -> all.add("Updated fastest: " + s));
    smallest(size).ifPresent(s -> all.add("Smallest on disk: " + s));
    return all;
  }

  /**
   * Which indexes are larger than the cache that their store was given, as {@code mysql at 10M}.
   */
  List<String> beyond(long cacheBytes) {
    Set<String> indexes = new LinkedHashSet<>();
    for (ResultRow row : rows) {
      Long bytes = row.diskBytes();
      if (OWN_CACHE.contains(row.backend()) && bytes != null && bytes > cacheBytes) {
        indexes.add(row.backend() + " at " + Numbers.size(row.entries()) + " entries");
      }
    }
    return List.copyOf(indexes);
  }

  private static double usPerOperation(ResultRow row) {
    return 1e6 / rate(row);
  }

  private static double rate(ResultRow row) {
    return orNaN(row.opsPerSecond());
  }

  private static double orNaN(@Nullable Double value) {
    return value == null ? Double.NaN : value;
  }

  private List<ResultRow> of(long size, String suite) {
    return Typical.of(rows.stream().filter(r -> r.entries() == size).toList(), suite);
  }

  private Optional<String> fastest(
      long size, String suite, ToDoubleFunction<ResultRow> shown, String unit) {
    return compare(
        of(size, suite).stream()
            .sorted(Comparator.comparingDouble(Findings::rate).reversed())
            .toList(),
        shown,
        Findings::usPerOperation,
        unit,
        " takes %s times as long");
  }

  private Optional<String> smallest(long size) {
    List<ResultRow> known =
        of(size, rows.stream().anyMatch(r -> r.suite().equals("init")) ? "init" : "load").stream()
            .filter(r -> r.diskBytes() != null)
            .sorted(Comparator.comparingDouble(Findings::bytesPerEntry))
            .toList();
    return compare(
        known,
        Findings::bytesPerEntry,
        Findings::bytesPerEntry,
        "bytes an entry",
        " is %s times as big");
  }

  private static double bytesPerEntry(ResultRow row) {
    Long bytes = row.diskBytes();
    return bytes == null ? Double.NaN : (double) bytes / row.entries();
  }

  /** The best, then the others with how many times worse they are. */
  private static Optional<String> compare(
      List<ResultRow> bestFirst,
      ToDoubleFunction<ResultRow> shown,
      ToDoubleFunction<ResultRow> cost,
      String unit,
      String worse) {
    if (bestFirst.size() < 2) {
      return Optional.empty();
    }
    ResultRow best = bestFirst.get(0);
    StringBuilder text = new StringBuilder(best.backend());
    text.append(" (")
        .append(Numbers.of(shown.applyAsDouble(best)))
        .append(' ')
        .append(unit)
        .append(')');
    for (ResultRow other : bestFirst.subList(1, bestFirst.size())) {
      double ratio = cost.applyAsDouble(other) / cost.applyAsDouble(best);
      text.append("; ").append(other.backend());
      text.append(ratio < SAME ? " about the same" : worse.formatted(Numbers.of(ratio)));
      text.append(" (").append(Numbers.of(shown.applyAsDouble(other))).append(')');
    }
    return Optional.of(text.append('.').toString());
  }
}
