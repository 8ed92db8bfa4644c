package org.secindex.xrootd.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * File contents that are a function of the place, so that any range can be checked without keeping
 * it.
 */
final class Pattern {
  private Pattern() {}

  static byte at(long offset) {
    long x = (offset >>> 3) * 0x9E3779B97F4A7C15L;
    return (byte) (x >>> (8 * (offset & 7)));
  }

  static ByteBuffer bytes(long offset, int length) {
    ByteBuffer b = ByteBuffer.allocate(length);
    for (int i = 0; i < length; i++) {
      b.put(i, at(offset + i));
    }
    return b;
  }

  /** Everything before the position of {@code b} must be what is at {@code offset}. */
  static void check(long offset, ByteBuffer b) {
    ByteBuffer got = b.duplicate().flip();
    for (int i = 0; i < got.limit(); i++) {
      if (got.get(i) != at(offset + i)) {
        assertThat(got.get(i)).as("byte at %d", offset + i).isEqualTo(at(offset + i));
      }
    }
  }

  /** Makes a file that is the pattern from {@code offset} on, and a hole before. */
  static void write(Path file, long offset, int length) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      ByteBuffer b = bytes(offset, length);
      while (b.hasRemaining()) {
        channel.write(b, offset + b.position());
      }
    }
  }
}
