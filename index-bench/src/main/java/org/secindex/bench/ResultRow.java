package org.secindex.bench;

import org.jspecify.annotations.Nullable;
import org.secindex.api.EntryChecksum;

/**
 * One measurement, as it stands in {@code results.csv}. What could not be read, or means nothing
 * for the suite, is null, and an empty cell there; never 0.
 *
 * @param run identifies the run
 * @param backend the store; {@code none} for the making of files, {@code noop} for the bench itself
 *     without a store
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
 * @param clientRssMb largest resident memory of the bench's process, in 10^6 bytes
 * @param serverRssMb the same of all server processes together
 * @param diskBytes size of the index afterwards
 * @param readBytes read from the disk by all processes
 * @param writeBytes written to the disk by all processes
 * @param majorFaults of all processes
 * @param checksum of all entries stored or answered, in 16 hexadecimal digits; empty if the time
 *     was over before every key had been asked for
 * @param cache {@code warm}: what was written just before may be answered from memory; {@code
 *     cold}: nothing of it was in memory, and servers had been restarted
 * @param durability {@code sync} or {@code relaxed}
 * @param status {@code ok}, or {@code mismatch}, {@code failed} or {@code skipped} with a colon and
 *     the reason
 * @param method how keys were looked up
 * @param latency of calls, from the moment when they were made; null where a suite is one call
 * @param intended the same from the moment when they should have been made; null in a closed loop
 * @param found how many of the keys looked up the index had
 * @param written entries written while others looked up
 * @param garbage what the bench's JVM did for memory
 * @param dataPerRam size of the index by the memory of this machine
 * @param notes what a reader must know of this figure, sentences with {@code "; "} between; mostly
 *     empty
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
    @Nullable Double clientRssMb,
    @Nullable Double serverRssMb,
    @Nullable Long diskBytes,
    @Nullable Long readBytes,
    @Nullable Long writeBytes,
    @Nullable Long majorFaults,
    String checksum,
    String cache,
    String durability,
    String status,
    Method method,
    @Nullable Latency latency,
    @Nullable Latency intended,
    @Nullable Long found,
    @Nullable Long written,
    Garbage garbage,
    @Nullable Double dataPerRam,
    String notes) {

  /** Of what stands in {@link #backend}: the making of files. */
  static final String NO_BACKEND = "none";

  /** Of what stands in {@link #backend}: the bench itself, without a store. */
  static final String HARNESS = "noop";

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
      String durability,
      Method method) {

    /**
     * A row with figures.
     *
     * @param cache as in the row
     * @param ramBytes of this machine
     */
    ResultRow measured(Measurement m, String cache, long ramBytes, String notes) {
      Usage usage = m.usage();
      Long disk = m.diskBytes();
      Long checksum = m.checksum();
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
          megabytes(usage.clientRssBytes()),
          megabytes(usage.serverRssBytes()),
          disk,
          usage.readBytes(),
          usage.writeBytes(),
          usage.majorFaults(),
          checksum == null ? "" : EntryChecksum.format(checksum),
          cache,
          durability,
          m.wrong().map(w -> "mismatch: " + w).orElse("ok"),
          method,
          Latency.of(m.latency()),
          Latency.of(m.intended()),
          m.found(),
          m.written(),
          usage.garbage(),
          disk == null ? null : Double.valueOf((double) disk / ramBytes),
          notes);
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
          "",
          "",
          durability,
          status,
          method,
          null,
          null,
          null,
          null,
          Garbage.UNKNOWN,
          null,
          "");
    }

    private static @Nullable Double megabytes(@Nullable Long bytes) {
      return bytes == null ? null : Double.valueOf(bytes / 1e6);
    }
  }

  /** CPU of client and servers; of the client alone where its server cannot be measured. */
  @Nullable Double allCpuSeconds() {
    return sum(clientCpuSeconds, serverCpuSeconds);
  }

  /** Largest resident memory of client and servers, which need not have been at one moment. */
  @Nullable Double allRssMb() {
    return sum(clientRssMb, serverRssMb);
  }

  private static @Nullable Double sum(@Nullable Double client, @Nullable Double server) {
    return client == null ? null : Double.valueOf(client + (server == null ? 0 : server));
  }

  /** Whether it was done, and every answer was right. */
  public boolean isOk() {
    return status.equals("ok");
  }

  /** Whether an answer, or what was stored, was wrong. */
  public boolean isMismatch() {
    return status.startsWith("mismatch");
  }

  /** Whether it is of a store, and not of the bench's own work. */
  public boolean isOfAStore() {
    return !backend.equals(NO_BACKEND) && !backend.equals(HARNESS);
  }

  /** The median latency of a call. */
  public @Nullable Double p50Micros() {
    return latency == null ? null : Double.valueOf(latency.p50Micros());
  }

  /** 99 of 100 calls were no slower. */
  public @Nullable Double p99Micros() {
    return latency == null ? null : Double.valueOf(latency.p99Micros());
  }

  /** 999 of 1000 calls were no slower. */
  public @Nullable Double p999Micros() {
    return latency == null ? null : Double.valueOf(latency.p999Micros());
  }
}
