package org.secindex.tide;

/** The ranges of the format's integers. */
final class Unsigned {
  /** The largest unsigned 32-bit number. */
  static final long MAX_32 = 0xffff_ffffL;

  private Unsigned() {}

  static long min(long a, long b) {
    return Long.compareUnsigned(a, b) <= 0 ? a : b;
  }

  static long max(long a, long b) {
    return Long.compareUnsigned(a, b) >= 0 ? a : b;
  }
}
