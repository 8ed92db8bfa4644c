package org.secindex.ingest;

import java.util.Arrays;
import java.util.Optional;
import org.secindex.api.KeyDomain;

/**
 * Looks at the first keys for signs of what no parser can see: that they come from the wrong
 * column, or that a spreadsheet has rounded them. What it finds is no proof; it is said, and the
 * reading goes on.
 */
final class KeyWatch {
  static final int WATCHED = 10_000;

  /** Fewer keys say nothing. */
  private static final int FEWEST = 100;

  /** From here on not every whole number is a {@code double}. */
  private static final long EXACT_IN_DOUBLE = 1L << 53;

  /** Doubles of 19 digits are multiples of this, at least up to 2^61. */
  private static final long STEP = 256;

  private final KeyDomain domain;
  private long[] keys = new long[WATCHED];
  private int count;

  KeyWatch(KeyDomain domain) {
    this.domain = domain;
  }

  /** Whether more keys are wanted. */
  boolean isOpen() {
    return keys.length > 0;
  }

  /** Takes the next keys, as many as are wanted. */
  void take(long[] from, int size) {
    int n = Math.min(size, keys.length - count);
    System.arraycopy(from, 0, keys, count, n);
    count += n;
  }

  boolean isFull() {
    return count == WATCHED;
  }

  /** Says what is remarkable about the keys so far, and wants no more. */
  Optional<String> finish() {
    long[] seen = Arrays.copyOf(keys, count);
    keys = new long[0];
    if (seen.length < FEWEST) {
      return Optional.empty();
    }
    Arrays.sort(seen);
    long middle = seen[seen.length / 2];
    long same = Arrays.stream(seen).filter(key -> key == middle).count();
    if (2 * same > seen.length) {
      return Optional.of(
          same
              + " of the first "
              + seen.length
              + " rows have the id "
              + domain.format(middle)
              + "; is this the column of the id?");
    }
    if (Arrays.stream(seen).allMatch(this::mayBeRounded)) {
      return Optional.of(
          "all of the first "
              + seen.length
              + " ids are multiples of "
              + STEP
              + " beyond 2^53, as"
              + " if they had gone through floating point; if so, they have lost digits");
    }
    return Optional.empty();
  }

  private boolean mayBeRounded(long key) {
    boolean large =
        domain == KeyDomain.UNSIGNED
            ? Long.compareUnsigned(key, EXACT_IN_DOUBLE) > 0
            : key > EXACT_IN_DOUBLE || key < -EXACT_IN_DOUBLE;
    return large && key % STEP == 0;
  }
}
