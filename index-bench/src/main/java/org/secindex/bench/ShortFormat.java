package org.secindex.bench;

import java.math.BigDecimal;
import java.math.MathContext;
import java.text.FieldPosition;
import java.text.NumberFormat;
import java.text.ParsePosition;

/**
 * Labels of logarithmic axes in two significant digits: {@code 0.032}, {@code 3.2}, {@code 10M}.
 */
final class ShortFormat extends NumberFormat {
  private static final long serialVersionUID = 1;

  @Override
  public StringBuffer format(double number, StringBuffer to, FieldPosition position) {
    double size = Math.abs(number);
    if (size >= 1e9) {
      return to.append(rounded(number / 1e9)).append('G');
    }
    if (size >= 1e6) {
      return to.append(rounded(number / 1e6)).append('M');
    }
    return size >= 1e3 ? to.append(rounded(number / 1e3)).append('k') : to.append(rounded(number));
  }

  /** As an axis is labelled. */
  static String of(double number) {
    return new ShortFormat().format(number);
  }

  /** In four significant digits, without unit or exponent, so that programs can read it. */
  static String plain(double number) {
    return new BigDecimal(number, new MathContext(4)).stripTrailingZeros().toPlainString();
  }

  private static String rounded(double number) {
    return new BigDecimal(number, new MathContext(2)).stripTrailingZeros().toPlainString();
  }

  @Override
  public StringBuffer format(long number, StringBuffer to, FieldPosition position) {
    return format((double) number, to, position);
  }

  /** Labels are not read back. */
  @Override
  public Number parse(String text, ParsePosition position) {
    throw new IllegalStateException("labels are only written");
  }
}
