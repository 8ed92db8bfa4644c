package org.secindex.tide;

import java.util.function.Consumer;

/**
 * How a log is read. Immutable; begin with {@link #DEFAULT}.
 *
 * @param policy what is made of {@code INDX} blocks
 * @param time what timestamps count; the file does not say
 * @param anyVersion whether versions are read that nobody has written yet
 * @param problems told of everything that is not as it should be, in the thread that reads; the
 *     same thing may be told again when it is read again
 */
public record ReadOptions(
    IndexPolicy policy, TideTime time, boolean anyVersion, Consumer<Problem> problems) {
  /** Index blocks are used where they are, timestamps are nanoseconds, problems are ignored. */
  public static final ReadOptions DEFAULT =
      new ReadOptions(IndexPolicy.REBUILD, TideTime.NANOSECONDS, false, problem -> {});

  /** With another policy. */
  public ReadOptions policy(IndexPolicy newPolicy) {
    return new ReadOptions(newPolicy, time, anyVersion, problems);
  }

  /** With another unit of time. */
  public ReadOptions time(TideTime newTime) {
    return new ReadOptions(policy, newTime, anyVersion, problems);
  }

  /** With or without versions that nobody has written yet. */
  public ReadOptions anyVersion(boolean any) {
    return new ReadOptions(policy, time, any, problems);
  }

  /** With another listener. */
  public ReadOptions problems(Consumer<Problem> listener) {
    return new ReadOptions(policy, time, anyVersion, listener);
  }
}
