package org.secindex.ingest;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** {@link Format#CSV}. */
final class CommaFields implements FieldSyntax {
  private static final byte[] KINDS = PlainRows.kinds(',', '"');

  @Override
  public byte[] kinds() {
    return KINDS;
  }

  @Override
  public int endOfRow(byte[] b, int from, int to) {
    int p = from;
    while (p < to) {
      if (b[p] == '"') {
        p = behindQuotes(b, p, to);
      }
      while (p < to && b[p] != ',' && b[p] != '\n') {
        p++;
      }
      if (p < to && b[p] == '\n') {
        return p + 1;
      }
      p++;
    }
    return -1;
  }

  /** Behind the quote that closes the one at {@code from}; {@code to} if none does. */
  private static int behindQuotes(byte[] b, int from, int to) {
    int p = from + 1;
    while (p < to) {
      if (b[p] != '"') {
        p++;
      } else if (p + 1 < to && b[p + 1] == '"') {
        p += 2;
      } else {
        return p + 1;
      }
    }
    return to;
  }

  @Override
  public int lastEndOfRow(byte[] b, int from, int to) {
    for (int p = from; p < to; p++) {
      if (b[p] == '"') {
        return -1;
      }
    }
    int p = to;
    while (p > from && b[p - 1] != '\n') {
      p--;
    }
    return p;
  }

  @Override
  public int split(byte[] b, int from, int to, Row row) {
    int p = from;
    while (true) {
      int start = p;
      int end = -1;
      if (b[p] == '"') {
        p = behindQuotes(b, p, to);
        if (p == to) {
          return endless(row, to);
        }
        row.innerLines += lineFeeds(b, start, p);
        start++;
        end = p - 1;
        if (b[p] != ',' && b[p] != '\n' && b[p] != '\r') {
          row.problem("characters behind the closing quote");
        }
      }
      while (b[p] != ',' && b[p] != '\n') {
        if (b[p] == '\r' && b[p + 1] != '\n') {
          row.problem(LONE_CARRIAGE_RETURN);
        }
        p++;
      }
      if (end < 0) {
        end = b[p] == '\n' && p > start && b[p - 1] == '\r' ? p - 1 : p;
      }
      row.field(start, end);
      p++;
      if (b[p - 1] == '\n') {
        return p;
      }
    }
  }

  private static int endless(Row row, int to) {
    row.problem("a double quote is opened in this row and never closed");
    row.endless = true;
    return to;
  }

  private static int lineFeeds(byte[] b, int from, int to) {
    int n = 0;
    for (int p = from; p < to; p++) {
      n += b[p] == '\n' ? 1 : 0;
    }
    return n;
  }

  @Override
  public List<String> names(byte[] b, int from, int to) {
    List<String> names = new ArrayList<>();
    int p = from;
    do {
      int start = p;
      p = b[p] == '"' ? behindQuotes(b, p, to) : p;
      while (b[p] != ',' && b[p] != '\n') {
        p++;
      }
      int end = b[p] == '\n' && p > start && b[p - 1] == '\r' ? p - 1 : p;
      String name = new String(b, start, end - start, StandardCharsets.UTF_8);
      boolean quoted = name.length() > 1 && name.startsWith("\"") && name.endsWith("\"");
      names.add(quoted ? name.substring(1, name.length() - 1).replace("\"\"", "\"") : name);
      p++;
    } while (p < to);
    return names;
  }
}
