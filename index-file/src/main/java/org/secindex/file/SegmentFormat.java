package org.secindex.file;

import java.util.regex.Pattern;

/** Sizes and names that the writer and the reader of segments share. See FORMAT.md. */
final class SegmentFormat {
  /** First key and offset. */
  static final int FENCE = 12;

  /**
   * Offset of the fences, number of blocks, entries, tombstones, first key, last key, checksum of
   * the entries, CRC32C of the fences, CRC32C of the footer, closing magic.
   */
  static final int FOOTER = 8 + 4 + 5 * 8 + 4 + 4 + 8;

  /** Offsets are stored in 32 bits, and some storage ends at 2 GiB. */
  static final long LARGEST_SEGMENT = Integer.MAX_VALUE;

  static final long SMALLEST_SEGMENT = 16 << 10;

  private static final Pattern NAME = Pattern.compile("segment-[0-9]{1,19}-[0-9]{1,9}");

  private SegmentFormat() {}

  static String name(long manifest, int ordinal) {
    return "segment-" + manifest + "-" + ordinal;
  }

  static boolean isName(String file) {
    return NAME.matcher(file).matches();
  }
}
