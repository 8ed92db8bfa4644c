package org.secindex.cli;

import java.util.Locale;
import org.secindex.api.IndexUri;

/**
 * What a load is likely to take, by what has been measured: see docs/results. Real catalogues lie
 * between regular ids, which the segments of files hardly store, and random ones.
 *
 * @param entriesPerSecond with everything sorted and at hand
 */
record LoadEstimate(double leastBytes, double mostBytes, double entriesPerSecond) {
  static LoadEstimate of(String uri) {
    return switch (IndexUri.parse(uri).scheme()) {
      case "file", "root", "roots" -> new LoadEstimate(1, 7, 8e6);
      case "rocksdb" -> new LoadEstimate(8, 17, 3e6);
      default -> new LoadEstimate(35, 60, 5e5);
    };
  }

  String text(long entries) {
    long seconds = Math.max(1, Math.round(entries / entriesPerSecond));
    return String.format(
        Locale.ROOT,
        "about %.0f to %.0f MB, and %s for writing them",
        Math.ceil(entries * leastBytes / 1e6),
        Math.ceil(entries * mostBytes / 1e6),
        seconds < 120 ? seconds + " s" : (seconds + 59) / 60 + " min");
  }
}
