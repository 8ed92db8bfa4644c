package org.secindex.file;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Segments of disjoint, ascending key ranges: the base of an index, or one overlay. */
final class Layer {
  private final List<Segment> segments;
  private final long[] mins;

  Layer(List<Segment> segments) {
    this.segments = List.copyOf(segments);
    mins = segments.stream().mapToLong(s -> s.info().min()).toArray();
  }

  List<Segment> segments() {
    return segments;
  }

  /** The segment whose range covers the key. */
  @Nullable Segment segmentOf(long key) {
    int at = Arrays.binarySearch(mins, key);
    int i = at >= 0 ? at : -at - 2;
    if (i < 0) {
      return null;
    }
    Segment segment = segments.get(i);
    return segment.covers(key) ? segment : null;
  }
}
