package org.secindex.cli;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;
import org.secindex.api.SortedEntries;

/**
 * How far a piece of work is, its rate and what is left: a bar on a terminal, elsewhere a line
 * every ten seconds. Work of less than a second shows nothing.
 */
final class Progress implements AutoCloseable {
  private static final long SECOND = 1_000_000_000L;
  private static final long QUIET = SECOND;
  private static final long BETWEEN_LINES = 10 * SECOND;
  private static final int BAR_WIDTH = 100;

  /**
   * What is counted, in amounts that are easily read.
   *
   * @param size how many of what is counted make one
   */
  record Unit(String name, long size) {
    static final Unit MEGABYTES = new Unit("MB", 1_000_000);
    static final Unit MILLION_ENTRIES = new Unit("M entries", 1_000_000);
    static final Unit THOUSAND_KEYS = new Unit("k keys", 1_000);

    private String amount(double n) {
      return String.format(Locale.ROOT, "%.1f", n / size);
    }
  }

  private final Console console;
  private final String task;
  private final Unit unit;
  private final OptionalLong total;
  private final LongSupplier clock;
  private final long start;
  private long nextLine;
  private long rowsDone;
  private @Nullable ProgressBar bar;

  Progress(Console console, String task, Unit unit, OptionalLong total, LongSupplier clock) {
    this.console = console;
    this.task = task;
    this.unit = unit;
    this.total = total;
    this.clock = clock;
    start = clock.getAsLong();
    nextLine = start + BETWEEN_LINES;
  }

  static Progress inBytes(Console console, String task, OptionalLong total) {
    return new Progress(console, task, Unit.MEGABYTES, total, System::nanoTime);
  }

  static Progress inEntries(Console console, String task, OptionalLong total) {
    return new Progress(console, task, Unit.MILLION_ENTRIES, total, System::nanoTime);
  }

  /** For work that is slow enough on some store to be counted in thousands. */
  static Progress inKeys(Console console, String task, OptionalLong total) {
    return new Progress(console, task, Unit.THOUSAND_KEYS, total, System::nanoTime);
  }

  /** Shows the passing of entries on their way to a backend. */
  static SortedEntries watch(Progress progress, SortedEntries entries) {
    EntrySource watched =
        new EntrySource() {
          private long passed;

          @Override
          public boolean read(EntryBatch into) {
            boolean more = entries.read(into);
            passed += into.size();
            progress.at(passed);
            return more;
          }

          @Override
          public OptionalLong expectedCount() {
            return entries.expectedCount();
          }

          @Override
          public void close() {
            entries.close();
          }
        };
    return SortedEntries.of(entries.domain(), watched);
  }

  /** So many bytes have been read, and so many rows were in them. */
  void at(long done, long rows) {
    rowsDone = rows;
    at(done);
  }

  /** So much is done: bytes or entries. */
  void at(long done) {
    long now = clock.getAsLong();
    if (console.terminal()) {
      if (bar == null && now - start >= QUIET) {
        bar = newBar();
      }
      if (bar != null) {
        bar.stepTo(done);
        bar.setExtraMessage(rowRate((now - start) / (double) SECOND));
      }
    } else if (now >= nextLine) {
      nextLine = now + BETWEEN_LINES;
      console.say(line(done, (now - start) / (double) SECOND));
    }
  }

  private String line(long done, double seconds) {
    double rate = done / seconds;
    StringBuilder line = new StringBuilder(task).append(": ").append(unit.amount((double) done));
    if (total.isPresent() && total.getAsLong() > 0) {
      line.append(" of ").append(unit.amount((double) total.getAsLong()));
    }
    line.append(" ").append(unit.name()).append(", ").append(unit.amount(rate)).append(" ");
    line.append(unit.name()).append("/s").append(rowRate(seconds));
    if (total.isPresent() && rate > 0) {
      long left = Math.max(0, Math.round((total.getAsLong() - done) / rate));
      line.append(
          String.format(
              Locale.ROOT, ", %d:%02d:%02d left", left / 3600, left / 60 % 60, left % 60));
    }
    return line.toString();
  }

  private String rowRate(double seconds) {
    return rowsDone == 0
        ? ""
        : String.format(Locale.ROOT, ", %.1f M rows/s", rowsDone / seconds / 1e6);
  }

  private ProgressBar newBar() {
    return new ProgressBarBuilder()
        .setTaskName(task)
        .setUnit(" " + unit.name(), unit.size())
        .setInitialMax(total.orElse(-1))
        .setStyle(ProgressBarStyle.ASCII)
        .setConsumer(new ConsoleProgressBarConsumer(console.err(), BAR_WIDTH))
        .showSpeed()
        .build();
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
