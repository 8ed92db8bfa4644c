package org.secindex.tide;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.secindex.tide.Problem.Code;
import org.secindex.tide.Problem.Severity;

/**
 * Finds out what is wrong with a log, and makes a good one of it. The log itself is never touched.
 * A new file appears under its name only when it is complete, has been read again, and holds what
 * it should; until then it has {@code .partial} behind its name.
 */
public final class TideRepair {
  /** Two do for all but logs that were made to need more. */
  private static final int MOST_READINGS = 8;

  private TideRepair() {}

  /**
   * Reads all of a log, its index blocks included, and compares them.
   *
   * @param options tell the listener of all problems; any version is read
   * @throws TideException if it cannot be read
   */
  public static Diagnosis doctor(TideSource source, ReadOptions options) {
    return Examination.of(source, options).diagnosis();
  }

  /**
   * Writes a new log with every entry that can be had: those of whole chunks, and what is
   * believable of damaged, cut and unfinished ones. Chunks keep their ids, entries their order and
   * offsets as long as nothing before them in their chunk was lost. Counts and times are true, and
   * there is one {@code INDX} a channel (more if the log has more than half a million entries). To
   * recover what was recovered gives the same bytes.
   *
   * @param replace whether {@code out} is replaced if it exists
   * @throws TideException if the log cannot be read, {@code out} exists, is the log itself or
   *     cannot be written, or there is nothing at all to recover
   */
  public static Recovery recover(
      TideSource source, Path out, boolean replace, ReadOptions options) {
    try (Replacement replacement = Replacement.of(out, replace, List.of(source))) {
      Examination.Findings before = Examination.of(source, options);
      if (before.blocks() == 0) {
        throw new TideException(source.name() + ": nothing in it is of a TIDE log");
      }
      Recovery recovery;
      Fingerprint written;
      List<Channel> channels;
      List<Channel> found = before.channels();
      int readings = 0;
      do {
        channels = found;
        try (LogFile file = LogFile.create(replacement.partial(), true)) {
          RecoverJob job = new RecoverJob(source, options, before, channels, file);
          recovery = job.run();
          written = job.written();
          found = job.channels();
        }
        if (readings++ == MOST_READINGS) {
          throw new TideException(
              source.name() + ": is damaged so that each reading finds more channels; filter it");
        }
        // To know a channel may be to believe more of what is damaged, which may name others.
      } while (found.size() > channels.size());
      verify(replacement.partial(), written, TideRepair::isFault);
      replacement.publish();
      return recovery;
    }
  }

  /**
   * Writes a new log with the same blocks, byte for byte, but new {@code INDX} blocks at its end.
   *
   * @param replace whether {@code out} is replaced if it exists
   * @throws TideException if the log is damaged, so that it must be recovered instead; if it cannot
   *     be read; or if {@code out} exists, is the log itself or cannot be written
   */
  public static Rewritten reindex(
      TideSource source, Path out, boolean replace, ReadOptions options) {
    try (Replacement replacement = Replacement.of(out, replace, List.of(source))) {
      Rewritten rewritten;
      Fingerprint written;
      try (LogFile file = LogFile.create(replacement.partial(), true)) {
        ReindexJob job = new ReindexJob(source, options, file);
        rewritten = job.run();
        written = job.written();
      }
      verify(replacement.partial(), written, TideRepair::isFaultOfIndex);
      replacement.publish();
      return rewritten;
    }
  }

  /** What the old log says of its version and time is no fault of a new one. */
  private static boolean isFault(Problem problem) {
    return problem.code() != Code.VERSION && problem.code() != Code.TIME_UNIT;
  }

  /** What is copied as it is may be as odd as it was. */
  private static boolean isFaultOfIndex(Problem problem) {
    return problem.code() == Code.INDEX_INCOMPLETE
        || (problem.severity() == Severity.ERROR && isFault(problem));
  }

  /** Reads a new log again: it must hold what was written, and have none of these faults. */
  private static void verify(Path file, Fingerprint written, Predicate<Problem> isFault) {
    List<Problem> problems = new ArrayList<>();
    Consumer<Problem> listener =
        problem -> {
          if (isFault.test(problem)) {
            problems.add(problem);
          }
        };
    try (TideSource source = TideSource.open(file)) {
      ReadOptions options = ReadOptions.DEFAULT.problems(listener);
      Fingerprint found = Examination.of(source, options).entries();
      if (!problems.isEmpty() || !found.sameAs(written)) {
        throw new TideException(
            file
                + ": is not what was written: "
                + (problems.isEmpty()
                    ? found.count() + " entries instead of " + written.count()
                    : problems.get(0))
                + "; the disk or the program is at fault");
      }
    } catch (IOException e) {
      throw new TideException(file + ": cannot be read again: " + e.getMessage(), e);
    }
  }
}
