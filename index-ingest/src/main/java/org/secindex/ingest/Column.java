package org.secindex.ingest;

import org.secindex.api.IndexConfigException;

/**
 * A column of the input, by its number or by its name in the header line.
 *
 * @param number from 1; 0 if the column is meant by its name
 * @param name the name, exactly as in the header; empty if the column is meant by its number
 */
public record Column(int number, String name) {
  /** Either a number or a name. */
  public Column {
    if (number < 0 || (number == 0) == name.isEmpty()) {
      throw new IllegalArgumentException("a column has a number from 1 or a name");
    }
  }

  /** The column with this number, from 1. */
  public static Column numbered(int number) {
    return new Column(number, "");
  }

  /** The column with this name in the header line. */
  public static Column named(String name) {
    return new Column(0, name);
  }

  /**
   * Reads {@code 3} or {@code objectId}.
   *
   * @throws IndexConfigException if the text is empty, or a number outside 1 .. 99999
   */
  static Column parse(String text) {
    if (text.isEmpty()) {
      throw new IndexConfigException("a column needs a number, from 1, or a name");
    }
    if (!text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return named(text);
    }
    int number = text.length() > 5 ? 0 : Integer.parseInt(text);
    if (number == 0) {
      throw new IndexConfigException("column '" + text + "': columns are numbered 1 .. 99999");
    }
    return numbered(number);
  }

  @Override
  public String toString() {
    return name.isEmpty() ? Integer.toString(number) : name;
  }
}
