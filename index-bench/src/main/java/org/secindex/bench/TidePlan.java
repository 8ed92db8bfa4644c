package org.secindex.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.secindex.api.IndexConfigException;

/**
 * What is to be measured on TIDE logs.
 *
 * @param parts which, in the order of {@link Part}
 * @param divisor the logs of 2011 are made with one {@code divisor}th of their entries; 1: full
 *     size, up to 14 GB each
 * @param sweepBytes about how big each log of {@link Part#SWEEP} and {@link Part#CRASH} is
 * @param repeats how often each log is read by each method
 * @param cold whether to read also what is not in memory
 * @param out the directory for results, and for one log at a time; made if absent
 */
public record TidePlan(
    List<Part> parts, int divisor, long sweepBytes, int repeats, boolean cold, Path out) {
  /** What a run consists of. */
  public enum Part {
    /** The three logs that were measured in 2011. */
    ROWS,

    /** Logs of all sizes of entries and chunks. */
    SWEEP,

    /** What a crash loses, and what it costs to lose less, by size of the chunks. */
    CRASH;

    /** The name in results and on the command line, as {@code rows}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads a name.
     *
     * @throws IndexConfigException if there is none such
     */
    public static Part of(String label) {
      return Arrays.stream(values())
          .filter(p -> p.label().equals(label))
          .findFirst()
          .orElseThrow(
              () ->
                  new IndexConfigException(
                      "no part '"
                          + label
                          + "': choose of "
                          + Arrays.stream(values()).map(Part::label).toList()));
    }
  }

  private static final int[] ENTRY_SIZES = {10, 100, 1_000, 10_000, 100_000, 1_000_000};
  private static final int[] ENTRIES_PER_CHUNK = {10, 100, 1_000, 10_000, 100_000, 1_000_000};

  /** Of the logs of {@link Part#CRASH}: those of 2011 for which the index was thought of. */
  private static final int CRASH_ENTRY_BYTES = 100;

  /** Writing that waits for the disk after each chunk has taken long enough by then. */
  private static final int MOST_CRASH_CHUNKS = 500;

  private static final int LARGEST_DIVISOR = 10_000;
  private static final long LEAST_SWEEP = 1_000_000;
  private static final long MOST_SWEEP = 100_000_000_000L;

  /**
   * Checks and copies.
   *
   * @throws IndexConfigException with all problems
   */
  public TidePlan {
    parts = parts.stream().distinct().sorted().toList();
    List<String> problems = new ArrayList<>();
    if (parts.isEmpty()) {
      problems.add("bench tide: name at least one part");
    }
    if (divisor < 1 || divisor > LARGEST_DIVISOR) {
      problems.add(
          "bench tide: scale: 1/" + divisor + " is outside 1/" + LARGEST_DIVISOR + " .. 1");
    }
    if (sweepBytes < LEAST_SWEEP || sweepBytes > MOST_SWEEP) {
      problems.add("bench tide: sweep size: " + sweepBytes + " is outside 1 MB .. 100 GB");
    }
    if (repeats < 1 || repeats > 1000) {
      problems.add("bench tide: repeats: " + repeats + " is outside 1 .. 1000");
    }
    if (!problems.isEmpty()) {
      throw new IndexConfigException(problems);
    }
  }

  /** The logs of a part, none larger than about {@link #sweepBytes} but for those of 2011. */
  List<TideShape> shapes(Part part) {
    return switch (part) {
      case ROWS -> TideShape.HISTORICAL.stream().map(s -> s.dividedBy(divisor)).toList();
      case SWEEP -> sweep(ENTRY_SIZES);
      case CRASH ->
          sweep(CRASH_ENTRY_BYTES).stream().map(s -> s.withChunks(MOST_CRASH_CHUNKS)).toList();
    };
  }

  /** All combinations in which a log of this size has two chunks or more. */
  private List<TideShape> sweep(int... entrySizes) {
    List<TideShape> shapes = new ArrayList<>();
    for (int bytes : entrySizes) {
      for (int entries : ENTRIES_PER_CHUNK) {
        long chunks = sweepBytes / new TideShape(1, entries, bytes).fileBytes();
        if (chunks >= 2) {
          shapes.add(new TideShape((int) Math.min(Integer.MAX_VALUE, chunks), entries, bytes));
        }
      }
    }
    return shapes;
  }
}
