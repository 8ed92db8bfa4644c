package org.secindex.ingest;

import de.siegmar.fastcsv.reader.CsvCallbackHandler;
import de.siegmar.fastcsv.reader.RecordType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Takes the wanted fields of a record from FastCSV, without making strings of them. */
final class CsvRowHandler extends CsvCallbackHandler<CsvRowHandler> {
  private int[] wanted = {};
  private boolean all;
  private final List<String> allFields = new ArrayList<>();

  private Row row = new Row(0);
  private byte[] bytes = new byte[256];
  private int used;
  private int slot;
  private boolean blank;
  private boolean byteOrderMark;
  private long blankLines;

  /** From now on, keeps the fields of these columns, ascending from 1. */
  void want(int[] columns) {
    wanted = columns;
    all = false;
    long line = row.line;
    row = new Row(columns.length);
    row.line = line;
  }

  /** From now on, keeps all fields, as text. */
  void wantAll() {
    all = true;
  }

  List<String> allFields() {
    return List.copyOf(allFields);
  }

  Row row() {
    return row;
  }

  boolean isBlank() {
    return blank;
  }

  boolean beginsWithByteOrderMark() {
    return byteOrderMark;
  }

  long blankLines() {
    return blankLines;
  }

  @Override
  protected void beginRecord(long startingLineNumber) {
    row.line = startingLineNumber;
    row.columns = 0;
    used = 0;
    slot = 0;
    blank = false;
    byteOrderMark = false;
    allFields.clear();
  }

  @Override
  protected void addField(char[] buf, int offset, int length, boolean quoted) {
    row.columns++;
    if (all) {
      byte[] name = new String(buf, offset, length).getBytes(StandardCharsets.ISO_8859_1);
      allFields.add(new String(name, StandardCharsets.UTF_8));
      return;
    }
    if (row.columns == 1) {
      byteOrderMark =
          length >= 3 && buf[offset] == 0xEF && buf[offset + 1] == 0xBB && buf[offset + 2] == 0xBF;
    }
    if (slot == wanted.length || wanted[slot] != row.columns) {
      return;
    }
    if (used + length > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, used + length));
    }
    row.from[slot] = used;
    for (int i = 0; i < length; i++) {
      bytes[used++] = (byte) buf[offset + i];
    }
    row.to[slot] = used;
    slot++;
  }

  @Override
  protected void setEmpty() {
    blank = true;
    blankLines++;
  }

  @Override
  protected void setComment(char[] buf, int offset, int length) {
    throw new IllegalStateException("comments have not been asked for");
  }

  @Override
  protected RecordType getRecordType() {
    return blank ? RecordType.EMPTY : RecordType.DATA;
  }

  @Override
  protected int getFieldCount() {
    return row.columns;
  }

  @Override
  protected CsvRowHandler buildRecord() {
    row.bytes = bytes;
    return this;
  }
}
