package org.secindex.file;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.secindex.api.EntryBatch;

/**
 * Merges the overlays of a view into its base. Only those base segments are rewritten for which an
 * overlay holds a key; the others stay as they are. Small ones are joined with their neighbours, as
 * long as those are small or rewritten, too: else each compaction would leave more of them.
 *
 * <p>The range of a base segment, in which it takes up new keys, begins behind the one before; the
 * last one's has no end. Uses the view, which the caller holds, and constant memory.
 */
final class Compaction {
  /** Told after each batch; may throw to end the work, or wait to slow it down. */
  interface Pace {
    /**
     * @param entries written so far
     * @param bytes written so far
     */
    void at(long entries, long bytes);
  }

  private final Layer[] layers;
  private final List<SegmentInfo> base;
  private final boolean[] rewritten;

  /**
   * Plans the work: reads a block or two of each overlay for each base segment.
   *
   * @param segmentSize a segment of less than half of it is small
   */
  Compaction(View view, long segmentSize) {
    layers = view.layers();
    base = view.manifest().base();
    rewritten = new boolean[Math.max(1, base.size())];
    for (int i = 0; i < rewritten.length; i++) {
      rewritten[i] = hasOverlays(first(i), last(i));
    }
    joinSmall(segmentSize / 2);
  }

  private long first(int i) {
    return i == 0 ? Long.MIN_VALUE : base.get(i - 1).max() + 1;
  }

  private long last(int i) {
    return i >= base.size() - 1 ? Long.MAX_VALUE : base.get(i).max();
  }

  private boolean hasOverlays(long first, long last) {
    Merge overlays = new Merge(layers, 1, layers.length, first, last, true);
    try {
      return overlays.read(new EntryBatch(1));
    } finally {
      awaitEnd(overlays);
    }
  }

  /** What is being read ahead may be of no use, but its files must stay open until it has come. */
  private static void awaitEnd(Merge merge) {
    merge.end().handle((done, failed) -> true).join();
  }

  private void joinSmall(long size) {
    boolean[] touched = rewritten.clone();
    for (int i = 1; i < base.size(); i++) {
      boolean smallLeft = base.get(i - 1).bytes() < size;
      boolean smallRight = base.get(i).bytes() < size;
      rewritten[i - 1] |= smallLeft && (smallRight || touched[i]);
      rewritten[i] |= smallRight && (smallLeft || touched[i - 1]);
    }
  }

  /** Whether there is anything to do. */
  boolean isNeeded() {
    for (boolean each : rewritten) {
      if (each) {
        return true;
      }
    }
    return false;
  }

  /**
   * Does the work.
   *
   * @return the segments of the new base, those that stay and those written to {@code out}
   */
  List<SegmentInfo> run(LayerWriter out, Pace pace) {
    List<SegmentInfo> result = new ArrayList<>();
    EntryBatch batch = new EntryBatch();
    long entries = 0;
    for (int i = 0; i < rewritten.length; ) {
      if (!rewritten[i]) {
        result.add(base.get(i++));
        continue;
      }
      int end = i + 1;
      while (end < rewritten.length && rewritten[end]) {
        end++;
      }
      Merge all = new Merge(layers, 0, layers.length, first(i), last(end - 1), false);
      try {
        while (all.read(batch)) {
          out.add(batch);
          entries += batch.size();
          pace.at(entries, out.bytes());
        }
      } finally {
        awaitEnd(all);
      }
      out.endSegment();
      i = end;
    }
    result.addAll(out.finish());
    result.sort(Comparator.comparingLong(SegmentInfo::min));
    return result;
  }
}
