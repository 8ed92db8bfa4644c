package org.secindex.cli;

import java.util.Locale;

/** How long a command took, and what that comes to. */
final class Stopwatch {
  private final long start = System.nanoTime();

  double seconds() {
    return (System.nanoTime() - start) / 1e9;
  }

  /**
   * As {@code in 12.3 s (1234567 a second)}; the rate is left out where starting up says more about
   * it than the work does.
   */
  String rate(long count) {
    double seconds = seconds();
    String rate =
        seconds < 1 ? "" : String.format(Locale.ROOT, " (%.0f a second)", count / seconds);
    return String.format(Locale.ROOT, "in %.1f s", seconds) + rate;
  }
}
