package org.secindex.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which store did what best, from the figures alone. */
final class Findings {
  /** Costs that are nearer to each other than this are taken for the same. */
  private static final double SAME = 1.1;

  /** The stores that keep data in a cache of their own; the others leave that to the system. */
  private static final Set<String> OWN_CACHE = Set.of("mysql", "rocksdb");

  private final List<ResultRow> rows;
  private final StoreNames stores;

  /**
   * The answer to a question, at one size.
   *
   * @param costs by the name of the store
   */
  record Answer(Question question, Map<String, Double> costs) {
    double least() {
      return costs.values().stream().min(Comparator.naturalOrder()).orElse(Double.NaN);
    }

    /** How many times the least a store costs; NaN if it was not asked. */
    double factor(String store) {
      Double cost = costs.get(store);
      return cost == null ? Double.NaN : cost / least();
    }

    boolean isBest(String store) {
      return factor(store) < SAME;
    }
  }

  /**
   * Of measurements that may be compared.
   *
   * @param stores names those of the whole report
   */
  Findings(List<ResultRow> rows, StoreNames stores) {
    this.rows = rows.stream().filter(ResultRow::isOk).toList();
    this.stores = stores;
  }

  /** The sizes that were measured, the largest first. */
  List<Long> sizes() {
    return rows.stream()
        .map(ResultRow::entries)
        .distinct()
        .sorted(Comparator.reverseOrder())
        .toList();
  }

  /** The stores that were asked at this size. */
  List<String> stores(long size) {
    Set<String> asked = new LinkedHashSet<>();
    answers(size).forEach(answer -> asked.addAll(answer.costs().keySet()));
    return stores.names().stream().filter(asked::contains).toList();
  }

  /** To each question that was asked at this size. */
  List<Answer> answers(long size) {
    List<ResultRow> ofSize = rows.stream().filter(row -> row.entries() == size).toList();
    List<Answer> answers = new ArrayList<>();
    for (Question question : Question.values()) {
      Map<String, Double> costs = new LinkedHashMap<>();
      for (ResultRow row : question.rows(ofSize)) {
        Double cost = question.cost(row);
        if (cost != null) {
          costs.put(stores.name(row), cost);
        }
      }
      if (!costs.isEmpty()) {
        answers.add(new Answer(question, costs));
      }
    }
    return answers;
  }

  /** What each store was best at, in short; a store that was best at nothing is not there. */
  Map<String, List<String>> best(long size) {
    Map<String, List<String>> best = new LinkedHashMap<>();
    for (String store : stores(size)) {
      List<String> jobs =
          answers(size).stream()
              .filter(answer -> answer.costs().size() > 1 && answer.isBest(store))
              .map(answer -> answer.question().inShort())
              .toList();
      if (!jobs.isEmpty()) {
        best.put(store, jobs);
      }
    }
    return best;
  }

  /**
   * Which indexes are larger than the cache that their store was given, as {@code mysql at 10M}.
   */
  List<String> beyond(long cacheBytes) {
    Set<String> indexes = new LinkedHashSet<>();
    for (ResultRow row : rows) {
      Long bytes = row.diskBytes();
      if (OWN_CACHE.contains(row.backend()) && bytes != null && bytes > cacheBytes) {
        indexes.add(stores.name(row) + " at " + Numbers.size(row.entries()) + " entries");
      }
    }
    return List.copyOf(indexes);
  }
}
