package org.secindex.api;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * For implementers of backends: reads the options of an address into typed values, and reports all
 * problems at once.
 *
 * <pre>{@code
 * OptionReader in = new OptionReader(uri, OPTIONS);
 * RocksDbOptions options = new RocksDbOptions(in.oneOf("durability", Durability.class), in.bytes("cache"));
 * in.finish();
 * }</pre>
 *
 * A value that cannot be read counts as a problem and its default is given back meanwhile, so that
 * reading can go on. Nothing may be used before {@link #finish} has returned.
 */
public final class OptionReader {
  private static final Pattern SIZE = Pattern.compile("(\\d{1,15})\\s*([kmgt]?)(i?b)?");
  private static final Pattern TIME = Pattern.compile("(\\d{1,12})\\s*(ms|s|m|h)");

  private final IndexUri uri;
  private final List<IndexOption> known;
  private final List<String> problems = new ArrayList<>();

  /** Notes every option of the address that is not among the known ones. */
  public OptionReader(IndexUri uri, List<IndexOption> known) {
    this.uri = uri;
    this.known = List.copyOf(known);
    for (String name : uri.options().keySet()) {
      if (known.stream().noneMatch(o -> o.name().equals(name))) {
        problems.add("unknown option '" + name + "'" + suggestion(name));
      }
    }
  }

  private String suggestion(String name) {
    Optional<String> nearest =
        known.stream()
            .map(IndexOption::name)
            .min(Comparator.comparingInt(candidate -> distance(name, candidate)));
    if (nearest.isPresent() && distance(name, nearest.get()) <= Math.max(2, name.length() / 3)) {
      return ": did you mean '" + nearest.get() + "'?";
    }
    return "; known: " + String.join(", ", known.stream().map(IndexOption::name).toList());
  }

  /** Levenshtein's edit distance. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substituted, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }

  private IndexOption spec(String name) {
    return known.stream()
        .filter(o -> o.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no such option was declared: " + name));
  }

  /** The value as written, else its default. */
  public String text(String name) {
    String defaultValue = spec(name).defaultValue();
    return uri.options().getOrDefault(name, defaultValue);
  }

  /** The value as written, if it was given or has a default. */
  public Optional<String> optionalText(String name) {
    return Optional.of(text(name)).filter(text -> !text.isEmpty());
  }

  /** One of the constants of an enum, in any case, hyphens for underscores. */
  public <E extends Enum<E>> E oneOf(String name, Class<E> type) {
    E[] constants = type.getEnumConstants();
    String text = text(name);
    for (E constant : constants) {
      if (spelling(constant).equalsIgnoreCase(text)) {
        return constant;
      }
    }
    String allowed =
        String.join(", ", Arrays.stream(constants).map(OptionReader::spelling).toList());
    problem(name, "'" + text + "' is none of " + allowed);
    return Enum.valueOf(type, spec(name).defaultValue().toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  private static String spelling(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** {@code true} or {@code false}; nothing else is taken for either. */
  public boolean flag(String name) {
    String text = text(name);
    if (!text.equals("true") && !text.equals("false")) {
      problem(name, "'" + text + "' is neither true nor false");
      return Boolean.parseBoolean(spec(name).defaultValue());
    }
    return text.equals("true");
  }

  /** A whole number in the given range, both ends included. */
  public int number(String name, int min, int max) {
    String text = text(name);
    try {
      int value = Integer.parseInt(text);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Reported below, as a number out of range is.
    }
    problem(name, "'" + text + "' is not a whole number in " + min + " .. " + max);
    return Integer.parseInt(spec(name).defaultValue());
  }

  /** A number of bytes: {@code 4096}, {@code 64k}, {@code 512MiB}, {@code 1g}; powers of 1024. */
  public long bytes(String name) {
    return read(name, OptionReader::parseBytes, "a size, as 4096, 64k, 512MiB or 1g");
  }

  /** A span of time: {@code 500ms}, {@code 30s}, {@code 5m}, {@code 1h}. */
  public Duration duration(String name) {
    return read(name, OptionReader::parseDuration, "a time, as 500ms, 30s, 5m or 1h");
  }

  private <T> T read(
      String name, java.util.function.Function<String, Optional<T>> parser, String expected) {
    String text = text(name);
    Optional<T> value = parser.apply(text);
    if (value.isEmpty()) {
      problem(name, "'" + text + "' is not " + expected);
    }
    return value.or(() -> parser.apply(spec(name).defaultValue())).orElseThrow();
  }

  /** Reads a number of bytes as {@link #bytes} does, empty if the text is none. */
  public static Optional<Long> parseBytes(String text) {
    Matcher m = SIZE.matcher(text.toLowerCase(Locale.ROOT).strip());
    if (!m.matches()) {
      return Optional.empty();
    }
    int shift = m.group(2).isEmpty() ? 0 : 10 * (1 + "kmgt".indexOf(m.group(2)));
    long count = Long.parseLong(m.group(1));
    return count > Long.MAX_VALUE >> shift ? Optional.empty() : Optional.of(count << shift);
  }

  private static Optional<Duration> parseDuration(String text) {
    Matcher m = TIME.matcher(text.toLowerCase(Locale.ROOT).strip());
    if (!m.matches()) {
      return Optional.empty();
    }
    long n = Long.parseLong(m.group(1));
    return Optional.of(
        switch (m.group(2)) {
          case "ms" -> Duration.ofMillis(n);
          case "s" -> Duration.ofSeconds(n);
          case "m" -> Duration.ofMinutes(n);
          default -> Duration.ofHours(n);
        });
  }

  /** Notes a problem that only the backend can see, as two options that exclude each other. */
  public void problem(String name, String what) {
    problems.add("option '" + name + "': " + what);
  }

  /**
   * Ends the reading.
   *
   * @throws IndexConfigException with all problems, if there are any
   */
  public void finish() {
    if (!problems.isEmpty()) {
      throw new IndexConfigException(problems.stream().map(p -> uri + ": " + p).toList());
    }
  }
}
