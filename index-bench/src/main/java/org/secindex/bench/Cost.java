package org.secindex.bench;

import java.util.Map;

/**
 * About what a store takes, to forecast with where nothing has been measured: microseconds an entry
 * or a look-up, as in {@code docs/results/2026-11-30-ladder} at 10 M entries on two cores, rounded
 * up.
 *
 * @param bytesPerEntry on the disk, updated entries included, of any kind of keys
 * @param microsPerEntry of suites that go through all entries
 * @param microsPerKey of suites that look up
 * @param fixedSeconds to start and stop
 */
record Cost(
    double bytesPerEntry,
    Map<Suite, Double> microsPerEntry,
    Map<Suite, Double> microsPerKey,
    double fixedSeconds) {

  static Cost of(String backend) {
    return switch (backend) {
      case ResultRow.HARNESS -> cost(0, 0.02, 0.1, 0.02, 0, 0.2, 0.2, 0, 0);
      case "file" -> cost(8, 0.03, 0.1, 0.03, 0.03, 1, 0.5, 3, 1);
      case "rocksdb" -> cost(20, 0.2, 0.3, 0.2, 0.4, 3, 3, 6, 1);
      case "xrootd" -> cost(8, 0.03, 0.1, 0.05, 0.03, 70, 1, 300, 8);
      default -> cost(80, 1.4, 1.5, 0.6, 2.6, 75, 3.5, 150, 10);
    };
  }

  private static Cost cost(
      double bytes,
      double init,
      double load,
      double scan,
      double update,
      double run,
      double batch,
      double mixed,
      double fixed) {
    return new Cost(
        bytes,
        Map.of(Suite.INIT, init, Suite.LOAD, load, Suite.SCAN, scan, Suite.UPDATE, update),
        Map.of(Suite.RUN, run, Suite.BATCH, batch, Suite.MIXED, mixed),
        fixed);
  }

  double micros(Suite suite) {
    return suite.looksUp() ? get(microsPerKey, suite) : get(microsPerEntry, suite);
  }

  private static double get(Map<Suite, Double> micros, Suite suite) {
    return micros.getOrDefault(suite, 0.0);
  }
}
