package org.secindex.bench;

import org.jspecify.annotations.Nullable;

/**
 * One measurement on a TIDE log, as it stands in {@code results.csv}. What could not be measured,
 * or means nothing, is null, and an empty cell there; never 0.
 *
 * @param what was measured
 * @param effort what it took; null if it was not done
 * @param cachedShare how much of the file was in memory before, 0 to 1
 * @param size of the log
 * @param found what a method came to
 * @param loss what a crash loses; of part {@code crash} only
 * @param status {@code ok}, or {@code mismatch}, {@code failed} or {@code skipped} with a colon and
 *     the reason
 */
public record TideRow(
    Circumstances what,
    @Nullable Effort effort,
    @Nullable Double cachedShare,
    @Nullable Size size,
    @Nullable Found found,
    @Nullable Loss loss,
    String status) {
  /** The status of what was measured, and right. */
  static final String OK = "ok";

  /**
   * What was measured.
   *
   * @param run identifies the run
   * @param part {@code rows}, {@code sweep} or {@code crash}
   * @param shape of the log
   * @param method {@code write}, {@code scan}, {@code index} or {@code read}; empty if it came to
   *     none
   * @param cache {@code warm} or {@code cold}; empty for {@code write}
   * @param repeat from 1
   */
  public record Circumstances(
      String run, String part, TideShape shape, String method, String cache, int repeat) {
    TideRow without(String status) {
      return new TideRow(this, null, null, null, null, null, status);
    }
  }

  /** Bytes of a log, and of its INDX blocks, all of them. */
  public record Size(long fileBytes, long indexBytes) {}

  /** Entries that were found, and the sum over them, the same by scan and by index. */
  public record Found(long entries, String checksum) {}

  /** Entries that a crash at a random moment loses: in the mean, and the most that was seen. */
  public record Loss(double meanEntries, long mostEntries) {}

  String part() {
    return what.part();
  }

  TideShape shape() {
    return what.shape();
  }

  String method() {
    return what.method();
  }

  String cache() {
    return what.cache();
  }

  /** What was measured, in short: part, log, method and cache. */
  String name() {
    return String.join(" ", part(), shape().label(), method(), cache()).strip();
  }

  /** Whether it was measured, and right. */
  boolean isOk() {
    return status.equals(OK);
  }

  boolean isMismatch() {
    return status.startsWith("mismatch");
  }

  /** Time on the clock; NaN if it was not measured. */
  double seconds() {
    return effort == null ? Double.NaN : effort.wallSeconds();
  }

  /** How fast the log was written or read; NaN if that is not known. */
  double megabytesPerSecond() {
    return size == null ? Double.NaN : size.fileBytes() / seconds() / 1e6;
  }
}
