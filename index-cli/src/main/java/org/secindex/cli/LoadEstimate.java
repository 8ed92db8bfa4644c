package org.secindex.cli;

import java.util.Locale;
import java.util.OptionalLong;
import org.secindex.api.IndexUri;
import org.secindex.api.SortedEntries;
import org.secindex.file.SegmentBuilder;
import org.secindex.ingest.Ingested;

/** What a load is likely to take, and what that is based on. */
final class LoadEstimate {
  private static final long SEGMENT_SIZE = 1L << 30;

  private LoadEstimate() {}

  /** Goes through all entries. */
  static String of(String uri, Ingested input, Console console) {
    return switch (IndexUri.parse(uri).scheme()) {
      case "file", "root", "roots" -> encoded(input.entries(), input.rows(), console);
      // What has been measured with regular ids and with random ones: see docs/results.
      case "rocksdb" -> guessed(input.summary().entries(), 8, 17, 3e6);
      default -> guessed(input.summary().entries(), 35, 60, 5e5);
    };
  }

  private static String encoded(SortedEntries entries, long rows, Console console) {
    Stopwatch time = new Stopwatch();
    long bytes;
    try (Progress progress = Progress.inEntries(console, "encode", OptionalLong.of(rows))) {
      bytes = SegmentBuilder.measure(Progress.watch(progress, entries), SEGMENT_SIZE);
    }
    return String.format(
        Locale.ROOT,
        "about %.1f MB, and %s for writing them; by encoding all of them here",
        bytes / 1e6,
        duration(time.seconds()));
  }

  private static String guessed(long entries, int leastBytes, int mostBytes, double perSecond) {
    return String.format(
        Locale.ROOT,
        "about %.1f to %.1f MB, and %s for writing them; by %d to %d bytes an entry and %.1f M"
            + " entries/s, as measured elsewhere with other ids",
        entries * leastBytes / 1e6,
        entries * mostBytes / 1e6,
        duration(entries / perSecond),
        leastBytes,
        mostBytes,
        perSecond / 1e6);
  }

  private static String duration(double seconds) {
    long whole = Math.max(1, Math.round(seconds));
    return whole < 120 ? whole + " s" : (whole + 59) / 60 + " min";
  }
}
