package org.secindex.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.secindex.api.Durability;
import org.secindex.api.EntryChecksum;

/** All measurements on one log. */
final class TideTrial {
  /** Takes the results, one after the other. */
  interface Results {
    void add(TideRow row) throws IOException;
  }

  private static final double ALL = 0.98;

  /** For each method: by then the JVM has compiled it for good, and not only in a hurry. */
  private static final long REHEARSAL_NANOS = 2_000_000_000L;

  /** How often a crash is imagined: once in each of so many chunks. */
  private static final int CRASHES = 20;

  private final String run;
  private final String part;
  private final TideShape shape;
  private final Path file;
  private final int repeats;
  private final BooleanSupplier cancelled;
  private final Results results;

  TideTrial(
      String run,
      String part,
      TideShape shape,
      Path file,
      int repeats,
      BooleanSupplier cancelled,
      Results results) {
    this.run = run;
    this.part = part;
    this.shape = shape;
    this.file = file;
    this.repeats = repeats;
    this.cancelled = cancelled;
    this.results = results;
  }

  /** Says that nothing, or no more, is measured. */
  void without(String status) throws IOException {
    results.add(what("", "", 1).without(status));
  }

  private TideRow.Circumstances what(String method, String cache, int repeat) {
    return new TideRow.Circumstances(run, part, shape, method, cache, repeat);
  }

  /** Writes the log and reads it by every method. */
  void readings(boolean cold) throws IOException {
    TideLog log = new TideLog(file, shape);
    Effort written = log.write(Durability.RELAXED, cancelled);
    if (cancelled.getAsBoolean()) {
      return;
    }
    TideRow.Size size = log.size();
    results.add(new TideRow(what("write", "", 1), written, null, size, null, null, TideRow.OK));
    for (String cache : cold ? TideFigures.CACHES : List.of("warm")) {
      for (String method : TideFigures.METHODS) {
        for (int repeat = 1; repeat <= repeats && !cancelled.getAsBoolean(); repeat++) {
          results.add(measure(log, size, what(method, cache, repeat)));
        }
      }
    }
  }

  private TideRow measure(TideLog log, TideRow.Size size, TideRow.Circumstances what)
      throws IOException {
    Optional<String> problem = what.cache().equals("cold") ? PageCache.drop(file) : warm(log);
    double share = PageCache.share(file);
    if (problem.isPresent()) {
      return new TideRow(what, null, share, size, null, null, "skipped: " + problem.get());
    }
    var measured = Effort.of(() -> log.read(what.method()));
    TideLog.Found found = measured.result();
    String status =
        found.wrong(log.expected(what.method())).map(w -> "mismatch: " + w).orElse(TideRow.OK);
    TideRow.Found entries =
        what.method().equals("read")
            ? null
            : new TideRow.Found(found.count(), EntryChecksum.format(found.sum()));
    return new TideRow(what, measured.effort(), share, size, entries, null, status);
  }

  /** Reads the file, unless all of it is in memory. */
  private Optional<String> warm(TideLog log) throws IOException {
    if (PageCache.share(file) < ALL) {
      var unused = log.read("read");
    }
    double share = PageCache.share(file);
    return share < ALL
        ? Optional.of("only %.0f %% of the file stay in memory".formatted(100 * share))
        : Optional.empty();
  }

  /** Does all on a small log of the same kind first, so that code is compiled when it counts. */
  void rehearse() throws IOException {
    Path scratch = file.resolveSibling("rehearsal.tide");
    try {
      TideLog log = new TideLog(scratch, shape.rehearsal());
      var unused = log.write(Durability.RELAXED, cancelled);
      // A mapped file brings another class of buffers, for which the JVM throws compiled code away.
      double unusedShare = PageCache.share(scratch);
      for (String method : TideFigures.METHODS) {
        long end = System.nanoTime() + REHEARSAL_NANOS;
        while (System.nanoTime() < end && !cancelled.getAsBoolean()) {
          var unusedToo = log.read(method);
        }
      }
    } finally {
      Files.deleteIfExists(scratch);
    }
  }

  /**
   * Writes a log of which every chunk is on the disk before the next begins, and looks at random
   * moments of writing how many of the entries given to the writer are not in the file.
   */
  void crash() throws IOException {
    TideLog log = new TideLog(file, shape);
    Effort written = log.write(Durability.SYNC, cancelled);
    if (cancelled.getAsBoolean()) {
      return;
    }
    TideRow.Size size = log.size();
    LongSummaryStatistics lost = new TideLog(file, shape.withChunks(CRASHES)).losses();
    TideRow.Loss loss = new TideRow.Loss(lost.getAverage(), lost.getMax());
    results.add(new TideRow(what("write", "", 1), written, null, size, null, loss, TideRow.OK));
  }
}
