package org.secindex.bench;

import org.jspecify.annotations.Nullable;

/** A cost that runs are compared by: the less the better. */
enum Metric {
  /** Time on the clock. */
  TIME("time", "µs an operation", "slower", "faster"),

  /** CPU of client and servers. */
  CPU("CPU", "µs an operation", "more CPU", "less CPU"),

  /** Of calls; in an open loop from the moment when they should have been made. */
  P99("p99", "µs a call", "slower", "faster"),

  /** Size of the index. */
  DISK("disk", "bytes an entry", "larger", "smaller");

  /** The system counts CPU in ticks of 10 ms: of less than 20 of them nothing can be said. */
  private static final double LEAST_CPU_SECONDS = 0.2;

  private final String label;
  private final String unit;
  private final String worse;
  private final String better;

  Metric(String label, String unit, String worse, String better) {
    this.label = label;
    this.unit = unit;
    this.worse = worse;
    this.better = better;
  }

  String label() {
    return label;
  }

  String unit() {
    return unit;
  }

  String worse() {
    return worse;
  }

  String better() {
    return better;
  }

  /** Null if the row does not tell; else above 0. */
  @Nullable Double of(ResultRow row) {
    Double value =
        switch (this) {
          case TIME -> inverse(row.opsPerSecond());
          case CPU -> cpu(row);
          case P99 -> p99(row);
          case DISK -> bytesPerEntry(row);
        };
    return value == null || !(value > 0) ? null : value;
  }

  private static @Nullable Double inverse(@Nullable Double perSecond) {
    return perSecond == null ? null : Double.valueOf(1e6 / perSecond);
  }

  private static @Nullable Double cpu(ResultRow row) {
    Double seconds = row.allCpuSeconds();
    Long operations = row.operations();
    return seconds == null || operations == null || seconds < LEAST_CPU_SECONDS
        ? null
        : Double.valueOf(seconds * 1e6 / operations);
  }

  private static @Nullable Double p99(ResultRow row) {
    Latency intended = row.intended();
    return intended == null ? row.p99Micros() : Double.valueOf(intended.p99Micros());
  }

  private static @Nullable Double bytesPerEntry(ResultRow row) {
    Long bytes = row.diskBytes();
    return bytes == null ? null : Double.valueOf((double) bytes / row.entries());
  }
}
