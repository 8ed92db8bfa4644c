package org.secindex.bench;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One cost of one job of a store in two runs.
 *
 * @param row what was measured, as it stands in the first run
 * @param store its name
 * @param metric which cost
 * @param base the cost in the first run: of several repeats the geometric mean
 * @param other the cost in the second run
 * @param baseRepeats how many measurements that is
 * @param otherRepeats the same of the second run
 * @param difference between them
 * @param verdict what is to be thought of it
 */
record Compared(
    ResultRow row,
    String store,
    Metric metric,
    double base,
    double other,
    int baseRepeats,
    int otherRepeats,
    Difference difference,
    Verdict verdict) {

  /** What a difference means. */
  enum Verdict {
    /** None was found, and one that matters would have been. */
    EQUAL,

    /** The second run costs less, beyond chance. */
    BETTER,

    /** The second run costs more, beyond chance. */
    WORSE,

    /** None was found, but the spread is such, or the repeats so few, that one may be there. */
    UNCLEAR
  }

  Compared with(Verdict changed) {
    return new Compared(
        row, store, metric, base, other, baseRepeats, otherRepeats, difference, changed);
  }

  /** In a word or two, as {@code slower}. */
  String word() {
    return switch (verdict) {
      case EQUAL -> "equal";
      case BETTER -> metric.better();
      case WORSE -> metric.worse();
      case UNCLEAR -> "unclear";
    };
  }

  /** For programs. */
  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("store", store);
    fields.put("suite", row.suite());
    fields.put("entries", row.entries());
    fields.put("clients", row.clients());
    fields.put("keysPerCall", row.method().keysPerCall());
    fields.put("metric", metric.label());
    fields.put("unit", metric.unit());
    fields.put("base", base);
    fields.put("other", other);
    fields.put("baseRepeats", baseRepeats);
    fields.put("otherRepeats", otherRepeats);
    fields.put("ratio", difference.ratio());
    fields.put("uncertainty", difference.uncertainty());
    fields.put("verdict", word());
    return fields;
  }
}
