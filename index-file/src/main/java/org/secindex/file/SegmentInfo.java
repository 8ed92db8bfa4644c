package org.secindex.file;

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
    String name, long min, long max, long entries, long tombstones, long bytes, long checksum) {}
