package org.secindex.ingest;

import java.util.OptionalLong;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexException;

/**
 * Reads a source in a thread of its own, a few batches ahead of who uses the entries. To be closed,
 * which ends the thread.
 */
final class ReadAhead implements EntrySource {
  private static final int BATCHES = 4;

  private final EntrySource source;
  private final BlockingQueue<EntryBatch> filled = new ArrayBlockingQueue<>(BATCHES);

  /** With room for the one that is being read, and another one to wake the thread. */
  private final BlockingQueue<EntryBatch> free = new ArrayBlockingQueue<>(BATCHES + 2);

  private @Nullable Thread thread;

  /** Ends the thread; it is not interrupted, as that would close the file that it reads. */
  private volatile boolean stopped;

  /** Why there is no more; set before an empty batch is handed over. */
  private volatile @Nullable Throwable failure;

  private EntryBatch current = new EntryBatch();
  private int taken;
  private boolean ended;

  ReadAhead(EntrySource source) {
    this.source = source;
  }

  @Override
  public boolean read(EntryBatch into) {
    into.clear();
    if (taken == current.size() && !nextBatch()) {
      return false;
    }
    int n = Math.min(into.capacity(), current.size() - taken);
    System.arraycopy(current.keys, taken, into.keys, 0, n);
    System.arraycopy(current.chunkIds, taken, into.chunkIds, 0, n);
    System.arraycopy(current.subChunkIds, taken, into.subChunkIds, 0, n);
    into.setSize(n);
    taken += n;
    return true;
  }

  private boolean nextBatch() {
    if (!ended) {
      takeNext();
    }
    if (ended && failure instanceof Error error) {
      throw error;
    }
    if (ended && failure instanceof RuntimeException exception) {
      throw exception;
    }
    return !ended;
  }

  private void takeNext() {
    try {
      if (thread == null) {
        start();
      } else {
        free.put(current);
      }
      current = filled.take();
      taken = 0;
      ended = current.size() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure = new IndexException("interrupted while waiting for sorted entries", e);
      ended = true;
    }
  }

  private void start() throws InterruptedException {
    for (int i = 0; i < BATCHES; i++) {
      free.put(new EntryBatch());
    }
    thread = new Thread(this::fill, "secindex-merge");
    thread.setDaemon(true);
    thread.start();
  }

  private void fill() {
    try {
      boolean more = true;
      while (more) {
        EntryBatch batch = free.take();
        if (stopped) {
          return;
        }
        try {
          more = source.read(batch);
        } catch (RuntimeException | Error e) {
          failure = e;
          batch.clear();
          more = false;
        }
        filled.put(batch);
      }
    } catch (InterruptedException e) {
      // Nobody interrupts this thread.
      throw new IllegalStateException(e);
    }
  }

  @Override
  public OptionalLong expectedCount() {
    return source.expectedCount();
  }

  @Override
  public void close() {
    if (thread != null && thread.isAlive()) {
      stopped = true;
      // It may be waiting for one.
      free.add(new EntryBatch(1));
      boolean interrupted = false;
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    if (!ended) {
      // What was not read yet must not look like the end.
      failure = new IllegalStateException("the entries have been closed, or begun again");
      ended = true;
      taken = current.size();
    }
    source.close();
  }
}
