package org.secindex.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The circumstances that must be the same before two figures may stand side by side: who ignores
 * them finds the winner that the method made.
 *
 * @param keys how the keys lie
 * @param durability what has to be on stable storage when a call returns
 * @param machine processor and memory, in short
 * @param cache whether what is read was in memory
 * @param lookups which keys are asked for, and at what rate; empty if that is not known
 */
record Setting(String keys, String durability, String machine, String cache, String lookups) {
  private record Part(String name, Function<Setting, String> value) {}

  private static final List<Part> PARTS =
      List.of(
          new Part("keys ", Setting::keys),
          new Part("durability ", Setting::durability),
          new Part("cache ", Setting::cache),
          new Part("look-ups ", Setting::lookups),
          new Part("on ", Setting::machine));

  static Setting of(ResultRow row, String machine) {
    return new Setting(row.keys(), row.durability(), machine, row.cache(), lookups(row.method()));
  }

  /** In words, as {@code uniform with 10 % misses}; empty if nothing is looked up. */
  static String lookups(Method method) {
    Double misses = method.missShare();
    Double rate = method.rate();
    return method.queries()
        + (misses == null ? "" : " with " + Numbers.of(100 * misses) + " % misses")
        + (rate == null ? "" : String.format(Locale.ROOT, " at %,.0f calls/s", rate));
  }

  /** Whether what needs no look-ups, as filling, is the same in both. */
  boolean fillsAs(Setting other) {
    return keys.equals(other.keys)
        && durability.equals(other.durability)
        && machine.equals(other.machine);
  }

  /** All that is to be said, as {@code keys lsst, durability sync, cache warm, on ...}. */
  String label() {
    return label(null);
  }

  /** What tells this one from others; empty if there are no others. */
  String labelAmong(List<Setting> all) {
    return label(all);
  }

  private String label(@Nullable List<Setting> all) {
    List<String> words = new ArrayList<>();
    for (Part part : PARTS) {
      String value = part.value.apply(this);
      boolean tells = all == null || all.stream().map(part.value).distinct().count() > 1;
      if (tells && !value.isEmpty()) {
        words.add(part.name + value);
      }
    }
    return String.join(", ", words);
  }
}
