package org.secindex.ingest;

import org.jspecify.annotations.Nullable;

/** {@link Format#WHITESPACE}. */
final class BlankFields implements FieldSyntax {
  @Override
  public byte @Nullable [] kinds() {
    return null;
  }

  @Override
  public int endOfRow(byte[] b, int from, int to) {
    for (int p = from; p < to; p++) {
      if (b[p] == '\n') {
        return p + 1;
      }
    }
    return -1;
  }

  @Override
  public int lastEndOfRow(byte[] b, int from, int to) {
    int p = to;
    while (p > from && b[p - 1] != '\n') {
      p--;
    }
    return p;
  }

  private static boolean isBlank(byte c) {
    return c == ' ' || c == '\t';
  }

  @Override
  public int split(byte[] b, int from, int to, Row row) {
    row.start(b);
    int p = from;
    while (true) {
      while (isBlank(b[p])) {
        p++;
      }
      int start = p;
      while (!isBlank(b[p]) && b[p] != '\n' && b[p] != '\r') {
        p++;
      }
      if (p > start) {
        row.field(start, p);
      }
      if (b[p] == '\n') {
        return p + 1;
      }
      if (b[p] == '\r') {
        if (b[p + 1] != '\n') {
          row.problem(LONE_CARRIAGE_RETURN);
        }
        p++;
      }
    }
  }
}
