package org.secindex.tide;

import java.nio.file.Path;
import java.util.List;

/** Makes a log of others. They are never touched. */
@SuppressWarnings("DoNotCallSuggester")
public final class TideRewrite {
  private TideRewrite() {}

  /**
   * Writes the entries that a query wants into a new log, in the query's order.
   *
   * @throws TideException if the log cannot be read, or {@code out} exists or cannot be written
   */
  public static Rewritten filter(TideReader log, TideQuery query, Path out, WriteOptions options) {
    throw new TideException("not yet");
  }

  /**
   * Writes the entries of several logs into a new one, by timestamp; where timestamps are equal,
   * those of an earlier log come first, and those of one log as they were written. Channels that
   * are declared alike become one; channels that only share an id get new ones.
   *
   * @param query which entries; its order is ignored, and channel ids are those of each log
   * @throws TideException if a log cannot be read, or {@code out} exists or cannot be written
   */
  public static Rewritten merge(
      List<TideReader> logs, TideQuery query, Path out, WriteOptions options) {
    throw new TideException("not yet");
  }
}
