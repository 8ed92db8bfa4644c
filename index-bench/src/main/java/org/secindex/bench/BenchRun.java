package org.secindex.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.secindex.api.Access;
import org.secindex.api.IndexStatistics;
import org.secindex.api.SecondaryIndex;

/**
 * What all measurements of a run share.
 *
 * @param id names the run
 * @param plan what is to be measured
 * @param log what has been
 * @param listener told how it goes on
 * @param cancelled set by another thread when the run is to end
 * @param ramBytes of this machine
 * @param notes on what could mislead
 * @param stores what each store says about itself, by its name
 */
record BenchRun(
    String id,
    BenchPlan plan,
    RunLog log,
    BenchListener listener,
    AtomicBoolean cancelled,
    long ramBytes,
    Notes notes,
    Map<String, Object> stores) {

  boolean isCancelled() {
    return cancelled.get();
  }

  ResultRow.Circumstances circumstances(StoreName store, Task task, long entries, int repeat) {
    return new ResultRow.Circumstances(
        id,
        store.backend(),
        store.layout(),
        task.suite().label(),
        plan.keys(),
        entries,
        task.clients(),
        repeat,
        plan.stores().durabilityLabel(),
        plan.method(task));
  }

  /** What the store says about itself, once for each. */
  void describe(Trial trial) {
    Target target = trial.target();
    String name = target.name().toString();
    if (stores.containsKey(name)) {
      return;
    }
    try (SecondaryIndex index = trial.open(Access.READ)) {
      IndexStatistics statistics = index.statistics();
      Map<String, Object> store = new LinkedHashMap<>();
      store.put("engine", target.engine());
      store.put("layout", target.name().layout());
      store.put("format", statistics.format());
      store.put("settings", target.settings());
      store.put("details", statistics.details());
      stores.put(name, store);
    }
  }
}
