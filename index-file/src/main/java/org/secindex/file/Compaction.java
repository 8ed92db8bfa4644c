package org.secindex.file;

import java.util.ArrayList;
import java.util.List;
import org.secindex.api.EntryBatch;

/**
 * Merges neighbouring layers of a view into one. Uses the view, which the caller holds, and
 * constant memory.
 *
 * <p>If the base is among them, tombstones have done their work, and only those base segments are
 * rewritten for which an overlay holds a key; the others stay as they are. Small ones are joined
 * with their neighbours, as long as those are small or rewritten, too: else each compaction would
 * leave more of them. A base segment takes up new keys from behind the one before it on; the last
 * one, to the end.
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

  private final Manifest manifest;
  private final Layer[] layers;
  private final int from;
  private final int to;
  private final List<SegmentInfo> base;
  private final boolean[] rewritten;

  /**
   * Plans the work, for which it reads a block or two of each overlay for each base segment.
   *
   * @param range of at least two layers, or of the base alone
   * @param segmentSize a segment of less than a quarter of it is small
   */
  Compaction(View view, CompactionPolicy.Range range, long segmentSize) {
    manifest = view.manifest();
    layers = view.layers();
    from = range.from();
    to = range.to();
    base = from == 0 ? manifest.base() : List.of();
    rewritten = new boolean[Math.max(1, base.size())];
    for (int i = 0; i < rewritten.length; i++) {
      rewritten[i] = hasOverlays(first(i), last(i));
    }
    joinSmall(segmentSize / 4);
  }

  private long first(int i) {
    return i == 0 ? Long.MIN_VALUE : base.get(i - 1).max() + 1;
  }

  private long last(int i) {
    return i >= base.size() - 1 ? Long.MAX_VALUE : base.get(i).max();
  }

  private boolean hasOverlays(long first, long last) {
    try (Merge overlays = new Merge(layers, Math.max(1, from), to, first, last, true)) {
      return overlays.read(new EntryBatch(1));
    }
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

  /** Whether what is written is an overlay, which wants filters and keeps tombstones. */
  boolean makesOverlay() {
    return from > 0;
  }

  /**
   * Does the work.
   *
   * @return the segments of the merged layer, those that stay and those written to {@code out}
   */
  List<SegmentInfo> run(LayerWriter out, Pace pace) {
    List<SegmentInfo> kept = new ArrayList<>();
    EntryBatch batch = new EntryBatch();
    long entries = 0;
    for (int i = 0; i < rewritten.length; ) {
      if (!rewritten[i]) {
        kept.addAll(base.subList(i, Math.min(i + 1, base.size())));
        i++;
        continue;
      }
      int end = i + 1;
      while (end < rewritten.length && rewritten[end]) {
        end++;
      }
      try (Merge all = new Merge(layers, from, to, first(i), last(end - 1), makesOverlay())) {
        while (all.read(batch)) {
          out.add(batch);
          entries += batch.size();
          pace.at(entries, out.bytes());
        }
      }
      out.endSegment();
      i = end;
    }
    return SegmentInfo.ascending(kept, out.finish());
  }

  /** Whether a version still has the layers that this merges, where they were. */
  boolean appliesTo(Manifest now) {
    return now.state() == manifest.state()
        && now.layers().size() >= to
        && now.layers().subList(from, to).equals(manifest.layers().subList(from, to));
  }

  /** The layers of a version that this {@link #appliesTo}, with the merged one in their place. */
  List<List<SegmentInfo>> applied(Manifest now, List<SegmentInfo> merged) {
    List<List<SegmentInfo>> result = new ArrayList<>(now.layers().subList(0, from));
    result.add(merged);
    result.addAll(now.layers().subList(to, now.layers().size()));
    return result;
  }
}
