package org.secindex.bench;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntryCursor;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexStatistics;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.Location;
import org.secindex.api.Lookup;
import org.secindex.api.LookupBuilder;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.api.Verification;

/** Another index with {@link Faults}: each call takes longer, one hangs, some answers are wrong. */
final class FaultyIndex implements SecondaryIndex {
  /** Too short a wait to leave the processor for. */
  private static final long SPIN_NANOS = 200_000;

  private final SecondaryIndex index;
  private final Faults faults;
  private final AtomicLong calls = new AtomicLong();
  private final AtomicLong answers = new AtomicLong();

  FaultyIndex(SecondaryIndex index, Faults faults) {
    this.index = index;
    this.faults = faults;
  }

  private <T> T late(Supplier<T> call) {
    long begin = System.nanoTime();
    T result = call.get();
    long end = System.nanoTime();
    double more = (end - begin) * faults.slow();
    long until = end + (long) more;
    if (!faults.stall().isZero() && calls.incrementAndGet() == faults.stallAt()) {
      until += faults.stall().toNanos();
    }
    for (long left = until - end; left > 0; left = until - System.nanoTime()) {
      if (left > SPIN_NANOS) {
        LockSupport.parkNanos(left - SPIN_NANOS / 2);
      } else {
        Thread.onSpinWait();
      }
    }
    return result;
  }

  private int chunk(int right) {
    boolean wrong = faults.wrongEvery() > 0 && answers.incrementAndGet() % faults.wrongEvery() == 0;
    return wrong ? right + 1 : right;
  }

  @Override
  public KeyDomain domain() {
    return index.domain();
  }

  @Override
  public Optional<Location> find(long key) {
    Optional<Location> found = late(() -> index.find(key));
    return faults.wrongEvery() == 0
        ? found
        : found.map(right -> new Location(chunk(right.chunkId()), right.subChunkId()));
  }

  @Override
  public Lookup findAll(long[] keys) {
    Lookup found = late(() -> index.findAll(keys));
    if (faults.wrongEvery() == 0) {
      return found;
    }
    LookupBuilder changed = new LookupBuilder(domain(), keys);
    found.forEach(
        (position, key, chunkId, subChunkId) ->
            changed.found(changed.rank(key), chunk(chunkId), subChunkId));
    return changed.build();
  }

  @Override
  public EntryCursor scan(KeyRange range) {
    EntryCursor rows = index.scan(range);
    return new EntryCursor(
        domain(),
        new EntrySource() {
          @Override
          public boolean read(EntryBatch into) {
            return late(() -> rows.read(into));
          }

          @Override
          public void close() {
            rows.close();
          }
        });
  }

  @Override
  public long load(SortedEntries entries) {
    return late(() -> index.load(entries));
  }

  @Override
  public long update(SortedEntries entries) {
    return late(() -> index.update(entries));
  }

  @Override
  public void remove(long[] keys) {
    index.remove(keys);
  }

  @Override
  public void compact(LongConsumer progress) {
    index.compact(progress);
  }

  @Override
  public IndexStatistics statistics() {
    return index.statistics();
  }

  @Override
  public Verification verify(LongConsumer progress) {
    return index.verify(progress);
  }

  @Override
  public void close() {
    index.close();
  }
}
