package org.secindex.bench;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How long look-ups go on, and how fast they come.
 *
 * @param duration for which all keys are asked for over and over; empty: each once
 * @param rate calls a second, of all clients together (open loop); 0: a client makes its next call
 *     when the last is answered (closed loop)
 */
public record Pace(Optional<Duration> duration, double rate) {
  /** Each key once, in a closed loop. */
  public static final Pace ONCE = new Pace(Optional.empty(), 0);

  private static final Duration LONGEST = Duration.ofDays(7);
  private static final double FASTEST = 1e8;

  boolean isOpenLoop() {
    return rate > 0;
  }

  void check(List<String> problems) {
    if (!(rate >= 0 && rate <= FASTEST)) {
      problems.add("bench: rate: " + rate + " calls a second are outside 0 .. 100 000 000");
    }
    duration.ifPresent(
        time -> {
          if (time.isNegative() || time.isZero() || time.compareTo(LONGEST) > 0) {
            problems.add("bench: duration: " + time + " is not above 0, up to 7 days");
          }
        });
  }
}
