package org.secindex.bench;

import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What a job took, and whether its result was right.
 *
 * @param operations entries written or read, or keys looked up
 * @param usage what was used
 * @param latency of each call, in nanoseconds; null where a job is one call
 * @param intended the same from the moment when the call should have been made; null in a closed
 *     loop
 * @param found how many keys the index had; null where none was looked up
 * @param written entries written beside; null where that is not part of the job
 * @param checksum the {@link org.secindex.api.EntryChecksum} of all entries stored or answered, as
 *     they were found; null if not all keys were asked for
 * @param diskBytes of the index after the job; null where the store does not tell
 * @param wrong what was wrong, in one line
 */
record Measurement(
    long operations,
    Usage usage,
    @Nullable Histogram latency,
    @Nullable Histogram intended,
    @Nullable Long found,
    @Nullable Long written,
    @Nullable Long checksum,
    @Nullable Long diskBytes,
    Optional<String> wrong) {

  /** The same with another finding. */
  Measurement butWrong(Optional<String> finding) {
    return new Measurement(
        operations, usage, latency, intended, found, written, checksum, diskBytes, finding);
  }

  /** Of a job that is one call, whose result was checked afterwards. */
  static Measurement of(long operations, Usage usage, Check check) {
    return new Measurement(
        operations,
        usage,
        null,
        null,
        null,
        null,
        check.checksum(),
        check.diskBytes(),
        check.wrong());
  }
}
