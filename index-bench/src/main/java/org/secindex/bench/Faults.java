package org.secindex.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What is made wrong on purpose, to see whether the bench finds it.
 *
 * @param backends which ones; empty: all that are stores
 * @param slow how much longer each call takes: 0.2 is a fifth
 * @param stall how long one call of each opened index hangs; zero: none does
 * @param stallAt which call that is, from 1
 * @param wrongEvery which of the keys found gets a wrong location: each so many-th; 0: none
 */
public record Faults(
    List<String> backends, double slow, Duration stall, long stallAt, long wrongEvery) {
  /** All as it should be. */
  public static final Faults NONE = new Faults(List.of(), 0, Duration.ZERO, 1, 0);

  /** Copies the list. */
  public Faults {
    backends = List.copyOf(backends);
  }

  boolean hit(String backend) {
    boolean any = slow > 0 || !stall.isZero() || wrongEvery > 0;
    boolean meant =
        backends.isEmpty() ? !backend.equals(ResultRow.HARNESS) : backends.contains(backend);
    return any && meant;
  }

  void check(List<String> problems) {
    if (!(slow >= 0 && slow <= 100)) {
      problems.add("bench: slow: " + slow + " is outside 0 .. 100");
    }
    if (stall.isNegative() || stallAt < 1) {
      problems.add("bench: stall: " + stall + " at call " + stallAt + " is none");
    }
    if (wrongEvery < 0) {
      problems.add("bench: wrong: " + wrongEvery + " is below 0");
    }
  }

  /** What is wrong, in words. */
  String remark() {
    List<String> parts = new ArrayList<>();
    if (slow > 0) {
      parts.add(String.format(Locale.ROOT, "slowed by %.0f %%", 100 * slow));
    }
    if (!stall.isZero()) {
      parts.add(
          String.format(Locale.ROOT, "stalled for %d ms at call %d", stall.toMillis(), stallAt));
    }
    if (wrongEvery > 0) {
      parts.add("given a wrong answer for each key number " + wrongEvery);
    }
    return String.join(", ", parts) + " on purpose";
  }
}
