package org.secindex.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.secindex.api.IndexConfigException;

/**
 * One file, cut into pieces of whole rows that can be parsed by themselves: opened, decompressed,
 * its head read. Whoever takes the pieces reads the file; used by one thread.
 *
 * <p>A piece is larger than {@link #PIECE} only where a row is longer than half of that.
 */
final class Pieces implements AutoCloseable {
  /** Holds back who reads ahead. */
  @FunctionalInterface
  interface Turn {
    /** Nobody reads ahead. */
    Turn NOW = () -> {};

    /** Returns when all files before this one have been taken. */
    void await() throws InterruptedIOException;
  }

  /** As much as stays in a processor's cache until it is parsed. */
  static final int PIECE = 256 << 10;

  private static final int MOST_ROW = 16 << 20;

  /** Room for the line feed that the last line may lack, and for reading eight bytes at once. */
  private static final int SLACK = 16;

  private final String file;
  private final Format format;
  private final PieceMemory memory;
  private final Turn turn;
  private final InputFile input;
  private final RowSyntax syntax;
  private final RowParser parser;

  private byte[] buffer;

  /** The bytes from here to {@link #limit} have not been used yet; they begin with a row. */
  private int position;

  private int limit;
  private boolean ended;
  private boolean large;

  /** How much of the content lies before {@link #position}. */
  private long offset;

  /** Lines of the head that no piece has taken into account yet. */
  private int headLines;

  private int headBlankLines;
  private int headComments;

  private Pieces(
      String file,
      Format format,
      InputFile input,
      IngestOptions options,
      PieceMemory memory,
      Turn turn)
      throws IOException {
    this.file = file;
    this.format = format;
    this.input = input;
    this.memory = memory;
    this.turn = turn;
    syntax = format.syntax(options.lines());
    buffer = memory.takeBuffer();
    parser = new RowParser(file, options, readHead(options.lines()));
    if (format == Format.BINARY) {
      parser.expectRecords();
    }
  }

  /**
   * Opens the file and reads its head.
   *
   * @param turn waited for before more memory is taken than pieces usually have
   */
  static Pieces open(
      String file, IngestOptions options, InputStream standardInput, PieceMemory memory, Turn turn)
      throws IOException {
    Format format = options.format().orElseGet(() -> Format.ofFileName(file));
    if (format == Format.BINARY && !options.lines().equals(LineOptions.DEFAULT)) {
      throw new IndexConfigException(
          file + ": binary input has no lines: no header, no comments, none to be skipped");
    }
    InputFile input = InputFile.open(file, format, standardInput);
    try {
      return new Pieces(file, format, input, options, memory, turn);
    } catch (IOException | RuntimeException e) {
      input.close();
      throw e;
    }
  }

  /**
   * The parsing of the next piece, which may be done by another thread; null at the end of the
   * file.
   *
   * @throws BadRowException if the bytes that follow can be no row
   * @throws DamagedArchiveException if the file is one, damaged
   */
  @Nullable Supplier<ParsedRows> next() throws IOException {
    if (headLines > 0) {
      // Of its own, so that the lines are counted whatever is wrong with those that follow.
      return piece(new byte[0], 0, 0);
    }
    int end = syntax.endOfLastRow(buffer, position, limit);
    while (end == position && fill()) {
      end = syntax.endOfLastRow(buffer, position, limit);
    }
    if (end == position) {
      // What is left at the end of the file is for the parser to judge.
      end = limit;
      if (end == position) {
        return null;
      }
      refuseCutRecord();
    }
    large = end - position > PIECE;
    Supplier<ParsedRows> piece = piece(buffer, position, end);
    offset += end - position;
    byte[] next = memory.takeBuffer(limit - end + SLACK);
    System.arraycopy(buffer, end, next, 0, limit - end);
    buffer = next;
    limit -= end;
    position = 0;
    return piece;
  }

  private Supplier<ParsedRows> piece(byte[] bytes, int from, int to) {
    long bytesRead = input.bytes();
    int linesBefore = headLines;
    int commentsBefore = headComments;
    int blankBefore = headBlankLines;
    headLines = 0;
    headComments = 0;
    headBlankLines = 0;
    return () -> {
      ParsedRows rows = memory.takeRows();
      rows.bytesRead = bytesRead;
      rows.lines = linesBefore;
      rows.commentLines = commentsBefore;
      rows.blankLines = blankBefore;
      syntax.parse(bytes, from, to, parser, rows);
      memory.giveBack(bytes);
      return rows;
    };
  }

  /**
   * Whether the last piece may be parsed while others are read. One that comes before the width is
   * known may not, and a large one is better not kept.
   */
  boolean isIndependent() {
    return parser.widthIsKnown() && !large;
  }

  /** Reads what is at hand, and more if that is little; false if the end was reached before. */
  private boolean fill() throws IOException {
    if (ended) {
      return false;
    }
    int left = limit - position;
    if (left > MOST_ROW) {
      throw new BadRowException(
          0,
          "a row of more than "
              + (MOST_ROW >> 20)
              + " MiB; is this a "
              + format
              + (format == Format.CSV ? " file, with every quote closed?" : " file?"));
    }
    if (left > (buffer.length - SLACK) / 2) {
      turn.await();
      // The last step at once: with another one before, there would be two of about that size.
      boolean last = buffer.length >= MOST_ROW / 2;
      byte[] larger = memory.takeBuffer(last ? MOST_ROW + PIECE : 2 * buffer.length);
      System.arraycopy(buffer, position, larger, 0, left);
      memory.giveBack(buffer);
      buffer = larger;
    } else {
      System.arraycopy(buffer, position, buffer, 0, left);
    }
    position = 0;
    limit = left;
    // A long row is looked at again only when there is twice as much of it.
    int enough = left < PIECE / 4 ? left + 1 : Math.min(2 * left, buffer.length - SLACK);
    InputStream in = input.content();
    boolean mayEndRow = format == Format.BINARY;
    do {
      int n = in.read(buffer, limit, buffer.length - SLACK - limit);
      if (n < 0) {
        ended = true;
        endLastLine();
        return true;
      }
      mayEndRow = mayEndRow || hasLineFeed(limit, limit + n);
      limit += n;
      // What is at hand goes on at once: who asks at a terminal does not wait for a full buffer.
    } while (limit < buffer.length - SLACK && (limit < enough || !mayEndRow || in.available() > 0));
    return true;
  }

  private boolean hasLineFeed(int from, int to) {
    int p = from;
    while (p < to && buffer[p] != '\n') {
      p++;
    }
    return p < to;
  }

  private void endLastLine() {
    if (limit > 0 && format != Format.BINARY && buffer[limit - 1] != '\n') {
      buffer[limit++] = '\n';
    }
  }

  private void refuseCutRecord() {
    if (format == Format.BINARY) {
      throw new BadRowException(
          0,
          "the file ends in the middle of a record, at offset "
              + (offset + limit - position)
              + "; a length that is a multiple of "
              + BinaryRows.RECORD
              + " is needed");
    }
  }

  /** Passes over what stands before the rows; the names of the columns, if there are any. */
  private List<String> readHead(LineOptions lines) throws IOException {
    for (int i = 0; i < lines.skip(); i++) {
      passLines(endOfLine());
    }
    while (lines.header()) {
      int end = syntax.endOfFirstRow(buffer, position, limit);
      while (end < 0 && fill()) {
        end = syntax.endOfFirstRow(buffer, position, limit);
      }
      if (end < 0) {
        throw new MalformedInputException(file, headLines + 1L, 0, "there is no header line");
      }
      int start = position;
      long line = headLines + 1L;
      boolean comment = syntax.isComment(buffer, start, end);
      boolean blank = end - start == 1 || (end - start == 2 && buffer[start] == '\r');
      passLines(end);
      if (comment) {
        headComments++;
      } else if (blank) {
        headBlankLines++;
      } else {
        return names(start, end, line);
      }
    }
    return List.of();
  }

  private List<String> names(int start, int end, long line) {
    try {
      return syntax.names(buffer, start, end);
    } catch (BadRowException e) {
      throw new MalformedInputException(file, line, e.column(), e.reason());
    }
  }

  private int endOfLine() throws IOException {
    int p = position;
    while (true) {
      for (; p < limit; p++) {
        if (buffer[p] == '\n') {
          return p + 1;
        }
      }
      int looked = p - position;
      if (!fill()) {
        return limit;
      }
      p = position + looked;
    }
  }

  private void passLines(int end) {
    for (; position < end; position++) {
      headLines += buffer[position] == '\n' ? 1 : 0;
    }
  }

  @Override
  public void close() throws IOException {
    memory.giveBack(buffer);
    input.close();
  }
}
