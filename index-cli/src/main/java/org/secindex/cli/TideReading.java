package org.secindex.cli;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.function.Consumer;
import org.secindex.api.IndexConfigException;
import org.secindex.tide.IndexPolicy;
import org.secindex.tide.Problem;
import org.secindex.tide.ReadOptions;
import org.secindex.tide.TideReader;
import org.secindex.tide.TideTime;
import picocli.CommandLine.Option;

/** How logs are read. */
final class TideReading {
  @Option(
      names = "--time",
      paramLabel = "nanoseconds|tidelog",
      defaultValue = "nanoseconds",
      description =
          "what timestamps count, which no file tells: nanoseconds as RSBag, or libtidelog's seconds"
              + " × 10^7 + microseconds; ${DEFAULT-VALUE} unless given")
  private TideTime time = TideTime.NANOSECONDS;

  @Option(
      names = "--index",
      paramLabel = "use|require|ignore",
      defaultValue = "use",
      description =
          "INDX blocks: use those that there are and scan the rest, refuse a log that they do not"
              + " cover, or do not look at them; ${DEFAULT-VALUE} unless given")
  private Index index = Index.USE;

  @Option(
      names = "--any-version",
      description = "read logs of versions that nobody has written yet, at your own risk")
  private boolean anyVersion;

  /** What is made of the INDX blocks of a log. */
  enum Index {
    USE(IndexPolicy.REBUILD),
    REQUIRE(IndexPolicy.REQUIRE),
    IGNORE(IndexPolicy.IGNORE);

    private final IndexPolicy policy;

    Index(IndexPolicy policy) {
      this.policy = policy;
    }
  }

  ReadOptions options(Consumer<Problem> problems) {
    return new ReadOptions(index.policy, time, anyVersion, problems);
  }

  /** Opens a log; shows how far it is read. */
  TideReader open(Console console, String task, String file, Consumer<Problem> problems) {
    return TideReader.open(TideFiles.open(console, task, file), options(problems));
  }

  /** A timestamp as people read it, and as it is. */
  String format(long timestamp) {
    return time.toInstant(timestamp) + " (" + Long.toUnsignedString(timestamp) + ")";
  }

  double secondsBetween(long from, long to) {
    return time.secondsBetween(from, to);
  }

  /** Reads a timestamp: a number as in the log, or a moment as 2011-03-13T07:06:40.5Z. */
  long timestamp(String option, String text) {
    try {
      return text.matches("[0-9]+")
          ? Long.parseUnsignedLong(text)
          : time.fromInstant(Instant.parse(text));
    } catch (NumberFormatException | DateTimeParseException | ArithmeticException e) {
      throw new IndexConfigException(
          option
              + ": '"
              + text
              + "' is neither a timestamp of 64 bits nor a moment as 2011-03-13T07:06:40.5Z");
    }
  }
}
