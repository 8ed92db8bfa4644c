package org.secindex.ingest;

import de.siegmar.fastcsv.reader.CsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.reader.RecordType;
import java.util.Arrays;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * {@link Format#CSV}: FastCSV tells fields apart, of one row at a time. What it does not know is
 * added here: a carriage return alone ends no row, and behind a row that is refused others may
 * follow.
 */
final class CsvFields implements FieldSyntax {
  /** What FastCSV may hold of a field, which is less than {@link CsvLines} ever gives. */
  private static final int MOST_BUFFER = CsvLines.MOST_FIELD + (1 << 16);

  private final CsvLines lines = new CsvLines();

  /** Of use until it has refused a row, or met the end. */
  private @Nullable Iterator<Row> reader;

  /** Takes rows that are only passed over. */
  private final Row unwanted = new Row(new int[0]);

  private Row row = unwanted;

  /** The wanted fields of the row. */
  private byte[] wanted = new byte[128];

  private int length;

  @Override
  public byte @Nullable [] kinds() {
    return null;
  }

  @Override
  public int endOfRow(byte[] b, int from, int to) {
    return read(b, from, to, unwanted);
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
    int end = read(b, from, to, row);
    if (end < 0) {
      row.problem(
          lines.isTooLong()
              ? "a field of more than " + (CsvLines.MOST_FIELD >> 20) + " MiB"
              : "a double quote is opened in this row and never closed");
      row.endless = true;
      return to;
    }
    for (int p = from; p < end - 1; p++) {
      row.innerLines += b[p] == '\n' ? 1 : 0;
    }
    return end;
  }

  /** Reads a row; returns where it ends, behind its line feed, or -1 if it has none. */
  private int read(byte[] b, int from, int to, Row into) {
    row = into;
    row.start(wanted);
    length = 0;
    int start = from;
    int end = readFields(b, start, to);
    while (end < 0 && !lines.hasEnded()) {
      int p = refused(b, start, to);
      row.problem(b[p] == '\r' ? LONE_CARRIAGE_RETURN : "characters behind the closing quote");
      while (p < to && b[p] != ',' && b[p] != '\n') {
        p++;
      }
      if (p == to) {
        return -1;
      }
      start = p + 1;
      end = b[p] == '\n' ? start : readFields(b, start, to);
    }
    return end;
  }

  /** Which of the characters that begin here is refused, as it must not follow a closing quote. */
  private int refused(byte[] b, int from, int to) {
    Row refused = row;
    row = unwanted;
    lines.startWithQuotes(b, from, to);
    try {
      newReader().next();
      throw new IllegalStateException("FastCSV takes what it has refused");
    } catch (CsvParseException e) {
      return lines.given();
    } finally {
      row = refused;
    }
  }

  /**
   * Reads the fields that begin here.
   *
   * @return where the row ends; -1 if it has no end, or is refused
   */
  private int readFields(byte[] b, int from, int to) {
    lines.start(b, from, to);
    Iterator<Row> rows = reader == null ? newReader() : reader;
    try {
      if (rows.hasNext()) {
        rows.next();
      }
      reader = lines.hasEnded() ? null : rows;
    } catch (CsvParseException e) {
      // Of a character behind a closing quote, or a quote that none closes: the lines tell which.
      reader = null;
    }
    return reader == null ? -1 : lines.position();
  }

  private Iterator<Row> newReader() {
    return CsvReader.builder()
        .skipEmptyLines(false)
        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
        .allowUnclosedQuote(false)
        .maxBufferSize(MOST_BUFFER)
        .build(new Fields(), lines)
        .iterator();
  }

  /** Hands fields on, but for the last one of a row without end. */
  private final class Fields extends CsvCallbackHandler<Row> {
    @Override
    protected void beginRecord(long startingLineNumber) {
      // The row has been begun.
    }

    @Override
    protected void addField(char[] buffer, int offset, int count, boolean quoted) {
      if (lines.hasEnded()) {
        return;
      }
      lines.fieldEnds();
      if (!quoted && lines.hasLoneReturn() && holdsLoneReturn(buffer, offset, count)) {
        row.problem(LONE_CARRIAGE_RETURN);
      }
      if (row.wantsNext()) {
        keep(buffer, offset, count);
        row.field(length - count, length);
      } else {
        row.field(0, count);
      }
    }

    @Override
    protected void setEmpty() {
      // A row without fields.
    }

    @Override
    protected void setComment(char[] buffer, int offset, int count) {
      throw new IllegalStateException("comments have been left out before");
    }

    @Override
    protected RecordType getRecordType() {
      return RecordType.DATA;
    }

    @Override
    protected int getFieldCount() {
      return row.columns;
    }

    @Override
    protected Row buildRecord() {
      return row;
    }
  }

  private static boolean holdsLoneReturn(char[] buffer, int offset, int count) {
    for (int i = offset; i < offset + count; i++) {
      if (buffer[i] == CsvLines.LONE_RETURN) {
        return true;
      }
    }
    return false;
  }

  private void keep(char[] buffer, int offset, int count) {
    if (wanted.length - length < count) {
      wanted = Arrays.copyOf(wanted, Math.max(2 * wanted.length, length + count));
      row.bytes = wanted;
    }
    for (int i = 0; i < count; i++) {
      wanted[length + i] = (byte) buffer[offset + i];
    }
    length += count;
  }
}
