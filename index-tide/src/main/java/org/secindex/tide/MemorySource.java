package org.secindex.tide;

import java.nio.ByteBuffer;

/** A log in memory. */
record MemorySource(String name, ByteBuffer bytes) implements TideSource {
  @Override
  public long size() {
    return bytes.capacity();
  }

  @Override
  public int read(long position, ByteBuffer into) {
    if (position >= bytes.capacity()) {
      return -1;
    }
    int from = Math.toIntExact(position);
    int n = Math.min(into.remaining(), bytes.capacity() - from);
    into.put(bytes.slice(from, n));
    return n;
  }

  @Override
  public void close() {
    // Memory needs no closing.
  }
}
