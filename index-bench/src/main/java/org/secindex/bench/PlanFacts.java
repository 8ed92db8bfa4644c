package org.secindex.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.secindex.api.IndexConfigException;

/** A {@link BenchPlan} as it stands in {@code run.json}. */
final class PlanFacts {
  /** What may differ when a run is resumed: then there is more to measure, or less. */
  private static final List<String> EXTENT =
      List.of(
          "backends",
          "stores_measured",
          "suites",
          "sizes",
          "clients",
          "batch_keys_a_call",
          "repeats");

  private PlanFacts() {}

  static Map<String, Object> of(BenchPlan plan) {
    Lookups lookups = plan.lookups();
    Stores stores = plan.stores();
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("backends", stores.backends());
    facts.put("stores_measured", stores.names().stream().map(StoreName::toString).toList());
    facts.put("suites", plan.suites().stream().map(Suite::label).toList());
    facts.put("sizes", plan.sizes());
    facts.put("keys", plan.keys());
    facts.put("lookups", lookups.single());
    facts.put("batch_lookups", lookups.batched());
    facts.put("batch_keys_a_call", lookups.batches());
    facts.put("clients", lookups.clients());
    facts.put("queries", lookups.choice().distribution().toString());
    facts.put("miss_share", lookups.choice().missShare());
    facts.put("seed", lookups.choice().seed());
    facts.put(
        "duration_s", lookups.pace().duration().map(time -> time.toMillis() / 1e3).orElse(0.0));
    facts.put("rate", lookups.pace().rate());
    facts.put("repeats", plan.repeats());
    facts.put("cold", plan.cold());
    facts.put("durability", stores.durabilityLabel());
    facts.put("cache_bytes", stores.cacheBytes());
    facts.put("faults", stores.faults().equals(Faults.NONE) ? "none" : stores.faults().remark());
    return facts;
  }

  /**
   * Those of a plan that goes on with a run: what is measured is what both together say.
   *
   * @param run what {@code run.json} says; empty if there is no such run
   */
  static Map<String, Object> together(BenchPlan plan, Map<String, Object> run) {
    Map<String, Object> facts = of(plan);
    facts.replaceAll(
        (name, value) -> {
          Object before = run.get(name);
          if (before instanceof List<?> earlier && value instanceof List<?> now) {
            // Read from a file, a size may be an Integer.
            Map<String, Object> all = new LinkedHashMap<>();
            earlier.forEach(item -> all.put(String.valueOf(item), item));
            now.forEach(item -> all.putIfAbsent(String.valueOf(item), item));
            return List.copyOf(all.values());
          }
          return before instanceof Integer earlier && value instanceof Integer now
              ? Integer.valueOf(Math.max(earlier, now))
              : value;
        });
    return facts;
  }

  /**
   * Whether a plan goes on with a run.
   *
   * @param run what {@code run.json} says
   * @throws IndexConfigException naming all that differs and must not
   */
  static void requireSame(BenchPlan plan, Map<String, Object> run) {
    List<String> problems = new ArrayList<>();
    of(plan)
        .forEach(
            (name, value) -> {
              String before = String.valueOf(run.get(name));
              if (!EXTENT.contains(name) && !Objects.equals(before, String.valueOf(value))) {
                problems.add(
                    "bench: --resume: %s is %s, but was %s in %s"
                        .formatted(name.replace('_', ' '), value, before, plan.out()));
              }
            });
    if (!problems.isEmpty()) {
      throw new IndexConfigException(problems);
    }
  }
}
