package org.secindex.ingest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Remembers where each row came from, so that a message can name file and line. Only rows that do
 * not stand on the line after the row before take memory; if they become too many, as with a blank
 * line before every row, every second of them is forgotten, and what stands between is known less
 * exactly.
 */
final class RowPlaces {
  static final int MOST_MARKS = 1 << 18;

  private final List<String> files = new ArrayList<>();
  private long rows;
  private long expectedLine = -1;

  /** Each mark: the number of a row, its file and its line; and whether the next one was lost. */
  private long[] markRows = new long[16];

  private int[] markFiles = new int[16];
  private long[] markLines = new long[16];
  private boolean[] markVague = new boolean[16];
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
    if (marks == MOST_MARKS) {
      forgetEverySecondMark();
    } else if (marks == markRows.length) {
      int more = 2 * marks;
      markRows = Arrays.copyOf(markRows, more);
      markFiles = Arrays.copyOf(markFiles, more);
      markLines = Arrays.copyOf(markLines, more);
      markVague = Arrays.copyOf(markVague, more);
    }
    markRows[marks] = rows;
    markFiles[marks] = files.size() - 1;
    markLines[marks] = line;
    markVague[marks] = false;
    marks++;
  }

  private void forgetEverySecondMark() {
    int kept = 0;
    for (int mark = 0; mark < marks; mark += 2) {
      markRows[kept] = markRows[mark];
      markFiles[kept] = markFiles[mark];
      markLines[kept] = markLines[mark];
      markVague[kept] = true;
      kept++;
    }
    marks = kept;
  }

  /** How many rows there were. */
  long rows() {
    return rows;
  }

  /** How much memory the marks take. */
  long bytes() {
    return 21L * markRows.length;
  }

  /** {@code file:line} of a row, or what it stands between. */
  String place(long row) {
    int found = Arrays.binarySearch(markRows, 0, marks, row);
    int mark = found >= 0 ? found : -found - 2;
    String exact = place(mark, row);
    if (!markVague[mark] || found >= 0) {
      return exact;
    }
    String end =
        mark + 1 < marks ? place(mark + 1, markRows[mark + 1]) : files.get(files.size() - 1);
    return exact + " or behind (before " + end + ")";
  }

  private String place(int mark, long row) {
    return files.get(markFiles[mark]) + ":" + (markLines[mark] + row - markRows[mark]);
  }
}
