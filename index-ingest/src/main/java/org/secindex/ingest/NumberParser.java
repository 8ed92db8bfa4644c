package org.secindex.ingest;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.secindex.api.KeyDomain;

/**
 * Reads numbers from bytes, exactly or not at all.
 *
 * <p>The policy, the same for ids, chunks and subchunks in all formats: decimal digits, after a
 * minus where negative numbers are allowed, and nothing else. Leading zeros say nothing: {@code 7}
 * and {@code 007} are equal. Refused: a plus sign, blanks, a decimal point, an exponent,
 * hexadecimal digits, quotes (CSV's own have been taken off before), NULL, nothing at all, and what
 * does not fit. No floating point is involved, so that every 64-bit id survives.
 */
final class NumberParser {
  private static final int MAX_POSITION = 64;

  private NumberParser() {}

  /**
   * A key of the domain.
   *
   * @throws IllegalArgumentException with what is wrong
   */
  static long key(KeyDomain domain, byte[] b, int from, int to) {
    int p = from;
    boolean negative = p < to && b[p] == '-';
    if (negative) {
      p++;
    }
    while (p < to - 1 && b[p] == '0') {
      p++;
    }
    int digits = to - p;
    long value = 0;
    for (int i = p; i < to; i++) {
      int digit = b[i] - '0';
      if (digit < 0 || digit > 9) {
        throw notANumber(b, from, to);
      }
      value = value * 10 + digit;
    }
    if (digits == 0) {
      throw notANumber(b, from, to);
    }
    // Up to 19 digits fit 64 bits without a sign; they are wrong only if they reach into the sign
    // bit of a signed domain.
    boolean fits = digits < 19 || (digits == 19 && (domain == KeyDomain.UNSIGNED || value >= 0));
    if (fits && !(negative && domain == KeyDomain.UNSIGNED)) {
      return negative ? -value : value;
    }
    return edge(domain, b, from, to, digits);
  }

  /** The few numbers near the end of the domain, and those beyond. */
  private static long edge(KeyDomain domain, byte[] b, int from, int to, int digits) {
    if (digits <= 20) {
      try {
        return domain.parse(new String(b, from, to - from, StandardCharsets.ISO_8859_1));
      } catch (IllegalArgumentException outside) {
        // Said below, in the same words for any length.
      }
    }
    throw new IllegalArgumentException(
        "does not fit the index's "
            + domain.name().toLowerCase(Locale.ROOT)
            + " 64-bit keys, "
            + domain.format(domain.min())
            + " .. "
            + domain.format(domain.max()));
  }

  /**
   * A chunk or subchunk number.
   *
   * @throws IllegalArgumentException with what is wrong
   */
  static int part(byte[] b, int from, int to) {
    if (to - from > 1 && b[from] == '-' && b[from + 1] >= '0' && b[from + 1] <= '9') {
      throw new IllegalArgumentException("is negative");
    }
    long value = key(KeyDomain.SIGNED, b, from, to);
    if (value > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("is larger than " + Integer.MAX_VALUE);
    }
    return (int) value;
  }

  /**
   * An angle in degrees: a decimal number, with sign, point and exponent if need be; finite.
   *
   * @throws IllegalArgumentException with what is wrong
   */
  static double degrees(byte[] b, int from, int to) {
    boolean plain = from < to && to - from <= MAX_POSITION;
    for (int i = from; plain && i < to; i++) {
      // Java's parser would also take blanks, NaN, hexadecimal and type suffixes.
      plain = (b[i] >= '0' && b[i] <= '9') || "+-.eE".indexOf(b[i]) >= 0;
    }
    if (plain) {
      try {
        double value =
            Double.parseDouble(new String(b, from, to - from, StandardCharsets.ISO_8859_1));
        if (Double.isFinite(value)) {
          return value;
        }
      } catch (NumberFormatException e) {
        // Said below.
      }
    }
    throw new IllegalArgumentException(
        isNull(b, from, to) ? "is NULL" : "is not an angle in degrees");
  }

  private static boolean isNull(byte[] b, int from, int to) {
    return to - from == 2 && b[from] == '\\' && b[from + 1] == 'N';
  }

  private static IllegalArgumentException notANumber(byte[] b, int from, int to) {
    if (from == to) {
      return new IllegalArgumentException("is empty");
    }
    if (isNull(b, from, to)) {
      return new IllegalArgumentException("is NULL");
    }
    boolean decimal = (b[from] >= '0' && b[from] <= '9') || b[from] == '-';
    boolean fraction = false;
    for (int i = from; i < to; i++) {
      fraction |= b[i] == '.' || b[i] == 'e' || b[i] == 'E';
      decimal &= (b[i] >= '0' && b[i] <= '9') || "+-.eE".indexOf(b[i]) >= 0;
    }
    return new IllegalArgumentException(
        decimal && fraction
            ? "has a decimal point or exponent; whole digits are needed, since a number that went"
                + " through floating point may have lost some"
            : "is not a number of decimal digits");
  }
}
