package org.secindex.testkit;

/** Arithmetic of hashes. */
final class Mix {
  private Mix() {}

  /** The finalizer of SplitMix64 (Steele, Lea and Flood 2014): a bijection that looks random. */
  static long mix64(long z) {
    z += 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /** Scales a hash to 0 .. bound - 1, both unsigned: the upper half of the 128-bit product. */
  static long scale(long hash, long bound) {
    return Math.multiplyHigh(hash, bound) + ((hash >> 63) & bound) + ((bound >> 63) & hash);
  }

  /** Scales a hash to 0 .. 1, ends excluded. */
  static double unit(long hash) {
    return ((hash >>> 12) + 0.5) * 0x1p-52;
  }
}
