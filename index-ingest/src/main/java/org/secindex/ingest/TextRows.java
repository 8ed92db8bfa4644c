package org.secindex.ingest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Lines of text: rows, comments and blank lines. */
final class TextRows implements RowSyntax {
  private final Supplier<FieldSyntax> syntax;
  private final byte[] comment;
  private final boolean blankLines;

  TextRows(Supplier<FieldSyntax> syntax, LineOptions lines) {
    this.syntax = syntax;
    comment = lines.comment().getBytes(ISO_8859_1);
    blankLines = lines.blankLines();
  }

  @Override
  public boolean isComment(byte[] b, int from, int to) {
    int end = from + comment.length;
    return comment.length > 0
        && end <= to
        && Arrays.equals(b, from, end, comment, 0, comment.length);
  }

  private static int endOfLine(byte[] b, int from, int to) {
    for (int p = from; p < to; p++) {
      if (b[p] == '\n') {
        return p + 1;
      }
    }
    return -1;
  }

  @Override
  public int endOfFirstRow(byte[] b, int from, int to) {
    return endOfRow(syntax.get(), b, from, to);
  }

  private int endOfRow(FieldSyntax fields, byte[] b, int from, int to) {
    return isComment(b, from, to) ? endOfLine(b, from, to) : fields.endOfRow(b, from, to);
  }

  @Override
  public int endOfLastRow(byte[] b, int from, int to) {
    FieldSyntax fields = syntax.get();
    int last = fields.lastEndOfRow(b, from, to);
    if (last >= 0) {
      return last;
    }
    int end = from;
    for (int next = from; next >= 0; next = endOfRow(fields, b, end, to)) {
      end = next;
    }
    return end;
  }

  @Override
  public List<String> names(byte[] b, int from, int to) {
    FieldSyntax fields = syntax.get();
    Row counted = new Row(new int[0]);
    fields.split(b, from, to, counted);
    Row row = new Row(IntStream.rangeClosed(1, counted.columns).toArray());
    fields.split(b, from, to, row);
    if (row.problem != null) {
      throw new BadRowException(row.problemColumn, row.problem);
    }
    return IntStream.range(0, row.columns)
        .mapToObj(i -> new String(row.bytes, row.from[i], row.to[i] - row.from[i], UTF_8))
        .toList();
  }

  @Override
  public void parse(byte[] b, int from, int to, RowParser parser, ParsedRows into) {
    FieldSyntax fields = syntax.get();
    Row row = new Row(parser.wanted());
    PlainRows plain = plainRows(fields, parser);
    int p = from;
    while (p >= 0 && p < to) {
      int end = plain == null || isComment(b, p, to) ? -1 : plain.parse(b, p, into);
      if (end >= 0) {
        into.lines++;
        p = end;
      } else {
        p = line(fields, b, p, to, parser, row, into);
      }
    }
  }

  private static @Nullable PlainRows plainRows(FieldSyntax fields, RowParser parser) {
    byte[] kinds = fields.kinds();
    return kinds == null ? null : parser.plainRows(kinds);
  }

  /** Takes any line or row; where the next one begins, or -1 if nothing may follow. */
  private int line(
      FieldSyntax fields, byte[] b, int from, int to, RowParser parser, Row row, ParsedRows into) {
    if (isComment(b, from, to)) {
      into.commentLines++;
      into.lines++;
      return endOfLine(b, from, to);
    }
    int end = fields.split(b, from, to, row);
    boolean blank = row.columns == 0 || (row.columns == 1 && isLineEnd(b, from));
    if (blank && row.problem == null) {
      if (blankLines) {
        into.blankLines++;
        into.lines++;
        return end;
      }
      row.problem = "a blank line";
      row.problemColumn = 0;
    }
    try {
      refuseByteOrderMark(b, from, to);
      if (row.problem != null) {
        throw new BadRowException(row.problemColumn, row.problem);
      }
      parser.parse(row, into);
    } catch (BadRowException e) {
      into.problem(e.column(), e.reason(), withoutLineEnd(b, from, end), row.endless);
      if (row.endless || parser.stopsAtProblems()) {
        return -1;
      }
    }
    into.lines += row.innerLines + 1;
    return end;
  }

  private static boolean isLineEnd(byte[] b, int p) {
    return b[p] == '\n' || (b[p] == '\r' && b[p + 1] == '\n');
  }

  /** One at the start of the file has been taken off before. */
  private static void refuseByteOrderMark(byte[] b, int from, int to) {
    if (ByteOrderMark.startsAt(b, from, to)) {
      throw new BadRowException(1, ByteOrderMark.MISPLACED);
    }
  }

  private static byte[] withoutLineEnd(byte[] b, int from, int to) {
    int end = to > from && b[to - 1] == '\n' ? to - 1 : to;
    return Arrays.copyOfRange(b, from, end > from && b[end - 1] == '\r' ? end - 1 : end);
  }
}
