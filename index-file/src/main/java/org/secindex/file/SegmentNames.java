package org.secindex.file;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Fresh file names for the segments of one writer, each given once: {@code segment-M-K} with M the
 * first manifest that this writer can make, which no writer before it has made, and K counted on.
 * Knows which of them are being written. Safe for use by several threads.
 */
final class SegmentNames {
  private final long manifest;
  private final AtomicInteger next = new AtomicInteger();
  private final Set<String> inProgress = ConcurrentHashMap.newKeySet();

  SegmentNames(long manifest) {
    this.manifest = manifest;
  }

  String next() {
    String name = SegmentFormat.name(manifest, next.getAndIncrement());
    inProgress.add(name);
    return name;
  }

  /** The files that no manifest names yet, and that must be left alone nevertheless. */
  Set<String> inProgress() {
    return Set.copyOf(inProgress);
  }

  /** These are named by a manifest now, or never will be. */
  void done(Collection<String> names) {
    inProgress.removeAll(names);
  }
}
