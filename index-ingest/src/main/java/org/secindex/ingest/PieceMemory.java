package org.secindex.ingest;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Keeps buffers and parsed rows for the next piece. For any number of threads. */
final class PieceMemory {
  /** Where very short rows have made the columns larger, they are not kept. */
  private static final int MOST_ROWS = 64 << 10;

  private final Queue<byte[]> buffers = new ConcurrentLinkedQueue<>();
  private final Queue<ParsedRows> rows = new ConcurrentLinkedQueue<>();

  byte[] takeBuffer() {
    byte[] kept = buffers.poll();
    return kept == null ? new byte[Pieces.PIECE] : kept;
  }

  /** A buffer for so many bytes at least. */
  byte[] takeBuffer(int length) {
    return length <= Pieces.PIECE ? takeBuffer() : new byte[length];
  }

  void giveBack(byte[] buffer) {
    if (buffer.length == Pieces.PIECE) {
      buffers.add(buffer);
    }
  }

  /** Nothing in it. */
  ParsedRows takeRows() {
    ParsedRows kept = rows.poll();
    return kept == null ? new ParsedRows() : kept;
  }

  void giveBack(ParsedRows used) {
    if (used.keys.length <= MOST_ROWS) {
      used.clear();
      rows.add(used);
    }
  }
}
