package org.secindex.file;

import java.util.List;
import java.util.Optional;

/**
 * When layers are merged, and which. Sizes are in entries, tombstones included.
 *
 * <ul>
 *   <li>A write that finds {@link #MOST_OVERLAYS} overlays merges the newest before it adds its
 *       own: back to the first that is more than twice as large as all after it together. So an
 *       entry is rewritten a number of times that grows with the logarithm of how many come after
 *       it, to the base of 1.5 at the least.
 *   <li>In the background the same is done from {@link #MANY_OVERLAYS} on.
 *   <li>In the background all overlays go into the base when they hold a quarter as many entries as
 *       it: for one entry of an overlay at most five are written, whether few segments of the base
 *       are touched or all.
 * </ul>
 *
 * So a look-up meets {@link #MOST_OVERLAYS} overlays at most, and {@link #WHILE_MERGING} more while
 * all of them are being merged; their filters keep it from reading most of them. With the
 * background at work the index takes up a quarter more space than it must, and room for a second
 * copy of what is being rewritten.
 */
final class CompactionPolicy {
  static final int MOST_OVERLAYS = 8;
  static final int MANY_OVERLAYS = 4;

  /** What is being merged cannot be merged by a write, nor can a single overlay above it. */
  static final int WHILE_MERGING = 2;

  /** Overlays are a burden when they are this part of the base. */
  private static final int PART_OF_BASE = 4;

  /** Fewer entries than this are no burden. */
  static final long FEW_ENTRIES = 1 << 16;

  /**
   * Neighbouring layers that are to become one.
   *
   * @param from the lowest, 0 being the base
   * @param to the one above the highest
   */
  record Range(int from, int to) {}

  private CompactionPolicy() {}

  /** What to merge while nobody waits for it. */
  static Optional<Range> inBackground(List<List<SegmentInfo>> layers) {
    int count = layers.size();
    long overlays = 0;
    for (List<SegmentInfo> overlay : layers.subList(1, count)) {
      overlays += entries(overlay);
    }
    if (overlays >= Math.max(FEW_ENTRIES, entries(layers.get(0)) / PART_OF_BASE)) {
      return Optional.of(new Range(0, count));
    }
    return count - 1 < MANY_OVERLAYS ? Optional.empty() : Optional.of(newest(layers, 1));
  }

  /**
   * What to merge before another overlay is added.
   *
   * @param above the first layer that may be touched: those below are being merged already
   */
  static Optional<Range> beforeAnother(List<List<SegmentInfo>> layers, int above) {
    boolean full = layers.size() - 1 >= MOST_OVERLAYS && layers.size() - above >= 2;
    return full ? Optional.of(newest(layers, above)) : Optional.empty();
  }

  private static Range newest(List<List<SegmentInfo>> layers, int above) {
    int from = layers.size() - 2;
    long newer = entries(layers.get(from + 1)) + entries(layers.get(from));
    while (from > above && entries(layers.get(from - 1)) <= 2 * newer) {
      from--;
      newer += entries(layers.get(from));
    }
    return new Range(from, layers.size());
  }

  private static long entries(List<SegmentInfo> layer) {
    return layer.stream().mapToLong(SegmentInfo::entries).sum();
  }
}
