package org.secindex.file;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the manifest and a segment's own footer both say of it. Keys are in sort order ({@link
 * org.secindex.api.KeyDomain#toSortOrder}), as everywhere inside segments.
 *
 * @param name the file
 * @param min the first key
 * @param max the last key
 * @param entries how many entries there are, tombstones included; never 0
 * @param tombstones how many of them say "removed"
 * @param bytes the length of the file
 * @param checksum the {@link org.secindex.api.EntryChecksum} of all entries; a tombstone counts
 *     with chunk -1 and subchunk 0
 */
record SegmentInfo(
    String name, long min, long max, long entries, long tombstones, long bytes, long checksum) {
  /** The same in another file. */
  SegmentInfo named(String other) {
    return new SegmentInfo(other, min, max, entries, tombstones, bytes, checksum);
  }

  /** All of both, which do not overlap, in the order of their keys. */
  static List<SegmentInfo> ascending(List<SegmentInfo> some, List<SegmentInfo> others) {
    return Stream.concat(some.stream(), others.stream())
        .sorted(Comparator.comparingLong(SegmentInfo::min))
        .toList();
  }
}
