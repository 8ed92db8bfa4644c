package org.secindex.ingest;

/** The three bytes that some editors put before UTF-8 text. */
final class ByteOrderMark {
  static final int LENGTH = 3;

  static final String MISPLACED =
      "a byte order mark (\\xEF\\xBB\\xBF) inside the file; were several files joined into one?";

  private ByteOrderMark() {}

  static boolean startsAt(byte[] b, int from, int to) {
    return to - from >= LENGTH
        && b[from] == (byte) 0xEF
        && b[from + 1] == (byte) 0xBB
        && b[from + 2] == (byte) 0xBF;
  }
}
