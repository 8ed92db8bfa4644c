package org.secindex.mysql;

import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;

/** Cuts a stream of entries into units of the size that is wanted, whatever its source gives. */
final class UnitReader {
  private final EntrySource source;
  private final EntryBatch pending = new EntryBatch();
  private int taken;
  private boolean ended;

  UnitReader(EntrySource source) {
    this.source = source;
  }

  /**
   * Fills a batch from its start with the next entries: as many as fit, but at most {@code most};
   * fewer only at the end of the stream.
   *
   * @return false if there are no more
   */
  boolean read(EntryBatch into, long most) {
    into.clear();
    int wanted = (int) Math.min(into.capacity(), most);
    while (into.size() < wanted && hasPending()) {
      int at = into.size();
      int n = Math.min(wanted - at, pending.size() - taken);
      System.arraycopy(pending.keys, taken, into.keys, at, n);
      System.arraycopy(pending.chunkIds, taken, into.chunkIds, at, n);
      System.arraycopy(pending.subChunkIds, taken, into.subChunkIds, at, n);
      into.setSize(at + n);
      taken += n;
    }
    return into.size() > 0;
  }

  private boolean hasPending() {
    if (taken == pending.size() && !ended) {
      ended = !source.read(pending);
      taken = ended ? pending.size() : 0;
    }
    return taken < pending.size();
  }
}
