package org.secindex.file;

import java.util.regex.Pattern;

/** Limits and names that the writer and the reader of segments share. See FORMAT.md. */
final class SegmentFormat {
  /** A segment may become a bit longer, and neither storage nor offsets need to reach 2 GiB. */
  static final long LARGEST_SEGMENT = 2047L << 20;

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
