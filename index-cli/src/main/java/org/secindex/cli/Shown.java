package org.secindex.cli;

/** Texts from a file, as they may be shown: whoever wrote it must not write to a terminal. */
final class Shown {
  private Shown() {}

  /** The text on one line: backslashes and control characters are escaped as in Java. */
  static String text(Object text) {
    StringBuilder shown = new StringBuilder();
    text.toString()
        .chars()
        .forEach(
            c -> {
              switch (c) {
                case '\\' -> shown.append("\\\\");
                case '\t' -> shown.append("\\t");
                case '\n' -> shown.append("\\n");
                default -> {
                  if (Character.isISOControl(c)) {
                    shown.append(String.format("\\u%04x", c));
                  } else {
                    shown.append((char) c);
                  }
                }
              }
            });
    return shown.toString();
  }
}
