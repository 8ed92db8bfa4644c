package org.secindex.testkit;

/**
 * A cut of a range of values into strata, each of which holds {@link #KEYS} keys (the last one
 * perhaps fewer). Values are keys without the low bits that are always 0.
 */
interface Strata {
  int KEYS = 64;

  static long count(long keys) {
    return (keys + KEYS - 1) / KEYS;
  }

  /** How many low bits of a key are always 0. */
  int shift();

  /** The smallest value of a stratum; of the one after the last, the end of the last. */
  long lower(long stratum);

  /** The stratum of a value; anything outside 0 .. count - 1 if it lies in none. */
  long stratum(long value);

  int chunkId(long value);
}
