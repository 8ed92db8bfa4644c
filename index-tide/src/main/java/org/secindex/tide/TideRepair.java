package org.secindex.tide;

import java.nio.file.Path;

/**
 * Finds out what is wrong with a log, and makes a good one of it. The log itself is never touched.
 * A new file appears under its name only when it is complete, has been read again, and holds what
 * it should; until then it has {@code .partial} behind its name.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class TideRepair {
  private TideRepair() {}

  /**
   * Reads all of a log, its index blocks included, and compares them.
   *
   * @param options tell the listener of all problems; any version is read
   * @throws TideException if it cannot be read
   */
  public static Diagnosis doctor(TideSource source, ReadOptions options) {
    throw new TideException("not yet");
  }

  /**
   * Writes a new log with every entry that can be had: those of whole chunks, and what is
   * believable of damaged, cut and unfinished ones. Chunks keep their ids, entries their order and
   * offsets as long as nothing before them in their chunk was lost. Counts and times are true, and
   * there is one {@code INDX} a channel (more if the log has more than a million entries). To
   * recover what was recovered gives the same bytes.
   *
   * @param replace whether {@code out} is replaced if it exists
   * @throws TideException if the log cannot be read, {@code out} exists or cannot be written, or
   *     there is nothing at all to recover
   */
  public static Recovery recover(
      TideSource source, Path out, boolean replace, ReadOptions options) {
    throw new TideException("not yet");
  }

  /**
   * Writes a new log with the same blocks, byte for byte, but new {@code INDX} blocks at its end.
   *
   * @param replace whether {@code out} is replaced if it exists
   * @throws TideException if the log is damaged, so that it must be recovered instead; if it cannot
   *     be read; or if {@code out} exists or cannot be written
   */
  public static Rewritten reindex(
      TideSource source, Path out, boolean replace, ReadOptions options) {
    throw new TideException("not yet");
  }
}
