package org.secindex.bench;

/**
 * When one of several clients makes its calls.
 *
 * @param first {@link System#nanoTime} when its first call is due
 * @param periodNanos from one call to the next; 0 in a closed loop
 * @param end {@link System#nanoTime} after which no call is made
 * @param goesRound whether all its keys are asked for again and again until then
 */
record Schedule(long first, double periodNanos, long end, boolean goesRound) {
  private static final double SECOND_NANOS = 1e9;

  /**
   * Of one client that begins now. The calls of all lie evenly apart.
   *
   * @param number of this client, from 0
   * @param clients how many there are
   */
  static Schedule of(Pace pace, int number, int clients) {
    long now = System.nanoTime();
    double period = pace.isOpenLoop() ? SECOND_NANOS * clients / pace.rate() : 0;
    return new Schedule(
        now + (long) (period * number / clients),
        period,
        now + pace.duration().map(time -> time.toNanos()).orElse(Long.MAX_VALUE / 2),
        pace.duration().isPresent());
  }

  boolean isOpenLoop() {
    return periodNanos > 0;
  }

  /** When a call is due, the first one being number 0. */
  long due(long call) {
    return first + (long) (call * periodNanos);
  }

  boolean isOver(long nanoTime) {
    return nanoTime - end >= 0;
  }
}
