package org.secindex.file;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.secindex.api.EntryBatch;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.KeyDomain;
import org.secindex.api.LookupBuilder;
import org.secindex.api.OutcomeUnknownException;
import org.secindex.api.SortedEntries;

/**
 * Changes an index: new segments first, then one new manifest that names them. Holds the lock.
 * Called by one thread at a time.
 */
final class Writer {
  /** More overlays than this are not left behind: each may cost a look-up one read. */
  private static final int MAX_OVERLAYS = 8;

  private final SegmentStore store;
  private final Manifests manifests;
  private final Present present;
  private final WriterLock lock;
  private final long segmentSize;

  /** One for all segments, which are written one after the other. */
  private final ByteBuffer buffer = Scratch.allocate(SegmentWriter.BUFFER);

  /** Set while the store may hold something else than the present view says. */
  private boolean unsettled = true;

  Writer(SegmentStore store, Present present, WriterLock lock, long segmentSize) {
    this.store = store;
    this.manifests = new Manifests(store);
    this.present = present;
    this.lock = lock;
    this.segmentSize = segmentSize;
  }

  private Manifest now() {
    return present.get().manifest();
  }

  /** See {@link org.secindex.api.SecondaryIndex#load}. */
  long load(SortedEntries entries) {
    settle();
    if (!isEmpty()) {
      throw new IndexException(
          store.address() + " is not empty: load fills an empty index; use update to change it");
    }
    unsettled = true;
    if (now().state() == IndexState.READY) {
      commit(now().next(IndexState.BUILDING, List.of(List.of())));
    }
    LayerWriter out = layerWriter(names());
    try (out) {
      copy(entries, out);
      commit(now().next(IndexState.READY, List.of(out.finish())));
    } catch (OutcomeUnknownException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      // Of whatever kind, the reader of the input may have thrown it: the index is to be empty.
      abandonLoad(out, e);
      throw e;
    }
    cleanUp();
    return entries.count();
  }

  /** Makes the index empty and READY again; where even that fails, it stays BUILDING. */
  private void abandonLoad(LayerWriter out, Throwable why) {
    discard(out, why);
    uninterrupted(why, () -> commit(now().next(IndexState.READY, List.of(List.of()))));
  }

  /** Deletes the files of a write that failed; what cannot be deleted is added to {@code why}. */
  private void discard(LayerWriter out, Throwable why) {
    uninterrupted(
        why,
        () -> {
          // Whoever has the lock by now may have given the same names to files of his own.
          lock.check();
          // The next writer deletes what this cannot.
          out.discard();
        });
  }

  /** Undoes something: an interrupt may be why a write has failed, and must not end this, too. */
  private static void uninterrupted(Throwable why, Runnable undo) {
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

  private boolean isEmpty() {
    View view = present.get();
    if (now().isEmpty()) {
      return true;
    }
    // Overlays may consist of tombstones that hide all there is.
    Merge all =
        new Merge(view.layers(), 0, view.layers().length, Long.MIN_VALUE, Long.MAX_VALUE, false);
    return !all.read(new EntryBatch(1));
  }

  /** See {@link org.secindex.api.SecondaryIndex#update}. */
  long update(SortedEntries entries) {
    settle();
    requireReady();
    unsettled = true;
    SegmentNames names = names();
    LayerWriter out = layerWriter(names);
    try (out) {
      copy(entries, out);
      addOverlay(out.finish(), names);
    } catch (OutcomeUnknownException e) {
      throw e;
    } catch (RuntimeException e) {
      // Of whatever kind; the reader of the input may have thrown it.
      discard(out, e);
      throw e;
    }
    cleanUp();
    return entries.count();
  }

  /** See {@link org.secindex.api.SecondaryIndex#remove}. */
  void remove(long[] keys) {
    settle();
    requireReady();
    unsettled = true;
    SegmentNames names = names();
    LayerWriter out = layerWriter(names);
    try (out) {
      for (long key : LookupBuilder.distinctAscending(domain(), keys)) {
        out.addTombstone(domain().toSortOrder(key));
      }
      addOverlay(out.finish(), names);
    } catch (OutcomeUnknownException e) {
      throw e;
    } catch (IndexException e) {
      discard(out, e);
      throw e;
    }
    cleanUp();
  }

  /** See {@link org.secindex.api.SecondaryIndex#compact}. */
  void compact(LongConsumer progress) {
    settle();
    requireReady();
    requireNoInterrupt();
    Compaction compaction = new Compaction(present.get(), segmentSize);
    if (!compaction.isNeeded()) {
      return;
    }
    unsettled = true;
    LayerWriter out = layerWriter(names());
    try (out) {
      List<SegmentInfo> base =
          compaction.run(
              out,
              (entries, bytes) -> {
                requireNoInterrupt();
                progress.accept(entries);
              });
      commit(now().next(IndexState.READY, List.of(base)));
    } catch (OutcomeUnknownException e) {
      throw e;
    } catch (RuntimeException e) {
      // Of whatever kind; who is told of the progress may have thrown it.
      discard(out, e);
      throw e;
    }
    cleanUp();
  }

  private void requireNoInterrupt() {
    if (Thread.currentThread().isInterrupted()) {
      throw new IndexException(
          store.address() + ": the compaction was interrupted; the content is as it was");
    }
  }

  private KeyDomain domain() {
    return now().domain();
  }

  private SegmentNames names() {
    return new SegmentNames(now().number() + 1);
  }

  private LayerWriter layerWriter(SegmentNames names) {
    return new LayerWriter(store, domain(), segmentSize, names, buffer);
  }

  private void requireReady() {
    if (now().state() != IndexState.READY) {
      throw Present.building(store.address());
    }
  }

  private void copy(SortedEntries entries, LayerWriter out) {
    EntryBatch batch = new EntryBatch();
    KeyDomain domain = domain();
    while (entries.read(batch)) {
      if (domain == KeyDomain.UNSIGNED) {
        for (int i = 0; i < batch.size(); i++) {
          batch.keys[i] = domain.toSortOrder(batch.keys[i]);
        }
      }
      out.add(batch);
    }
  }

  private void addOverlay(List<SegmentInfo> overlay, SegmentNames names) {
    if (overlay.isEmpty()) {
      return;
    }
    List<List<SegmentInfo>> layers = new ArrayList<>(now().layers());
    layers.add(overlay);
    Manifest next = now().next(IndexState.READY, layers);
    View view = present.get().successor(store, next);
    try {
      if (layers.size() - 1 > MAX_OVERLAYS) {
        next = now().next(IndexState.READY, merged(view, names));
        View merged = view.successor(store, next);
        view.release();
        view = merged;
      }
      commit(view);
    } finally {
      if (present.get() != view) {
        view.release();
      }
    }
  }

  /**
   * Merges the newest overlays into one: as many as are not much larger than all that came after
   * them, so that an entry is rewritten a number of times that grows with the logarithm only.
   */
  private List<List<SegmentInfo>> merged(View view, SegmentNames names) {
    Layer[] layers = view.layers();
    int from = layers.length - 2;
    long newer = entries(layers[from + 1]) + entries(layers[from]);
    while (from > 1 && entries(layers[from - 1]) <= 2 * newer) {
      from--;
      newer += entries(layers[from]);
    }
    Merge overlays = new Merge(layers, from, layers.length, Long.MIN_VALUE, Long.MAX_VALUE, true);
    LayerWriter out = layerWriter(names);
    try (out) {
      EntryBatch batch = new EntryBatch();
      while (overlays.read(batch)) {
        out.add(batch);
      }
      List<List<SegmentInfo>> result = new ArrayList<>(view.manifest().layers().subList(0, from));
      result.add(out.finish());
      return result;
    } catch (IndexException e) {
      discard(out, e);
      throw e;
    }
  }

  private static long entries(Layer layer) {
    return layer.segments().stream().mapToLong(s -> s.info().entries()).sum();
  }

  private void commit(Manifest next) {
    View view = present.get().successor(store, next);
    try {
      commit(view);
    } finally {
      if (present.get() != view) {
        view.release();
      }
    }
  }

  /** Publishes the manifest of a view whose segments are open, and makes it the present one. */
  private void commit(View view) {
    lock.check();
    manifests.publish(view.manifest());
    present.replace(view);
  }

  /**
   * After a write that failed, or at first: takes up what the store holds, which may be the version
   * whose publishing was answered by nothing, and deletes what belongs to no version.
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
    if (stored.number() != now().number()) {
      present.replace(present.get().successor(store, stored));
    }
    manifests.deleteAllBut(stored);
    unsettled = false;
  }

  private void cleanUp() {
    try {
      manifests.deleteAllBut(now());
      unsettled = false;
    } catch (IndexException e) {
      // What was asked for is done; files that nobody refers to are tried again before the next
      // write, and by the next writer.
      unsettled = true;
    }
  }

  void close() {
    lock.close();
  }
}
