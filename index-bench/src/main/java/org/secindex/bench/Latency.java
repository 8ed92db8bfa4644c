package org.secindex.bench;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * How long calls took, in microseconds: always the same list, so that runs compare. What results of
 * earlier versions did not tell is null.
 *
 * @param meanMicros the mean
 * @param p50Micros half of the calls were no slower
 * @param p75Micros 75 of 100 calls were no slower
 * @param p90Micros 90 of 100 calls were no slower
 * @param p95Micros 95 of 100 calls were no slower
 * @param p99Micros 99 of 100 calls were no slower
 * @param p999Micros 999 of 1000 calls were no slower
 * @param p9999Micros 9999 of 10 000 calls were no slower
 * @param maxMicros the slowest call
 */
public record Latency(
    @Nullable Double meanMicros,
    double p50Micros,
    @Nullable Double p75Micros,
    @Nullable Double p90Micros,
    @Nullable Double p95Micros,
    double p99Micros,
    double p999Micros,
    @Nullable Double p9999Micros,
    @Nullable Double maxMicros) {

  /** Of recorded nanoseconds; null if no call was made. */
  static @Nullable Latency of(@Nullable Histogram nanos) {
    return nanos == null || nanos.getTotalCount() == 0
        ? null
        : new Latency(
            nanos.getMean() / 1e3,
            micros(nanos, 50),
            micros(nanos, 75),
            micros(nanos, 90),
            micros(nanos, 95),
            micros(nanos, 99),
            micros(nanos, 99.9),
            micros(nanos, 99.99),
            nanos.getMaxValue() / 1e3);
  }

  private static double micros(Histogram nanos, double percentile) {
    return nanos.getValueAtPercentile(percentile) / 1e3;
  }
}
