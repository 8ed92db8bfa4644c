package org.secindex.tide;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a compressed chunk that is too large for memory: decompressed as they are read.
 * Reading goes forward; to go back is to begin anew.
 */
final class InflatedSource implements TideSource {
  private final TideSource file;
  private final Chunk chunk;
  private final long size;
  private final byte[] buffer = new byte[64 << 10];
  private @Nullable InputStream stream;
  private long position;

  InflatedSource(TideSource file, Chunk chunk, long size) {
    this.file = file;
    this.chunk = chunk;
    this.size = size;
  }

  @Override
  public String name() {
    return file.name();
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public synchronized int read(long from, ByteBuffer into) throws IOException {
    if (from >= size) {
      return -1;
    }
    InputStream in = at(from);
    int total = 0;
    while (into.hasRemaining() && position < size) {
      int n =
          in.read(
              buffer,
              0,
              (int) Math.min(Math.min(buffer.length, into.remaining()), size - position));
      if (n < 0) {
        break;
      }
      into.put(buffer, 0, n);
      position += n;
      total += n;
    }
    return total == 0 ? -1 : total;
  }

  private InputStream at(long from) throws IOException {
    InputStream in = stream;
    if (in == null || from < position) {
      close();
      in = ChunkData.stream(file, chunk);
      stream = in;
      position = 0;
    }
    in.skipNBytes(from - position);
    position = from;
    return in;
  }

  @Override
  public synchronized void close() throws IOException {
    if (stream != null) {
      stream.close();
      stream = null;
    }
  }
}
