package org.secindex.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.secindex.api.EntryBatch;

/** Reads {@link Format#TSV}. */
final class TsvReader implements RowReader {
  private static final int MAX_ROW = 64 << 20;
  private static final int QUICK_ROW = 64 << 10;

  private static final byte ORDINARY = 0;
  private static final byte TAB = 1;
  private static final byte LF = 2;
  private static final byte CR = 3;
  private static final byte ESCAPE = 4;
  private static final byte[] KIND = kinds();

  private final String file;
  private final InputStream in;
  private byte[] buffer = new byte[256 << 10];

  /** The bytes from here to {@link #limit} have not been used yet; they begin with a row. */
  private int position;

  private int limit;
  private boolean ended;

  private @Nullable RowParser parser;
  private @Nullable RowPlaces places;
  private int[] wanted = {};
  private Row row = new Row(0);

  /** The line at {@link #position}. */
  private long line = 1;

  private long blankLines;

  TsvReader(String file, InputStream in) {
    this.file = file;
    this.in = in;
  }

  private static byte[] kinds() {
    byte[] kinds = new byte[256];
    kinds['\t'] = TAB;
    kinds['\n'] = LF;
    kinds['\r'] = CR;
    kinds['\\'] = ESCAPE;
    return kinds;
  }

  @Override
  public void start(RowParser rowParser, RowPlaces rowPlaces) {
    parser = rowParser;
    places = rowPlaces;
    wanted = rowParser.wanted();
    row = new Row(wanted.length);
  }

  @Override
  public boolean read(EntryBatch batch) throws IOException {
    batch.clear();
    while (true) {
      while (!batch.isFull() && nextRow(batch)) {
        // Each call takes one row.
      }
      // What is at hand goes on at once: who asks at a terminal does not wait for a full buffer.
      if (batch.size() > 0) {
        return true;
      }
      if (!fill()) {
        return false;
      }
    }
  }

  /** Takes one row, or a blank line, from the buffer; false if it does not hold a whole one. */
  private boolean nextRow(EntryBatch batch) {
    byte[] b = buffer;
    int end = limit;
    int p = position;
    int fieldStart = p;
    int column = 1;
    int slot = 0;
    int next = wanted.length == 0 ? 0 : wanted[0];
    long lines = 1;
    while (true) {
      while (p < end && KIND[b[p] & 0xff] == ORDINARY) {
        p++;
      }
      if (p >= end) {
        return false;
      }
      byte kind = KIND[b[p] & 0xff];
      if (kind == ESCAPE) {
        if (p + 1 < end && b[p + 1] == '\n') {
          lines++;
        }
        p += 2;
        continue;
      }
      if (kind == CR) {
        if (p + 1 >= end) {
          return false;
        }
        if (b[p + 1] != '\n') {
          throw loneCarriageReturn(lines, column);
        }
      }
      if (column == next) {
        row.from[slot] = fieldStart;
        row.to[slot] = p;
        slot++;
        next = slot < wanted.length ? wanted[slot] : 0;
      }
      if (kind != TAB) {
        break;
      }
      p++;
      column++;
      fieldStart = p;
    }
    boolean blank = p == position;
    int rowStart = position;
    position = p + (b[p] == '\r' ? 2 : 1);
    if (blank) {
      blankLines++;
    } else {
      finishRow(rowStart, column, batch);
    }
    line += lines;
    return true;
  }

  private void finishRow(int rowStart, int columns, EntryBatch batch) {
    refuseByteOrderMark(rowStart);
    if (parser == null || places == null) {
      throw new IllegalStateException("start comes before read");
    }
    row.bytes = buffer;
    row.line = line;
    row.columns = columns;
    parser.parse(row, batch);
    places.row(line);
  }

  /** One at the start of the file has been taken off before. */
  private void refuseByteOrderMark(int start) {
    if (buffer[start] == (byte) 0xEF && ByteOrderMark.startsAt(buffer, start, limit)) {
      throw new MalformedInputException(file, line, 1, ByteOrderMark.MISPLACED);
    }
  }

  private MalformedInputException loneCarriageReturn(long lines, int column) {
    return new MalformedInputException(
        file,
        line + lines - 1,
        column,
        "a carriage return (\\x0D) without a line feed; lines must end with LF or CR LF");
  }

  /** Reads more behind what is left; false if there is no more, and nothing is left. */
  private boolean fill() throws IOException {
    if (ended) {
      if (position < limit) {
        throw new MalformedInputException(
            file, line, 0, "the file ends behind a backslash, in the middle of a row");
      }
      return false;
    }
    int left = limit - position;
    if (left > MAX_ROW) {
      throw new MalformedInputException(
          file, line, 0, "a row of more than " + (MAX_ROW >> 20) + " MiB; is this a TSV file?");
    }
    // Less than half full, so that what is enough (below) always fits beside the free byte.
    byte[] into = left >= buffer.length / 2 ? new byte[buffer.length * 2] : buffer;
    System.arraycopy(buffer, position, into, 0, left);
    buffer = into;
    position = 0;
    limit = left;
    // A long row is looked at again only when there is twice as much of it.
    int enough = left < QUICK_ROW ? left + 1 : 2 * left;
    while (limit < enough && !ended) {
      // One byte stays free for the line feed that the last line may lack.
      int n = in.read(buffer, limit, buffer.length - 1 - limit);
      if (n >= 0) {
        limit += n;
      } else {
        ended = true;
      }
    }
    if (ended && limit > 0 && buffer[limit - 1] != '\n') {
      buffer[limit++] = '\n';
    }
    return limit > 0;
  }

  @Override
  public List<String> readHeader() throws IOException {
    int end = endOfLine();
    while (end < 0) {
      if (!fill()) {
        throw new MalformedInputException(file, 1, 0, "there is no header line");
      }
      end = endOfLine();
    }
    int textEnd = end > position && buffer[end - 1] == '\r' ? end - 1 : end;
    List<String> names = new ArrayList<>();
    int start = position;
    for (int p = position; p <= textEnd; p++) {
      if (p == textEnd || buffer[p] == '\t') {
        names.add(new String(buffer, start, p - start, StandardCharsets.UTF_8));
        start = p + 1;
      }
    }
    position = end + 1;
    line++;
    return names;
  }

  private int endOfLine() {
    for (int p = position; p < limit; p++) {
      if (buffer[p] == '\n') {
        return p;
      }
    }
    return -1;
  }

  @Override
  public long line() {
    return line - 1;
  }

  @Override
  public long blankLines() {
    return blankLines;
  }
}
