package org.secindex.bench;

/**
 * Puts the numbers 0 to size - 1 in another order, such that neighbours come to lie far apart: by
 * multiplication with a number that has no factor in common with the size.
 */
final class Spread {
  /** Primes below 2^29: times a rank below 2^34 they stay below 2^63. */
  private static final long FACTOR = 536_870_909;

  private static final long OTHER_FACTOR = 536_870_879;

  private final long size;
  private final long factor;

  Spread(long size) {
    this.size = size;
    factor = size % FACTOR == 0 ? OTHER_FACTOR : FACTOR;
  }

  long place(long rank) {
    return rank * factor % size;
  }
}
