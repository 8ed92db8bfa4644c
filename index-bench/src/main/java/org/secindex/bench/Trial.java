package org.secindex.bench;

import java.util.List;
import java.util.function.LongSupplier;

/**
 * One job on one index.
 *
 * @param target the store
 * @param uri the index in it
 * @param dataset what the index holds, or shall hold
 * @param clients how many threads look up
 * @param lookups how many keys are looked up, over all clients
 * @param listener told how far it is
 */
record Trial(
    Target target, String uri, Dataset dataset, int clients, int lookups, BenchListener listener) {
  /**
   * Starts to measure.
   *
   * @param done how far the job is, asked by another thread some times a second
   * @param total what that will be at the end
   */
  ProcessMeter meter(LongSupplier done, long total) {
    return ProcessMeter.start(
        List.copyOf(target.processes().values()), () -> listener.progress(done.getAsLong(), total));
  }
}
