package org.secindex.ingest;

import java.util.Arrays;

/** The three bytes that some editors put before UTF-8 text. */
final class ByteOrderMark {
  static final byte[] BYTES = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  static final String MISPLACED =
      "a byte order mark (\\xEF\\xBB\\xBF) inside the file; were several files joined into one?";

  private ByteOrderMark() {}

  static boolean startsAt(byte[] b, int from, int to) {
    return to - from >= BYTES.length
        && Arrays.equals(b, from, from + BYTES.length, BYTES, 0, BYTES.length);
  }
}
