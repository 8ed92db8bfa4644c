package org.secindex.cli;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.secindex.api.IndexConfigException;

/** Reads spans of time, as {@code 500ms}, {@code 30s}, {@code 5m} or {@code 1h}. */
final class Times {
  private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

  private Times() {}

  static Duration of(String option, String text) {
    Matcher m = TIME.matcher(text.toLowerCase(Locale.ROOT));
    if (!m.matches()) {
      throw new IndexConfigException(
          option + ": '" + text + "' is not a time, as 500ms, 30s, 5m or 1h");
    }
    long n = Long.parseLong(m.group(1));
    return switch (m.group(2)) {
      case "ms" -> Duration.ofMillis(n);
      case "s" -> Duration.ofSeconds(n);
      case "m" -> Duration.ofMinutes(n);
      default -> Duration.ofHours(n);
    };
  }
}
