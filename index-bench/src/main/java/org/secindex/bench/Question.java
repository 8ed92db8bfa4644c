package org.secindex.bench;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a reader asks of a store, and what the answer costs: the less the better. */
enum Question {
  INIT("Fill it, from sorted entries", "filling", "µs an entry", "init", Metric.TIME),
  LOAD("Fill it, from TSV files", "loading files", "µs an entry", "load", Metric.TIME),
  RUN("Look up one key", "single look-ups", "µs a look-up", "run", Metric.TIME),
  BATCH("Look up many keys a call", "batches", "µs a key", "batch", Metric.TIME),
  MIXED(
      "Look up while it is written",
      "look-ups beside writing",
      "µs a look-up",
      "mixed",
      Metric.TIME),
  SCAN("Read it all, in order", "scanning", "µs an entry", "scan", Metric.TIME),
  UPDATE("Write over it", "updating", "µs an entry", "update", Metric.TIME),

  /** Asked of the index as it was filled, which an update has not yet made larger. */
  DISK("Room on disk", "room on disk", "bytes an entry", "init", Metric.DISK);

  private final String text;
  private final String inShort;
  private final String unit;
  private final String suite;
  private final Metric cost;

  Question(String text, String inShort, String unit, String suite, Metric cost) {
    this.text = text;
    this.inShort = inShort;
    this.unit = unit;
    this.suite = suite;
    this.cost = cost;
  }

  String text() {
    return text;
  }

  /** As part of a sentence. */
  String inShort() {
    return inShort;
  }

  String unit() {
    return unit;
  }

  /** The measurements that tell, one for each store and size. */
  List<ResultRow> rows(List<ResultRow> all) {
    List<ResultRow> rows = Typical.of(all, suite);
    // Whoever does not fill by init does by load.
    return rows.isEmpty() && this == DISK ? Typical.of(all, "load") : rows;
  }

  /** Null if the row does not tell. */
  @Nullable Double cost(ResultRow row) {
    return cost.of(row);
  }
}
