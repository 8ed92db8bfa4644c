package org.secindex.api;

/**
 * How the 64 bits of a key are read: as SQL's {@code BIGINT} or as {@code BIGINT UNSIGNED}.
 *
 * <p>An index is created with one domain, which is stored with it and governs the order of scans,
 * the ends of ranges and the text form of keys. Keys travel as {@code long} in both domains.
 */
public enum KeyDomain {
  /** -2^63 .. 2^63-1, ordered as {@link Long#compare}. */
  SIGNED(0),

  /** 0 .. 2^64-1, ordered as {@link Long#compareUnsigned}. */
  UNSIGNED(Long.MIN_VALUE);

  /** What must be flipped in a key so that {@link Long#compare} gives this domain's order. */
  private final long flip;

  KeyDomain(long flip) {
    this.flip = flip;
  }

  /** Compares two keys in this domain's order. */
  public int compare(long a, long b) {
    return Long.compare(a ^ flip, b ^ flip);
  }

  /** The smallest key. */
  public long min() {
    return Long.MIN_VALUE ^ flip;
  }

  /** The largest key. */
  public long max() {
    return Long.MAX_VALUE ^ flip;
  }

  /**
   * Maps a key to a {@code long} whose signed order is this domain's order, so that {@link
   * java.util.Arrays#sort(long[])} and {@link Long#compare} can be used on it. Its own inverse.
   */
  public long toSortOrder(long key) {
    return key ^ flip;
  }

  /**
   * Maps a key to a {@code long} whose eight big-endian bytes, compared as unsigned bytes, are in
   * this domain's order. For SIGNED this flips the sign bit. Its own inverse.
   */
  public long toByteOrder(long key) {
    return key ^ flip ^ Long.MIN_VALUE;
  }

  /**
   * Reads the decimal form of a key: digits, in SIGNED after an optional minus.
   *
   * @throws IllegalArgumentException if the text is anything else (blanks, plus sign, decimal
   *     point, exponent, hexadecimal) or lies outside the domain; the message says which
   */
  public long parse(String text) {
    boolean negative = this == SIGNED && text.startsWith("-");
    String digits = negative ? text.substring(1) : text;
    if (digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a key: expected a decimal integer" + signHint(text));
    }
    try {
      return this == SIGNED ? Long.parseLong(text) : Long.parseUnsignedLong(text);
    } catch (NumberFormatException tooLarge) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a key: outside " + format(min()) + " .. " + format(max()),
          tooLarge);
    }
  }

  private String signHint(String text) {
    return this == UNSIGNED && text.startsWith("-") ? " >= 0 (the index is UNSIGNED)" : "";
  }

  /** The decimal form of a key, as {@link #parse} reads it. */
  public String format(long key) {
    return this == SIGNED ? Long.toString(key) : Long.toUnsignedString(key);
  }
}
