package org.secindex.bench;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.secindex.api.EntryChecksum;

/**
 * One measurement, as it stands in {@code results.csv}. What could not be read, or means nothing
 * for the suite, is null, and an empty cell there; never 0.
 *
 * @param run identifies the run
 * @param backend the store; {@code none} for the making of files
 * @param layout how the index lies in the store
 * @param suite the label of a {@link Suite}, or {@code make-files}
 * @param keys the name of the catalogue
 * @param entries in the index
 * @param operations entries written or read, keys looked up
 * @param clients how many threads looked up
 * @param repeat from 1
 * @param wallSeconds time on the clock
 * @param clientCpuSeconds user and system time of the bench's process
 * @param serverCpuSeconds the same of all server processes
 * @param opsPerSecond operations per second on the clock
 * @param p50Micros the median latency of a call; {@code batch} has 1000 keys a call
 * @param p99Micros 99 of 100 calls were no slower
 * @param p999Micros 999 of 1000 calls were no slower
 * @param clientRssMb largest resident memory of the bench's process, in 10^6 bytes
 * @param serverRssMb the same of all server processes together
 * @param diskBytes size of the index afterwards
 * @param readBytes read from the disk by all processes
 * @param writeBytes written to the disk by all processes
 * @param majorFaults of all processes
 * @param checksum of all entries stored or answered, in 16 hexadecimal digits
 * @param cache {@code warm}: what was written just before may be answered from memory
 * @param durability {@code sync} or {@code relaxed}
 * @param status {@code ok}, or {@code mismatch}, {@code failed} or {@code skipped} with a colon and
 *     the reason
 */
public record ResultRow(
    String run,
    String backend,
    String layout,
    String suite,
    String keys,
    long entries,
    @Nullable Long operations,
    int clients,
    int repeat,
    @Nullable Double wallSeconds,
    @Nullable Double clientCpuSeconds,
    @Nullable Double serverCpuSeconds,
    @Nullable Double opsPerSecond,
    @Nullable Double p50Micros,
    @Nullable Double p99Micros,
    @Nullable Double p999Micros,
    @Nullable Double clientRssMb,
    @Nullable Double serverRssMb,
    @Nullable Long diskBytes,
    @Nullable Long readBytes,
    @Nullable Long writeBytes,
    @Nullable Long majorFaults,
    String checksum,
    String cache,
    String durability,
    String status) {

  /** What was measured, and under which circumstances. */
  record Circumstances(
      String run,
      String backend,
      String layout,
      String suite,
      String keys,
      long entries,
      int clients,
      int repeat,
      String durability) {

    ResultRow measured(Measurement m) {
      Usage usage = m.usage();
      Histogram latency = m.latency();
      return new ResultRow(
          run,
          backend,
          layout,
          suite,
          keys,
          entries,
          m.operations(),
          clients,
          repeat,
          usage.wallSeconds(),
          usage.clientCpuSeconds(),
          usage.serverCpuSeconds(),
          m.operations() / usage.wallSeconds(),
          micros(latency, 50),
          micros(latency, 99),
          micros(latency, 99.9),
          megabytes(usage.clientRssBytes()),
          megabytes(usage.serverRssBytes()),
          m.diskBytes(),
          usage.readBytes(),
          usage.writeBytes(),
          usage.majorFaults(),
          EntryChecksum.format(m.checksum()),
          "warm",
          durability,
          m.wrong().map(w -> "mismatch: " + w).orElse("ok"));
    }

    ResultRow without(String status) {
      return new ResultRow(
          run,
          backend,
          layout,
          suite,
          keys,
          entries,
          null,
          clients,
          repeat,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          "",
          "",
          durability,
          status);
    }

    private static @Nullable Double micros(@Nullable Histogram latency, double percentile) {
      return latency == null
          ? null
          : Double.valueOf(latency.getValueAtPercentile(percentile) / 1e3);
    }

    private static @Nullable Double megabytes(@Nullable Long bytes) {
      return bytes == null ? null : Double.valueOf(bytes / 1e6);
    }
  }

  /** Whether it was done, and every answer was right. */
  public boolean isOk() {
    return status.equals("ok");
  }

  /** Whether an answer, or what was stored, was wrong. */
  public boolean isMismatch() {
    return status.startsWith("mismatch");
  }
}
