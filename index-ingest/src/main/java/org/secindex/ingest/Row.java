package org.secindex.ingest;

import org.jspecify.annotations.Nullable;

/**
 * One row, as a {@link FieldSyntax} tells it apart for a {@link RowParser}: its wanted fields are
 * slices of a byte array. Reused for every row.
 */
final class Row {
  /** Holds the fields. */
  byte[] bytes = new byte[0];

  /** Start and end of each wanted field, in the order of {@link RowParser#wanted}. */
  final int[] from;

  final int[] to;

  /** How many columns the row has in all. */
  int columns;

  /** How many it has without the empty ones at its end. */
  int columnsWithContent;

  /** How many line ends there are inside of its fields. */
  int innerLines;

  /** What is wrong with the row, and the column where it is; null if nothing is so far. */
  @Nullable String problem;

  int problemColumn;

  /** Whether it has no end, and with it all that follows. */
  boolean endless;

  /** How many of the wanted fields have been met so far, and the column of the next one. */
  private int slot;

  private int next;
  private final int[] wanted;

  Row(int[] wanted) {
    this.wanted = wanted;
    from = new int[wanted.length];
    to = new int[wanted.length];
  }

  /** Begins a row. */
  void start(byte[] b) {
    bytes = b;
    columns = 0;
    columnsWithContent = 0;
    innerLines = 0;
    problem = null;
    endless = false;
    slot = 0;
    next = wanted.length == 0 ? 0 : wanted[0];
  }

  /** Whether the next field is a wanted one. */
  boolean wantsNext() {
    return columns + 1 == next;
  }

  /** Takes the next field; where it stands matters for wanted ones only. */
  void field(int start, int end) {
    columns++;
    if (end > start) {
      columnsWithContent = columns;
    }
    if (columns == next) {
      from[slot] = start;
      to[slot] = end;
      slot++;
      next = slot < wanted.length ? wanted[slot] : 0;
    }
  }

  /** Notes what is wrong with the field that is being read, unless something was before. */
  void problem(String reason) {
    if (problem == null) {
      problem = reason;
      problemColumn = columns + 1;
    }
  }
}
