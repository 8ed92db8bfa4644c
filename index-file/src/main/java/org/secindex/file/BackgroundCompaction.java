package org.secindex.file;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.OutcomeUnknownException;

/**
 * Merges layers while the index is read and written, as {@link CompactionPolicy} asks for: in a
 * thread that is there while there is something to merge. It does not wait for reads or writes, nor
 * they for it, except for its turn to begin and to make a version. A merge that a write has made
 * pointless meanwhile is thrown away; one that fails, as on a full disk, is tried again after the
 * next write.
 */
final class BackgroundCompaction {
  private final SegmentStore store;
  private final Versions versions;
  private final SegmentOptions options;

  /** Whose holder may make a version, and start or end the thread. */
  private final ReentrantLock turn;

  private final Condition stopped;
  private volatile boolean stopping;

  // What follows is changed by who has the turn.

  private @Nullable Thread thread;
  private CompactionPolicy.@Nullable Range merging;
  private volatile String state = "idle";

  BackgroundCompaction(
      SegmentStore store, Versions versions, SegmentOptions options, ReentrantLock turn) {
    this.store = store;
    this.versions = versions;
    this.options = options;
    this.turn = turn;
    stopped = turn.newCondition();
  }

  /** Ends a merge before its time; nobody sees it. */
  private static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1;

    Stopped() {
      super("stopped", null, false, false);
    }
  }

  /** {@code idle}, {@code running}, or what went wrong last. */
  String state() {
    return state;
  }

  /** The first layer that is not being merged. For who has the turn. */
  int firstFreeLayer() {
    return merging == null ? 1 : Math.max(1, merging.to());
  }

  /** Begins to work if there is anything to do. */
  void wake() {
    turn.lock();
    try {
      if (thread == null && next().isPresent()) {
        stopping = false;
        state = "running";
        Thread started = new Thread(this::run, "secindex-compaction");
        started.setDaemon(true);
        started.start();
        thread = started;
      }
    } finally {
      turn.unlock();
    }
  }

  private Optional<CompactionPolicy.Range> next() {
    Manifest now = versions.now();
    return options.compaction() == SegmentOptions.Compacting.OFF || now.state() != IndexState.READY
        ? Optional.empty()
        : CompactionPolicy.inBackground(now.layers());
  }

  /** Ends the work, and waits until it has ended. Not for who has the turn. */
  void stop() {
    Thread running;
    turn.lock();
    try {
      stopping = true;
      stopped.signalAll();
      running = thread;
    } finally {
      turn.unlock();
    }
    boolean interrupted = false;
    while (running != null && running.isAlive()) {
      try {
        running.join();
      } catch (InterruptedException e) {
        // It is as good as over, and must be before its files are closed.
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      ByteBuffer buffer = Scratch.allocate(SegmentWriter.BUFFER);
      while (mergeNext(buffer)) {
        // Another one may be worth it now.
      }
    } catch (Stopped e) {
      end("idle");
    } catch (RuntimeException | Error e) {
      // Nobody waits for this work, so it is told where the index tells of itself.
      end("failed: " + (e instanceof IndexException ? e.getMessage() : e));
    }
  }

  private void end(String why) {
    turn.lock();
    try {
      thread = null;
      merging = null;
      state = why;
    } finally {
      turn.unlock();
    }
  }

  private boolean mergeNext(ByteBuffer buffer) {
    View view = beginMerge();
    if (view == null) {
      return false;
    }
    try {
      merge(view, buffer);
      return true;
    } finally {
      view.release();
    }
  }

  /** The view to be merged, to be released; null if there is nothing to do. */
  private @Nullable View beginMerge() {
    turn.lock();
    try {
      merging = stopping ? null : next().orElse(null);
      if (merging == null) {
        // In the same turn, lest a write that comes now took this thread to go on.
        end("idle");
        return null;
      }
      return versions.present().acquire();
    } finally {
      turn.unlock();
    }
  }

  private void merge(View view, ByteBuffer buffer) {
    CompactionPolicy.Range range = Objects.requireNonNull(merging);
    Compaction compaction = new Compaction(view, range, options.segmentSize());
    LayerWriter out =
        new LayerWriter(
            store,
            view.domain(),
            options.segmentSize(),
            versions.names(),
            compaction.makesOverlay(),
            buffer);
    long start = System.nanoTime();
    try (out) {
      List<SegmentInfo> merged = compaction.run(out, (entries, bytes) -> pace(start, bytes));
      commit(compaction, merged, out);
    } catch (OutcomeUnknownException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      discard(e);
      throw e;
    }
  }

  private void discard(Throwable why) {
    turn.lock();
    try {
      versions.discard(why);
    } finally {
      turn.unlock();
    }
  }

  private void commit(Compaction compaction, List<SegmentInfo> merged, LayerWriter out) {
    turn.lock();
    try {
      if (stopping) {
        throw new Stopped();
      }
      versions.settle();
      if (compaction.appliesTo(versions.now())) {
        versions.commit(IndexState.READY, compaction.applied(versions.now(), merged));
      } else {
        out.files().forEach(store::delete);
      }
    } finally {
      merging = null;
      turn.unlock();
    }
  }

  /** Waits until so many bytes may have been written. */
  private void pace(long start, long bytes) {
    long rate = options.compactionRate();
    long due = rate == 0 ? 0 : (long) (bytes * 1e9 / rate) - (System.nanoTime() - start);
    if (due > 0) {
      await(due);
    }
    if (stopping) {
      throw new Stopped();
    }
  }

  private void await(long nanos) {
    turn.lock();
    try {
      long left = nanos;
      while (!stopping && left > 0) {
        left = stopped.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      throw new IndexException(store.address() + ": the compaction was interrupted", e);
    } finally {
      turn.unlock();
    }
  }
}
