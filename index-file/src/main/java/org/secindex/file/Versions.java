package org.secindex.file;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;

/**
 * Makes one version of an index after the other the present one, and deletes files that are of no
 * use any more: of versions that have passed, once their grace is over, and of writers that died.
 * Holds the right to write. But for {@link #now}, used by one thread at a time.
 */
final class Versions {
  private final SegmentStore store;
  private final Manifests manifests;
  private final Present present;
  private final WriterLock lock;
  private final Duration grace;
  private final InstantSource clock;
  private final SegmentNames names;

  /** Set while the store may hold something else than the present version says. */
  private volatile boolean unsettled = true;

  /**
   * @param grace how long a file is kept that the present version does not need
   */
  Versions(
      SegmentStore store, Present present, WriterLock lock, Duration grace, InstantSource clock) {
    this.store = store;
    this.present = present;
    this.lock = lock;
    this.grace = grace;
    this.clock = clock;
    manifests = new Manifests(store);
    names = new SegmentNames(present.get().manifest().number() + 1);
  }

  Manifest now() {
    return present.get().manifest();
  }

  Present present() {
    return present;
  }

  /** For the files of the versions to come. */
  SegmentNames names() {
    return names;
  }

  /**
   * Makes a version of segments that are finished, and makes it the present one. When this returns,
   * or throws {@link org.secindex.api.OutcomeUnknownException}, they belong to it.
   */
  void commit(IndexState state, List<List<SegmentInfo>> layers) {
    Manifest next = now().next(state, layers, retired(layers));
    View view = present.get().successor(store, next);
    try {
      lock.check();
      unsettled = true;
      manifests.publish(next, lock);
      present.replace(view);
    } finally {
      if (present.get() != view) {
        view.release();
      }
    }
    try {
      deleteUseless();
      unsettled = false;
    } catch (IndexException e) {
      // What was asked for is done; files that nobody refers to are tried again before the next
      // write, and by the next writer.
      unsettled = true;
    }
  }

  private List<RetiredSegment> retired(List<List<SegmentInfo>> layers) {
    long time = clock.millis();
    List<RetiredSegment> retired = new ArrayList<>(now().retired());
    Set<SegmentInfo> kept = new HashSet<>();
    layers.forEach(kept::addAll);
    for (SegmentInfo segment : now().segments()) {
      if (!kept.contains(segment)) {
        retired.add(new RetiredSegment(segment.name(), segment.bytes(), time));
      }
    }
    retired.removeIf(segment -> isOver(segment, time));
    return retired;
  }

  private boolean isOver(RetiredSegment segment, long time) {
    return time - segment.since() >= grace.toMillis();
  }

  private void deleteUseless() {
    // The list first: a file that is begun meanwhile is not in it. Then the right to write: who
    // still has it now is the only one who can have begun those that are.
    List<String> files = store.list();
    lock.check();
    Set<String> useful = new HashSet<>(names.inProgress());
    useful.add(now().name());
    now().segments().forEach(segment -> useful.add(segment.name()));
    long time = clock.millis();
    for (RetiredSegment segment : now().retired()) {
      if (!isOver(segment, time)) {
        useful.add(segment.name());
      }
    }
    manifests.deleteAllBut(files, useful);
  }

  /**
   * After a write that failed, or at first: takes up what the store holds, which may be the version
   * whose publishing was answered by nothing, and deletes what is of no use. Not what is still
   * being written, see {@link SegmentNames#inProgress}.
   */
  void settle() {
    lock.check();
    if (!unsettled) {
      return;
    }
    Manifest stored =
        manifests
            .newest()
            .orElseThrow(
                () -> new IndexException(store.address() + ": the index has been deleted"));
    if (stored.number() < now().number()) {
      throw new IndexException(
          store.describe(now().name())
              + ": has vanished, and there is only version "
              + stored.number()
              + "; nothing is written before it is back");
    }
    if (stored.number() != now().number()) {
      present.replace(present.get().successor(store, stored));
    }
    deleteUseless();
    unsettled = false;
  }

  /**
   * Deletes what a write has left that failed, of whatever kind the failure was: after a look at
   * the store, since a version may have appeared before. What cannot be done, which is added to
   * {@code why}, is tried again before the next write, and by the next writer.
   */
  void discard(Throwable why) {
    unsettled = true;
    uninterrupted(why, this::settle);
  }

  /** Undoes something: an interrupt may be why a write has failed, and must not end this, too. */
  static void uninterrupted(Throwable why, Runnable undo) {
    boolean interrupted = Thread.interrupted();
    try {
      undo.run();
    } catch (IndexException e) {
      why.addSuppressed(e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Gives the right to write back. */
  void close() {
    lock.close();
  }
}
