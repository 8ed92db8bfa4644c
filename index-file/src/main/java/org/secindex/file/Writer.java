package org.secindex.file;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.secindex.api.EntryBatch;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.KeyDomain;
import org.secindex.api.LookupBuilder;
import org.secindex.api.OutcomeUnknownException;
import org.secindex.api.SortedEntries;

/**
 * Changes an index: new segments first, then one new version that names them. Called by one thread
 * at a time; a compaction in the background goes on beside it, and takes turns in making versions.
 */
final class Writer {
  private final SegmentStore store;
  private final Versions versions;
  private final SegmentOptions options;

  /** Held by who may make a version. */
  private final ReentrantLock turn = new ReentrantLock();

  private final BackgroundCompaction background;

  /** One for all segments, which are written one after the other. */
  private final ByteBuffer buffer = Scratch.allocate(SegmentWriter.BUFFER);

  Writer(SegmentStore store, Versions versions, SegmentOptions options) {
    this.store = store;
    this.versions = versions;
    this.options = options;
    background = new BackgroundCompaction(store, versions, options, turn);
  }

  /** Takes up what the store holds, and deletes what dead writers have left. */
  void begin() {
    inTurn(() -> true);
  }

  /**
   * Does something when no version is being made, and all is as the present one says. If that
   * fails, nothing is begun in the background either: what failed may have been the opening of the
   * index, which is then given up.
   */
  private <T> T inTurn(Supplier<T> work) {
    turn.lock();
    try {
      versions.settle();
      T result = work.get();
      background.wake();
      return result;
    } finally {
      turn.unlock();
    }
  }

  private Manifest now() {
    return versions.now();
  }

  /** See {@link SegmentedIndex#load(List)}. */
  long load(List<SortedEntries> parts) {
    return inTurn(
        () -> {
          requireEmpty();
          if (now().state() == IndexState.READY) {
            versions.commit(IndexState.BUILDING, List.of(List.of()));
          }
          PartsLoad load =
              new PartsLoad(now().domain(), parts, buffer, use -> layerWriter(false, use));
          try (load) {
            versions.commit(IndexState.READY, List.of(load.run()));
          } catch (OutcomeUnknownException e) {
            throw e;
          } catch (RuntimeException | Error e) {
            // Of whatever kind, the reader of the input may have thrown it: the index is to be
            // empty. Where even that fails, it stays BUILDING.
            versions.discard(e);
            Versions.uninterrupted(e, () -> versions.commit(IndexState.READY, List.of(List.of())));
            throw e;
          }
          return load.count();
        });
  }

  private void requireEmpty() {
    Layer[] layers = versions.present().get().layers();
    // Overlays may consist of tombstones that hide all there is.
    try (Merge all = new Merge(layers, 0, layers.length, Long.MIN_VALUE, Long.MAX_VALUE, false)) {
      if (all.read(new EntryBatch(1))) {
        throw new IndexException(
            store.address() + " is not empty: load fills an empty index; use update to change it");
      }
    }
  }

  /** See {@link org.secindex.api.SecondaryIndex#update}. */
  long update(SortedEntries entries) {
    return inTurn(
        () -> {
          makeRoom();
          addOverlay(
              out -> {
                EntryBatch batch = new EntryBatch();
                while (entries.read(batch)) {
                  out.addUserKeys(batch);
                }
              });
          return entries.count();
        });
  }

  /** See {@link org.secindex.api.SecondaryIndex#remove}. */
  void remove(long[] keys) {
    inTurn(
        () -> {
          makeRoom();
          KeyDomain domain = now().domain();
          addOverlay(
              out -> {
                for (long key : LookupBuilder.distinctAscending(domain, keys)) {
                  out.addTombstone(domain.toSortOrder(key));
                }
              });
          return keys.length;
        });
  }

  /** Merges overlays if there are too many for another one. */
  private void makeRoom() {
    requireReady();
    Optional<CompactionPolicy.Range> range =
        CompactionPolicy.beforeAnother(now().layers(), background.firstFreeLayer());
    range.ifPresent(layers -> merge(layers, (entries, bytes) -> {}));
  }

  private void requireReady() {
    if (now().state() != IndexState.READY) {
      throw Present.building(store.address());
    }
  }

  private interface Filling {
    void fill(LayerWriter out);
  }

  private void addOverlay(Filling filling) {
    writeLayer(
        true,
        out -> {
          filling.fill(out);
          List<SegmentInfo> overlay = out.finish();
          if (!overlay.isEmpty()) {
            List<List<SegmentInfo>> layers = new ArrayList<>(now().layers());
            layers.add(overlay);
            versions.commit(IndexState.READY, layers);
          }
        });
  }

  private void merge(CompactionPolicy.Range range, Compaction.Pace pace) {
    Compaction compaction = new Compaction(versions.present().get(), range, options.segmentSize());
    if (compaction.isNeeded()) {
      writeLayer(
          compaction.makesOverlay(),
          out -> {
            List<SegmentInfo> merged = compaction.run(out, pace);
            versions.commit(IndexState.READY, compaction.applied(now(), merged));
          });
    }
  }

  /** Writes segments and makes a version of them, or leaves nothing behind. */
  private void writeLayer(boolean overlay, Filling filling) {
    LayerWriter out = layerWriter(overlay, buffer);
    try (out) {
      filling.fill(out);
    } catch (OutcomeUnknownException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      // Of whatever kind: the reader of an input may have thrown it, or who is told of progress.
      versions.discard(e);
      throw e;
    }
  }

  private LayerWriter layerWriter(boolean overlay, ByteBuffer use) {
    return new LayerWriter(
        store, now().domain(), options.segmentSize(), versions.names(), overlay, use);
  }

  /** See {@link SegmentedIndex#adopt}. */
  long adopt(List<Path> segments, SegmentedIndex.Handover handover, LongConsumer progress) {
    boolean move = handover == SegmentedIndex.Handover.MOVE;
    return inTurn(
        () -> {
          requireReady();
          Adoption adoption = new Adoption(store, now().domain(), versions.names(), progress);
          try (adoption) {
            List<SegmentInfo> adopted = adoption.run(segments, move, now().segments());
            if (!adopted.isEmpty()) {
              List<List<SegmentInfo>> layers = new ArrayList<>(now().layers());
              layers.set(0, SegmentInfo.ascending(now().base(), adopted));
              versions.commit(IndexState.READY, layers);
            }
          } catch (OutcomeUnknownException e) {
            throw e;
          } catch (RuntimeException | Error e) {
            // Of whatever kind: who is told of progress may have thrown it.
            versions.discard(e);
            throw e;
          }
          if (move) {
            Adoption.deleteAll(segments);
          }
          return adoption.checked();
        });
  }

  /** See {@link org.secindex.api.SecondaryIndex#compact}. */
  void compact(LongConsumer progress) {
    background.stop();
    inTurn(
        () -> {
          requireReady();
          requireNoInterrupt();
          merge(
              new CompactionPolicy.Range(0, now().layers().size()),
              (entries, bytes) -> {
                requireNoInterrupt();
                progress.accept(entries);
              });
          return true;
        });
  }

  private void requireNoInterrupt() {
    if (Thread.currentThread().isInterrupted()) {
      throw new IndexException(
          store.address() + ": the compaction was interrupted; the content is as it was");
    }
  }

  /** What the compaction in the background does, or why it failed. */
  String compacting() {
    return background.state();
  }

  void close() {
    background.stop();
    versions.close();
  }
}
