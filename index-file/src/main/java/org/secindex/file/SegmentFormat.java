package org.secindex.file;

import java.util.regex.Pattern;

/** Limits and names that the writer and the reader of segments share. See FORMAT.md. */
final class SegmentFormat {
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
