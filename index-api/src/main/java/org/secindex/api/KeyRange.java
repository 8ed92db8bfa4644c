package org.secindex.api;

/**
 * A range of keys, in the order of the index's {@link KeyDomain}. Made by the factories only;
 * immutable.
 *
 * <p>A range whose lower end lies above its upper end is empty, not an error, as SQL's {@code
 * BETWEEN} has it. {@link #all} is an export of the whole index, not a look-up.
 */
public final class KeyRange {
  private enum End {
    NONE,
    INCLUSIVE,
    EXCLUSIVE
  }

  private static final KeyRange ALL = new KeyRange(End.NONE, 0, End.NONE, 0);

  private final End lowerEnd;
  private final long lower;
  private final End upperEnd;
  private final long upper;

  private KeyRange(End lowerEnd, long lower, End upperEnd, long upper) {
    this.lowerEnd = lowerEnd;
    this.lower = lower;
    this.upperEnd = upperEnd;
    this.upper = upper;
  }

  /** Every key. */
  public static KeyRange all() {
    return ALL;
  }

  /** {@code key} alone. */
  public static KeyRange single(long key) {
    return closed(key, key);
  }

  /** {@code lower <= key <= upper}. */
  public static KeyRange closed(long lower, long upper) {
    return new KeyRange(End.INCLUSIVE, lower, End.INCLUSIVE, upper);
  }

  /** {@code lower <= key < upper}. */
  public static KeyRange closedOpen(long lower, long upper) {
    return new KeyRange(End.INCLUSIVE, lower, End.EXCLUSIVE, upper);
  }

  /** {@code lower < key <= upper}. */
  public static KeyRange openClosed(long lower, long upper) {
    return new KeyRange(End.EXCLUSIVE, lower, End.INCLUSIVE, upper);
  }

  /** {@code lower < key < upper}. */
  public static KeyRange open(long lower, long upper) {
    return new KeyRange(End.EXCLUSIVE, lower, End.EXCLUSIVE, upper);
  }

  /** {@code key >= lower}. */
  public static KeyRange atLeast(long lower) {
    return new KeyRange(End.INCLUSIVE, lower, End.NONE, 0);
  }

  /** {@code key > lower}. */
  public static KeyRange greaterThan(long lower) {
    return new KeyRange(End.EXCLUSIVE, lower, End.NONE, 0);
  }

  /** {@code key <= upper}. */
  public static KeyRange atMost(long upper) {
    return new KeyRange(End.NONE, 0, End.INCLUSIVE, upper);
  }

  /** {@code key < upper}. */
  public static KeyRange lessThan(long upper) {
    return new KeyRange(End.NONE, 0, End.EXCLUSIVE, upper);
  }

  /** Whether no key of the domain lies in this range. */
  public boolean isEmpty(KeyDomain domain) {
    return (lowerEnd == End.EXCLUSIVE && lower == domain.max())
        || (upperEnd == End.EXCLUSIVE && upper == domain.min())
        || domain.compare(rawFirst(domain), rawLast(domain)) > 0;
  }

  /**
   * The smallest key of this range.
   *
   * @throws IllegalStateException if the range is empty
   */
  public long first(KeyDomain domain) {
    requireNonEmpty(domain);
    return rawFirst(domain);
  }

  /**
   * The largest key of this range.
   *
   * @throws IllegalStateException if the range is empty
   */
  public long last(KeyDomain domain) {
    requireNonEmpty(domain);
    return rawLast(domain);
  }

  /** Whether the key lies in this range. */
  public boolean contains(KeyDomain domain, long key) {
    return !isEmpty(domain)
        && domain.compare(rawFirst(domain), key) <= 0
        && domain.compare(key, rawLast(domain)) <= 0;
  }

  // Neighbours in either domain differ by one in two's complement, so +1 and -1 serve both.
  private long rawFirst(KeyDomain domain) {
    return switch (lowerEnd) {
      case NONE -> domain.min();
      case INCLUSIVE -> lower;
      case EXCLUSIVE -> lower + 1;
    };
  }

  private long rawLast(KeyDomain domain) {
    return switch (upperEnd) {
      case NONE -> domain.max();
      case INCLUSIVE -> upper;
      case EXCLUSIVE -> upper - 1;
    };
  }

  private void requireNonEmpty(KeyDomain domain) {
    if (isEmpty(domain)) {
      throw new IllegalStateException("the range is empty in " + domain + ": " + this);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyRange that
        && lowerEnd == that.lowerEnd
        && lower == that.lower
        && upperEnd == that.upperEnd
        && upper == that.upper;
  }

  @Override
  public int hashCode() {
    return java.util.Objects.hash(lowerEnd, lower, upperEnd, upper);
  }

  /** Mathematical notation, with the ends as signed numbers: {@code [3, 7)}, {@code (-inf, 5]}. */
  @Override
  public String toString() {
    String from =
        switch (lowerEnd) {
          case NONE -> "(-inf";
          case INCLUSIVE -> "[" + lower;
          case EXCLUSIVE -> "(" + lower;
        };
    String to =
        switch (upperEnd) {
          case NONE -> "+inf)";
          case INCLUSIVE -> upper + "]";
          case EXCLUSIVE -> upper + ")";
        };
    return from + ", " + to;
  }
}
