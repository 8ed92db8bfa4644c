package org.secindex.bench;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.secindex.api.IndexException;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.testkit.Catalogue;

/**
 * A thread that moves entries and puts them back, {@value #ENTRIES} an update, other ones each
 * time, spread over the whole index.
 */
final class Mover implements AutoCloseable {
  static final int ENTRIES = 1000;

  private final SecondaryIndex index;
  private final Catalogue catalogue;
  private final int count;
  private final AtomicLong written = new AtomicLong();
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private volatile boolean stopped;
  private @Nullable Future<?> work;

  Mover(SecondaryIndex index, Catalogue catalogue) {
    this.index = index;
    this.catalogue = catalogue;
    count = (int) Math.min(ENTRIES, catalogue.size());
  }

  void start() {
    work = thread.submit(this::move);
  }

  private void move() {
    for (long round = 0; !stopped; round++) {
      long[] keys = new long[count];
      for (int i = 0; i < count; i++) {
        long first = catalogue.size() * i / count;
        long next = catalogue.size() * (i + 1) / count;
        keys[i] = catalogue.key(first + round % (next - first));
      }
      written.addAndGet(index.update(entries(keys, true)));
      written.addAndGet(index.update(entries(keys, false)));
    }
  }

  private SortedEntries entries(long[] keys, boolean moved) {
    int[] chunkIds = new int[count];
    int[] subChunkIds = new int[count];
    for (int i = 0; i < count; i++) {
      chunkIds[i] = moved ? Move.chunkId(catalogue, keys[i]) : catalogue.chunkId(keys[i]);
      subChunkIds[i] = moved ? Move.subChunkId(catalogue, keys[i]) : catalogue.subChunkId(keys[i]);
    }
    return SortedEntries.of(catalogue.domain(), keys, chunkIds, subChunkIds);
  }

  /** How many entries have been written so far. */
  long written() {
    return written.get();
  }

  /** Ends when all that was moved has been put back. Throws what the thread met. */
  void stop() {
    stopped = true;
    Future<?> begun = work;
    if (begun == null) {
      return;
    }
    try {
      begun.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IndexException("the updates failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IndexException("interrupted while waiting for the updates", e);
    }
  }

  /** Ends the thread, after the update that it is at. */
  @Override
  public void close() {
    stopped = true;
    thread.shutdown();
  }
}
