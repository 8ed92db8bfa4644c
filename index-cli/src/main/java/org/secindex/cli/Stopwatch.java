package org.secindex.cli;

import java.util.Locale;

/** How long a command took, and what that comes to. */
final class Stopwatch {
  private final long start = System.nanoTime();

  double seconds() {
    return (System.nanoTime() - start) / 1e9;
  }

  /** As {@code in 12.3 s (1234567 a second)}. */
  String rate(long count) {
    double seconds = seconds();
    return String.format(
        Locale.ROOT, "in %.1f s (%.0f a second)", seconds, count / Math.max(seconds, 1e-9));
  }
}
