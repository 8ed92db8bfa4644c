package org.secindex.tide;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The part of a file that a parser has been fed with, and where in the file it stands. */
final class FedBytes {
  private final long size;
  private ByteBuffer bytes = ByteBuffer.allocate(0);

  /** Where the first of the bytes lies in the file. */
  private long base;

  /** Where they end. */
  private long end;

  private long position;

  FedBytes(long size) {
    this.size = size;
  }

  void feed(long at, ByteBuffer more) {
    bytes = more.slice().order(ByteOrder.LITTLE_ENDIAN);
    base = at;
    end = at + bytes.limit();
  }

  /** How many bytes the file has. */
  long size() {
    return size;
  }

  long position() {
    return position;
  }

  void moveTo(long place) {
    position = place;
  }

  /** How many bytes the file has from the position on. */
  long left() {
    return size - position;
  }

  /** Where the bytes that are there end in the file. */
  long end() {
    return end;
  }

  /** Whether the next {@code n} bytes are there. */
  boolean has(int n) {
    return position >= base && position + n <= end;
  }

  /** The number at the position and {@code offset}. */
  int int32(int offset) {
    return bytes.getInt((int) (position - base) + offset);
  }

  long unsigned32(int offset) {
    return int32(offset) & Unsigned.MAX_32;
  }

  long int64(int offset) {
    return bytes.getLong((int) (position - base) + offset);
  }

  /** The number at that place of the file, which is there. */
  long int64At(long place) {
    return bytes.getLong((int) (place - base));
  }

  int unsigned8(int offset) {
    return bytes.get((int) (position - base) + offset) & 0xff;
  }

  ByteBuffer slice(int offset, int length) {
    return bytes.slice((int) (position - base) + offset, length).order(ByteOrder.LITTLE_ENDIAN);
  }
}
