package org.secindex.ingest;

/**
 * The wanted fields of one row, as a {@link RowReader} hands them to a {@link RowParser}: slices of
 * a byte array. Reused for every row.
 */
final class Row {
  /** Holds the fields; may be another array for the next row. */
  byte[] bytes = new byte[0];

  /** Start and end of each wanted field, in the order of {@link RowParser#wanted}. */
  final int[] from;

  final int[] to;

  /** The line where the row begins, from 1. */
  long line;

  /** How many columns the row has in all. */
  int columns;

  Row(int wanted) {
    from = new int[wanted];
    to = new int[wanted];
  }
}
