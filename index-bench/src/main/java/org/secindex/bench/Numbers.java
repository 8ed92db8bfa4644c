package org.secindex.bench;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Figures as people read them. What is not known is an empty text. */
final class Numbers {
  private Numbers() {}

  /** Three significant digits: {@code 0.012}, {@code 1.23}, {@code 45.6}, {@code 789}. */
  static String of(@Nullable Double value) {
    if (value == null) {
      return "";
    }
    double size = Math.abs(value);
    int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  /** Seconds of CPU: less than the system's tick of 10 ms was not nothing. */
  static String cpu(@Nullable Double seconds) {
    return seconds != null && seconds < 0.01 ? "<0.01" : of(seconds);
  }

  /** A time of any size, not known if it is NaN: an index may be read in some microseconds. */
  static String seconds(double value) {
    if (Double.isNaN(value)) {
      return "";
    }
    return value >= 0.01 || value == 0
        ? of(value)
        : new BigDecimal(value, new MathContext(2)).toPlainString();
  }

  /** A count with its thousands apart. */
  static String of(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** A count of entries in short: {@code 500}, {@code 1M}, {@code 2.5M}, {@code 10G}. */
  static String size(long entries) {
    if (entries >= 1_000_000_000) {
      return shortened(entries / 1e9) + "G";
    }
    if (entries >= 1_000_000) {
      return shortened(entries / 1e6) + "M";
    }
    return entries >= 1000 && entries % 100 == 0 ? shortened(entries / 1e3) + "k" : "" + entries;
  }

  /** A size in short, in powers of 1000: {@code 100 B}, {@code 10 kB}, {@code 9.4 GB}. */
  static String bytes(long bytes) {
    if (bytes < 1000) {
      return bytes + " B";
    }
    if (bytes < 1_000_000) {
      return shortened(bytes / 1e3) + " kB";
    }
    return bytes < 1_000_000_000 ? shortened(bytes / 1e6) + " MB" : shortened(bytes / 1e9) + " GB";
  }

  private static String shortened(double value) {
    return String.format(Locale.ROOT, "%.1f", value).replace(".0", "");
  }

  /** In 10^6 bytes. */
  static String megabytes(@Nullable Long bytes) {
    return bytes == null ? "" : of(Double.valueOf(bytes / 1e6));
  }
}
