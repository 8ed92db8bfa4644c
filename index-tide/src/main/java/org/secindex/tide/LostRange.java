package org.secindex.tide;

import java.util.OptionalLong;

/**
 * Bytes of a log that nothing could be made of.
 *
 * @param from the first
 * @param to behind the last
 * @param timeBefore the timestamp of the entry before them, if there is one
 * @param timeAfter the timestamp of the entry behind them, if there is one
 */
public record LostRange(long from, long to, OptionalLong timeBefore, OptionalLong timeAfter) {
  /** How many. */
  public long bytes() {
    return to - from;
  }
}
