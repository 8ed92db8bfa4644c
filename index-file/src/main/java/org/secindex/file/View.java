package org.secindex.file;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.secindex.api.KeyDomain;

/**
 * One version of an index, open for reading: an immutable stack of layers. Look-ups and cursors
 * hold the view that they began with; when the last one has let go of a view that is no longer the
 * present one, its segments are let go of.
 */
final class View {
  private final Manifest manifest;
  private final Layer[] layers;
  private final AtomicInteger users = new AtomicInteger(1);

  private View(Manifest manifest, Layer[] layers) {
    this.manifest = manifest;
    this.layers = layers;
  }

  /** Opens all segments of a manifest. */
  static View open(SegmentStore store, Manifest manifest) {
    return open(store, manifest, Map.of());
  }

  /** Opens the version that follows this one; segments that both have are shared. */
  View successor(SegmentStore store, Manifest next) {
    Map<String, Segment> shared = new HashMap<>();
    for (Layer layer : layers) {
      for (Segment segment : layer.segments()) {
        shared.put(segment.info().name(), segment);
      }
    }
    return open(store, next, shared);
  }

  private static View open(SegmentStore store, Manifest manifest, Map<String, Segment> shared) {
    List<Segment> held = new ArrayList<>();
    List<Layer> layers = new ArrayList<>();
    boolean opened = false;
    try {
      for (List<SegmentInfo> infos : manifest.layers()) {
        List<Segment> segments = new ArrayList<>();
        for (SegmentInfo info : infos) {
          Segment segment = shared.get(info.name());
          segment = segment != null ? segment.hold() : Segment.open(store, info, manifest.domain());
          held.add(segment);
          segments.add(segment);
        }
        layers.add(new Layer(segments));
      }
      opened = true;
      return new View(manifest, layers.toArray(Layer[]::new));
    } finally {
      if (!opened) {
        held.forEach(Segment::release);
      }
    }
  }

  Manifest manifest() {
    return manifest;
  }

  KeyDomain domain() {
    return manifest.domain();
  }

  /** The base first, the newest overlay last. */
  Layer[] layers() {
    return layers;
  }

  /** What the filters take in memory. */
  long filterBytes() {
    long bytes = 0;
    for (Layer layer : layers) {
      for (Segment segment : layer.segments()) {
        bytes += segment.filters().bytes();
      }
    }
    return bytes;
  }

  /**
   * Begins a use.
   *
   * @return false if this view has ended; there is a newer one then
   */
  boolean acquire() {
    while (true) {
      int n = users.get();
      if (n == 0) {
        return false;
      }
      if (users.compareAndSet(n, n + 1)) {
        return true;
      }
    }
  }

  /** Ends a use, or the time of this view as the present one. */
  void release() {
    if (users.decrementAndGet() == 0) {
      for (Layer layer : layers) {
        layer.segments().forEach(Segment::release);
      }
    }
  }

  /** Looks a key in sort order up; see {@link Block#find}. A tombstone is as good as absent. */
  long find(long key, Scratch scratch) {
    for (int i = layers.length - 1; i >= 0; i--) {
      Segment segment = layers[i].segmentOf(key);
      if (segment != null) {
        long found = segment.find(key, scratch);
        if (found != Block.ABSENT) {
          return found;
        }
      }
    }
    return Block.ABSENT;
  }
}
