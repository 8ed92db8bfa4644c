package org.secindex.mysql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An option file of MySQL's and MariaDB's programs, as {@code ~/.my.cnf}, of which only the
 * password is read: that of group {@code [client]}, the last one if there are several. The syntax
 * is that of "Using Option Files" in MySQL's reference manual; {@code !include} is not followed.
 */
final class OptionFile {
  private static final Pattern GROUP = Pattern.compile("\\[([^\\]]*)\\].*");
  private static final Pattern PASSWORD = Pattern.compile("password\\s*=\\s*(.*)");
  private static final Pattern ESCAPE = Pattern.compile("\\\\([btnrs\\\\\"'])");

  private OptionFile() {}

  /**
   * The password, possibly empty.
   *
   * @return absent if the group does not say
   */
  static Optional<String> password(Path file) throws IOException {
    boolean client = false;
    Optional<String> password = Optional.empty();
    for (String text : Files.readAllLines(file)) {
      String line = text.strip();
      Matcher group = GROUP.matcher(line);
      Matcher option = PASSWORD.matcher(line);
      if (group.matches()) {
        client = group.group(1).strip().equals("client");
      } else if (client && option.matches()) {
        password = Optional.of(value(option.group(1)));
      }
    }
    return password;
  }

  private static String value(String text) {
    String value = text.substring(0, endOfValue(text)).strip();
    int last = value.length() - 1;
    boolean quoted = last > 0 && isQuote(value.charAt(0)) && value.charAt(last) == value.charAt(0);
    return unescaped(quoted ? value.substring(1, last) : value);
  }

  /** Where a comment begins, which it does wherever there is a # outside of quotes. */
  private static int endOfValue(String text) {
    char quote = 0;
    boolean escaped = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote == 0 && c == '#') {
        return i;
      }
      if (isQuote(c) && !escaped && (quote == 0 || quote == c)) {
        quote = quote == 0 ? c : 0;
      }
      escaped = quote != 0 && c == '\\' && !escaped;
    }
    return text.length();
  }

  private static boolean isQuote(char c) {
    return c == '"' || c == '\'';
  }

  private static String unescaped(String text) {
    return ESCAPE
        .matcher(text)
        .replaceAll(
            escape ->
                Matcher.quoteReplacement(
                    switch (escape.group(1)) {
                      case "b" -> "\b";
                      case "t" -> "\t";
                      case "n" -> "\n";
                      case "r" -> "\r";
                      case "s" -> " ";
                      default -> escape.group(1);
                    }));
  }
}
