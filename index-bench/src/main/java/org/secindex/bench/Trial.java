package org.secindex.bench;

import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.secindex.api.Access;
import org.secindex.api.SecondaryIndex;

/**
 * One job on one index.
 *
 * @param target the store
 * @param index its name in the store
 * @param dataset what the index holds, or shall hold
 * @param task the job
 * @param lookups how many keys are looked up, over all clients
 * @param pace of the look-ups
 * @param cold whether nothing is in memory, and no warm-up may change that
 * @param listener told how far it is
 */
record Trial(
    Target target,
    String index,
    Dataset dataset,
    Task task,
    int lookups,
    Pace pace,
    boolean cold,
    BenchListener listener) {
  /** Makes the index, empty. */
  SecondaryIndex create() {
    return target.create(index, dataset.catalogue());
  }

  SecondaryIndex open(Access access) {
    return target.open(index, access);
  }

  void drop() {
    target.drop(index);
  }

  /** How many keys will have been looked up at the end; 0 if that depends on the time it takes. */
  long totalLookups() {
    return pace.duration().isPresent() ? 0 : lookups;
  }

  /**
   * Starts to measure a job that is one call.
   *
   * @param done how far the job is, asked by another thread some times a second
   * @param total what that will be at the end
   */
  ProcessMeter meter(LongSupplier done, long total) {
    return meter(done, total, () -> null);
  }

  /** As {@link #meter(LongSupplier, long)}, of a job of many calls; see {@link Series}. */
  ProcessMeter meter(LongSupplier done, long total, Supplier<@Nullable Histogram> calls) {
    List<Long> servers = List.copyOf(target.processes().values());
    return ProcessMeter.start(
        servers,
        new Series(servers, done, calls),
        () -> listener.progress(done.getAsLong(), total));
  }
}
