package org.secindex.tide;

import java.time.Instant;

/** What the timestamps of a log count. It is not in the file: whoever reads it must know. */
public enum TideTime {
  /** Nanoseconds since the Unix epoch, as RSBag writes them. The default. */
  NANOSECONDS(1_000_000_000L, 1),

  /**
   * Seconds x 10^7 + microseconds, as libtidelog writes them: neither microseconds nor nanoseconds.
   */
  TIDELOG(10_000_000L, 1_000);

  private static final long MICROS_A_SECOND = 1_000_000;

  /** 2001 and 2096, in seconds. */
  private static final long EARLIEST = 1_000_000_000L;

  private static final long LATEST = 4_000_000_000L;

  private final long unitsASecond;
  private final long nanosAUnit;

  TideTime(long unitsASecond, long nanosAUnit) {
    this.unitsASecond = unitsASecond;
    this.nanosAUnit = nanosAUnit;
  }

  /** The moment that an (unsigned) timestamp means. */
  public Instant toInstant(long timestamp) {
    return Instant.ofEpochSecond(
        Long.divideUnsigned(timestamp, unitsASecond),
        Long.remainderUnsigned(timestamp, unitsASecond) * nanosAUnit);
  }

  /**
   * The timestamp of a moment; what is finer than the unit is cut off.
   *
   * @throws ArithmeticException if the moment lies before 1970 or beyond what 64 bits hold
   */
  public long fromInstant(Instant moment) {
    long seconds = moment.getEpochSecond();
    if (seconds < 0 || Long.compareUnsigned(seconds, Long.divideUnsigned(-1, unitsASecond)) >= 0) {
      throw new ArithmeticException(moment + " is outside the time that a TIDE log can tell");
    }
    return seconds * unitsASecond + moment.getNano() / nanosAUnit;
  }

  /** The seconds from one timestamp to a later one, in unsigned order. */
  public double secondsBetween(long from, long to) {
    long seconds = Long.divideUnsigned(to, unitsASecond) - Long.divideUnsigned(from, unitsASecond);
    long rest =
        Long.remainderUnsigned(to, unitsASecond) - Long.remainderUnsigned(from, unitsASecond);
    return seconds + rest * nanosAUnit / 1e9;
  }

  /**
   * Whether a timestamp looks like libtidelog's: as such it lies between 2001 and 2096 with less
   * than a million microseconds; as nanoseconds it would lie in the first 463 days after the epoch.
   */
  static boolean looksLikeTidelog(long timestamp) {
    return timestamp >= EARLIEST * TIDELOG.unitsASecond
        && timestamp < LATEST * TIDELOG.unitsASecond
        && timestamp % TIDELOG.unitsASecond < MICROS_A_SECOND;
  }
}
