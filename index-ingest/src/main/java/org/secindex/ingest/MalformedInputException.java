package org.secindex.ingest;

import java.nio.charset.StandardCharsets;
import org.secindex.api.IndexException;

/**
 * An input file is not what it was declared to be: a field is no number, a column is missing, an
 * archive is cut. The message begins with {@code file:line:column:}, followed by the offending text
 * and what was expected.
 *
 * <p>Lines count from 1, as an editor shows them. The column is the number of the field in its row,
 * from 1, as in {@link Column}; it is 0 where the whole row is meant, and the line is 0 where the
 * whole file is; neither is then printed.
 */
public final class MalformedInputException extends IndexException {
  private static final long serialVersionUID = 1;
  private static final int MAX_TEXT = 40;

  private final String file;
  private final long line;
  private final int column;

  MalformedInputException(String file, long line, int column, String problem) {
    super(place(file, line, column) + ": " + problem);
    this.file = file;
    this.line = line;
    this.column = column;
  }

  MalformedInputException(String file, long line, String problem, Throwable cause) {
    super(place(file, line, 0) + ": " + problem, cause);
    this.file = file;
    this.line = line;
    this.column = 0;
  }

  private static String place(String file, long line, int column) {
    return file + (line == 0 ? "" : ":" + line) + (column == 0 ? "" : ":" + column);
  }

  /** Bytes as a message may show them: cut if long, unprintable ones as {@code \xNN}. */
  static String quote(byte[] bytes, int from, int to) {
    StringBuilder text = new StringBuilder("'");
    int end = Math.min(to, from + MAX_TEXT);
    for (int i = from; i < end; i++) {
      int b = bytes[i] & 0xff;
      if (b >= 0x20 && b < 0x7f) {
        text.append((char) b);
      } else {
        text.append(String.format("\\x%02X", b));
      }
    }
    return text.append(end < to ? "...'" : "'").toString();
  }

  static String quote(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return quote(bytes, 0, bytes.length);
  }

  /** The file as it was named, {@code -} for the standard input. */
  public String file() {
    return file;
  }

  /** The line, from 1, or 0. */
  public long line() {
    return line;
  }

  /** The column, from 1, or 0. */
  public int column() {
    return column;
  }
}
