package org.secindex.tide;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** A growing number of bytes in memory, in pieces that are used again. */
final class Pieces extends OutputStream {
  private static final int PIECE = 1 << 20;

  private final List<ByteBuffer> pieces = new ArrayList<>();

  /** The piece that is being filled; those before it are full. */
  private int last;

  private ByteBuffer current;

  Pieces() {
    current = newPiece();
    pieces.add(current);
  }

  private static ByteBuffer newPiece() {
    return ByteBuffer.allocate(PIECE).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public void write(int b) {
    room(1).put((byte) b);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    put(ByteBuffer.wrap(bytes, offset, length));
  }

  /** Takes all remaining bytes. */
  void put(ByteBuffer bytes) {
    while (bytes.hasRemaining()) {
      ByteBuffer to = room(1);
      int n = Math.min(to.remaining(), bytes.remaining());
      to.put(to.position(), bytes, bytes.position(), n);
      to.position(to.position() + n);
      bytes.position(bytes.position() + n);
    }
  }

  /** The piece to be filled if it has room for {@code n} bytes, otherwise the next one. */
  private ByteBuffer room(int n) {
    if (current.remaining() < n) {
      last++;
      if (last == pieces.size()) {
        pieces.add(newPiece());
      }
      current = pieces.get(last);
      current.clear();
    }
    return current;
  }

  long size() {
    long size = 0;
    for (int i = 0; i <= last; i++) {
      size += pieces.get(i).position();
    }
    return size;
  }

  void writeTo(LogFile file) throws IOException {
    for (int i = 0; i <= last; i++) {
      file.write(pieces.get(i).duplicate().flip());
    }
  }

  void clear() {
    last = 0;
    current = pieces.get(0);
    current.clear();
  }
}
