package org.secindex.file;

/** Fresh file names for the segments of one manifest to come. */
final class SegmentNames {
  private final long manifest;
  private int next;

  SegmentNames(long manifest) {
    this.manifest = manifest;
  }

  String next() {
    return SegmentFormat.name(manifest, next++);
  }
}
