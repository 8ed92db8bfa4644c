package org.secindex.ingest;

/** {@link Format#TSV}. */
final class TabFields implements FieldSyntax {
  private static final byte[] KINDS = PlainRows.kinds('\t', '\\');

  @Override
  public byte[] kinds() {
    return KINDS;
  }

  @Override
  public int endOfRow(byte[] b, int from, int to) {
    for (int p = from; p < to; p++) {
      if (b[p] == '\n' && !isEscaped(b, from, p)) {
        return p + 1;
      }
    }
    return -1;
  }

  @Override
  public int lastEndOfRow(byte[] b, int from, int to) {
    for (int p = to - 1; p >= from; p--) {
      if (b[p] == '\n' && !isEscaped(b, from, p)) {
        return p + 1;
      }
    }
    return from;
  }

  /** An odd number of backslashes escapes what follows; of an even one, the last is escaped. */
  private static boolean isEscaped(byte[] b, int from, int at) {
    int p = at;
    while (p > from && b[p - 1] == '\\') {
      p--;
    }
    return ((at - p) & 1) != 0;
  }

  @Override
  public int split(byte[] b, int from, int to, Row row) {
    row.start(b);
    int p = from;
    int start = from;
    while (p < to) {
      byte c = b[p];
      if (c == '\\') {
        if (p + 1 < to && b[p + 1] == '\n') {
          row.innerLines++;
        }
        p += 2;
      } else if (c == '\t') {
        row.field(start, p);
        start = ++p;
      } else if (c == '\n') {
        row.field(start, p > start && b[p - 1] == '\r' && !isEscaped(b, start, p - 1) ? p - 1 : p);
        return p + 1;
      } else {
        if (c == '\r' && (p + 1 >= to || b[p + 1] != '\n')) {
          row.problem(LONE_CARRIAGE_RETURN);
        }
        p++;
      }
    }
    row.problem("the file ends behind a backslash, in the middle of a row");
    row.problemColumn = 0;
    return to;
  }
}
