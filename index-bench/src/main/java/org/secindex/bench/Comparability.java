package org.secindex.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.secindex.api.IndexException;

/** Whether figures of two runs may be held against each other at all, in so many words. */
final class Comparability {
  private record Condition(String name, Function<Setting, String> value) {}

  /** What makes figures of different things. */
  private static final List<Condition> CONDITIONS =
      List.of(
          new Condition("keys", Setting::keys),
          new Condition("durability", Setting::durability),
          new Condition("cache", Setting::cache),
          new Condition("look-ups", Setting::lookups));

  private static final List<String> MACHINE =
      List.of("kernel", "arch", "file_system", "jvm", "jvm_version", "jvm_flags", "gc");

  private static final List<String> RUN =
      List.of(
          "cache_bytes", "lookups", "batch_lookups", "batch_keys_a_call", "duration_s", "faults");

  private final RunResults base;
  private final RunResults other;

  Comparability(RunResults base, RunResults other) {
    this.base = base;
    this.other = other;
  }

  /**
   * Lets only runs pass that have something in common.
   *
   * @throws IndexException with all that stands against it
   */
  void require() {
    List<String> problems = new ArrayList<>();
    for (RunResults run : List.of(base, other)) {
      if (run.isInvalid()) {
        problems.add(
            run.directory() + " is invalid: answers were wrong, so its figures mean nothing");
      }
    }
    for (Condition condition : CONDITIONS) {
      Set<String> here = values(base, condition);
      Set<String> there = values(other, condition);
      if (!here.isEmpty() && !there.isEmpty() && Collections.disjoint(here, there)) {
        problems.add(
            condition.name() + " " + list(here) + " in the one, " + list(there) + " in the other");
      }
    }
    if (!problems.isEmpty()) {
      throw new IndexException(
          "bench compare: %s and %s cannot be compared: %s"
              .formatted(base.directory(), other.directory(), String.join("; ", problems)));
    }
  }

  private static Set<String> values(RunResults run, Condition condition) {
    Set<String> values = new TreeSet<>();
    for (Setting setting : new Results(List.of(run)).bySetting().keySet()) {
      values.add(condition.value().apply(setting));
    }
    values.remove("");
    return values;
  }

  private static String list(Set<String> values) {
    return String.join(" and ", values);
  }

  /** Whether processor and memory are the same. */
  boolean isSameMachine() {
    return base.machineLabel().equals(other.machineLabel());
  }

  /**
   * What else is not the same, a line each, as {@code kernel: 6.1 in the one, 6.2 in the other}.
   */
  List<String> differences() {
    Map<String, List<Object>> all = new LinkedHashMap<>();
    if (!isSameMachine()) {
      all.put("machine", List.of(base.machineLabel(), other.machineLabel()));
    }
    for (String name : MACHINE) {
      put(all, name, base.machine(), other.machine());
    }
    for (String name : RUN) {
      put(all, name, base.about(), other.about());
    }
    List<String> lines = new ArrayList<>();
    all.forEach(
        (name, values) ->
            lines.add(
                name.replace('_', ' ')
                    + ": "
                    + values.get(0)
                    + " in the one, "
                    + values.get(1)
                    + " in the other"));
    return lines;
  }

  private static void put(
      Map<String, List<Object>> all,
      String name,
      Map<String, Object> base,
      Map<String, Object> other) {
    Object here = base.get(name);
    Object there = other.get(name);
    if (!Objects.equals(here, there)) {
      all.put(name, List.of(orUnknown(here), orUnknown(there)));
    }
  }

  private static Object orUnknown(@Nullable Object value) {
    return value == null ? "not known" : value;
  }
}
