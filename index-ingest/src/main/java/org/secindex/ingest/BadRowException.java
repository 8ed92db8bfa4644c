package org.secindex.ingest;

/** A row is not what it should be; caught where rows are told apart, never seen outside. */
final class BadRowException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int column;

  /**
   * @param column the number of the field, or 0 for the whole row
   */
  BadRowException(int column, String reason) {
    // Without a trace: there may be many, and none is about the program.
    super(reason, null, false, false);
    this.column = column;
  }

  int column() {
    return column;
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}
