package org.secindex.file;

import java.util.concurrent.CompletableFuture;
import org.secindex.api.EntryBatch;

/**
 * The entries of several layers as one ascending stream: where a key is in more than one of them,
 * the newest counts. Keys are in sort order.
 */
final class Merge implements AutoCloseable {
  /** The newest layer first. */
  private final LayerCursor[] cursors;

  private final boolean keepTombstones;

  /**
   * Merges the layers {@code from} to {@code to} of a stack that has the newest last.
   *
   * @param keepTombstones whether they are handed on, as entries of chunk -1
   */
  Merge(Layer[] layers, int from, int to, long first, long last, boolean keepTombstones) {
    this.keepTombstones = keepTombstones;
    cursors = new LayerCursor[to - from];
    for (int i = 0; i < cursors.length; i++) {
      cursors[i] = new LayerCursor(layers[to - 1 - i], first, last);
    }
  }

  /** Fills the batch as {@link org.secindex.api.EntrySource#read} does. */
  boolean read(EntryBatch into) {
    into.clear();
    while (!into.isFull()) {
      int smallest = smallest();
      if (smallest < 0) {
        break;
      }
      LayerCursor from = cursors[smallest];
      long bound = skipOlderAndBound(smallest, from.rows().keys[from.row()]);
      copyBelow(from, bound, into);
    }
    return into.size() > 0;
  }

  /** The newest of the cursors that stand on the smallest key; -1 if all have ended. */
  private int smallest() {
    int smallest = -1;
    long key = 0;
    for (int i = 0; i < cursors.length; i++) {
      if (cursors[i].ready()) {
        long candidate = cursors[i].rows().keys[cursors[i].row()];
        if (smallest < 0 || candidate < key) {
          smallest = i;
          key = candidate;
        }
      }
    }
    return smallest;
  }

  /**
   * Skips the key in all other cursors.
   *
   * @return the key before which the cursor may run on alone
   */
  private long skipOlderAndBound(int chosen, long key) {
    long bound = Long.MAX_VALUE;
    for (int i = 0; i < cursors.length; i++) {
      if (i != chosen && cursors[i].ready()) {
        LayerCursor other = cursors[i];
        if (other.rows().keys[other.row()] == key) {
          other.skip(1);
        }
        if (other.ready()) {
          bound = Math.min(bound, other.rows().keys[other.row()]);
        }
      }
    }
    return bound;
  }

  /**
   * Copies the row that the cursor stands on, and those after it whose keys are below the bound.
   */
  private void copyBelow(LayerCursor from, long bound, EntryBatch into) {
    EntryBatch rows = from.rows();
    int start = from.row();
    int at = start;
    int to = into.size();
    int most = Math.min(rows.size(), start + into.capacity() - to);
    do {
      int chunk = rows.chunkIds[at];
      into.keys[to] = rows.keys[at];
      into.chunkIds[to] = chunk;
      into.subChunkIds[to] = rows.subChunkIds[at];
      to += chunk >= 0 || keepTombstones ? 1 : 0;
      at++;
    } while (at < most && rows.keys[at] < bound);
    into.setSize(to);
    from.skip(at - start);
  }

  /**
   * Waits until no read is under way any more: what is being read ahead may be of no use, but its
   * files must stay open until it has come.
   */
  @Override
  public void close() {
    end().handle((done, failed) -> true).join();
  }

  /** Completes when no read is under way any more. */
  CompletableFuture<?> end() {
    CompletableFuture<?>[] ends = new CompletableFuture<?>[cursors.length];
    for (int i = 0; i < ends.length; i++) {
      ends[i] = cursors[i].end();
    }
    return CompletableFuture.allOf(ends);
  }
}
