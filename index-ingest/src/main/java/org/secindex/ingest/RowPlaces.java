package org.secindex.ingest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Remembers where each row came from, so that a message can name file and line. Only rows that do
 * not stand on the line after the row before take memory.
 */
final class RowPlaces {
  private final List<String> files = new ArrayList<>();
  private long rows;
  private long expectedLine = -1;

  /** Each mark: the number of a row, its file and its line. */
  private long[] markRows = new long[16];

  private int[] markFiles = new int[16];
  private long[] markLines = new long[16];
  private int marks;

  /** The next rows are those of this file. */
  void startFile(String name) {
    files.add(name);
    expectedLine = -1;
  }

  /** The next row, counted from 0 over all files, stands on this line. */
  void row(long line) {
    rows(line, 1);
  }

  /** So many next rows stand on this line and on those that follow it. */
  void rows(long line, int count) {
    if (line != expectedLine) {
      mark(line);
    }
    rows += count;
    expectedLine = line + count;
  }

  private void mark(long line) {
    if (marks == markRows.length) {
      int more = marks + (marks >> 1);
      markRows = Arrays.copyOf(markRows, more);
      markFiles = Arrays.copyOf(markFiles, more);
      markLines = Arrays.copyOf(markLines, more);
    }
    markRows[marks] = rows;
    markFiles[marks] = files.size() - 1;
    markLines[marks] = line;
    marks++;
  }

  /** How many rows there were. */
  long rows() {
    return rows;
  }

  /** How much memory the marks take. */
  long bytes() {
    return 20L * markRows.length;
  }

  /** {@code file:line} of a row. */
  String place(long row) {
    int found = Arrays.binarySearch(markRows, 0, marks, row);
    int mark = found >= 0 ? found : -found - 2;
    return files.get(markFiles[mark]) + ":" + (markLines[mark] + row - markRows[mark]);
  }
}
