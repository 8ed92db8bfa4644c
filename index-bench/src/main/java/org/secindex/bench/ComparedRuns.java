package org.secindex.bench;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.secindex.bench.Compared.Verdict;

/** Finds in two runs what was measured in both. */
final class ComparedRuns {
  /** What was measured; two rows are compared if it is the same. */
  private record What(
      String backend,
      String layout,
      String suite,
      String keys,
      long entries,
      int clients,
      String cache,
      String durability,
      Method method) {
    static What of(ResultRow row, String backend, String layout) {
      return new What(
          backend,
          layout,
          row.suite(),
          row.keys(),
          row.entries(),
          row.clients(),
          row.cache(),
          row.durability(),
          row.method());
    }

    String label() {
      return "%s %s, %s entries, clients: %d"
          .formatted(backend, suite, Numbers.size(entries), clients);
    }

    /** The same of a row without figures, of which less is known. */
    boolean isPlannedAs(ResultRow row, String rowBackend) {
      return backend.equals(rowBackend)
          && suite.equals(row.suite())
          && entries == row.entries()
          && clients == row.clients()
          && method.equals(row.method());
    }
  }

  private final Map<What, List<ResultRow>> base = new LinkedHashMap<>();
  private final Map<What, List<ResultRow>> other = new LinkedHashMap<>();

  /** Of the other run, what has no figures. */
  private final List<ResultRow> failures;

  private final Map<String, String> renamed;
  private final StoreNames stores;
  private final boolean sameRun;

  /**
   * Looks at both.
   *
   * @param renamed backends of the other run by the name of that in the base; if there are any,
   *     they alone are compared
   */
  ComparedRuns(RunResults base, RunResults other, Map<String, String> renamed) {
    this.renamed = renamed;
    stores = new StoreNames(base.rows());
    sameRun = runs(base).equals(runs(other));
    Map<String, String> layouts = new HashMap<>();
    for (ResultRow row : base.rows()) {
      if (isMeant(row) && (renamed.isEmpty() || renamed.containsValue(row.backend()))) {
        layouts.putIfAbsent(row.backend(), row.layout());
        add(this.base, What.of(row, row.backend(), row.layout()), row);
      }
    }
    for (ResultRow row : other.rows()) {
      if (isMeant(row) && (renamed.isEmpty() || renamed.containsKey(row.backend()))) {
        String backend = name(row);
        boolean isOther = !backend.equals(row.backend());
        String layout = isOther ? layouts.getOrDefault(backend, "") : row.layout();
        add(this.other, What.of(row, backend, layout), row);
      }
    }
    failures = other.rows().stream().filter(row -> !row.isOk()).toList();
  }

  private static boolean isMeant(ResultRow row) {
    return row.isOk() && row.isOfAStore();
  }

  private static List<String> runs(RunResults results) {
    return results.rows().stream().map(ResultRow::run).distinct().toList();
  }

  private static void add(Map<What, List<ResultRow>> to, What what, ResultRow row) {
    to.computeIfAbsent(what, same -> new ArrayList<>()).add(row);
  }

  private String name(ResultRow row) {
    return renamed.getOrDefault(row.backend(), row.backend());
  }

  private Optional<ResultRow> failure(What what) {
    return failures.stream().filter(row -> what.isPlannedAs(row, name(row))).findFirst();
  }

  /** All costs that both runs tell, not yet judged. */
  List<Compared> compared() {
    List<Compared> all = new ArrayList<>();
    base.forEach(
        (what, rows) -> {
          List<ResultRow> others = other.get(what);
          if (others != null) {
            for (Metric metric : Metric.values()) {
              double[] before = costs(rows, metric);
              double[] after = costs(others, metric);
              if (before.length > 0 && after.length > 0) {
                all.add(compared(rows.get(0), metric, before, after));
              }
            }
          }
        });
    return all;
  }

  private static double[] costs(List<ResultRow> rows, Metric metric) {
    return new Repeats(rows).values(metric::of);
  }

  private Compared compared(ResultRow row, Metric metric, double[] before, double[] after) {
    return new Compared(
        row,
        stores.name(row),
        metric,
        mean(before),
        mean(after),
        before.length,
        after.length,
        Difference.of(before, after, sameRun),
        Verdict.UNCLEAR);
  }

  private static double mean(double[] costs) {
    return Math.exp(DoubleStream.of(costs).map(Math::log).average().orElse(Double.NaN));
  }

  /** What the base measured, and the other run tried in vain. */
  List<String> failed() {
    List<String> lines = new ArrayList<>();
    for (What what : base.keySet()) {
      if (!other.containsKey(what)) {
        failure(what)
            .ifPresent(
                row -> lines.add("FAILED in the other run: " + what.label() + ": " + row.status()));
      }
    }
    return lines;
  }

  /** What only one of the runs was to measure. */
  List<String> alone() {
    List<String> lines = new ArrayList<>();
    for (What what : base.keySet()) {
      if (!other.containsKey(what) && failure(what).isEmpty()) {
        lines.add(what.label() + ": only in the base");
      }
    }
    for (What what : other.keySet()) {
      if (!base.containsKey(what)) {
        lines.add(what.label() + ": only in the other run");
      }
    }
    return lines;
  }
}
