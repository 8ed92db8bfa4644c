package org.secindex.tide;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;

/** A chunk that is being filled, in memory. */
final class ChunkBuilder {
  private static final int COPIED_AT_ONCE = 8 << 10;

  private final Compression compression;
  private final Pieces pieces = new Pieces();
  private final ByteBuffer header = Layout.buffer(Layout.ENTRY_HEADER);
  private final byte[] copied = new byte[COPIED_AT_ONCE];
  private OutputStream compressor;
  private long bytes;
  private long count;
  private long start;
  private long end;
  private boolean ended;

  ChunkBuilder(Compression compression) {
    this.compression = compression;
    compressor = pieces;
    clear();
  }

  /** Adds an entry; returns its offset. Takes all remaining bytes of the payload. */
  long add(long channelId, long timestamp, ByteBuffer payload) {
    long offset = bytes;
    int size = payload.remaining();
    header.clear();
    header.putInt((int) channelId).putLong(timestamp).putInt(size).flip();
    put(header);
    put(payload);
    bytes += Layout.ENTRY_HEADER + size;
    count++;
    start = Unsigned.min(start, timestamp);
    end = Unsigned.max(end, timestamp);
    return offset;
  }

  private void put(ByteBuffer from) {
    if (compression == Compression.NONE) {
      pieces.put(from);
      return;
    }
    try {
      while (from.hasRemaining()) {
        int n = Math.min(copied.length, from.remaining());
        from.get(copied, 0, n);
        compressor.write(copied, 0, n);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot fail", e);
    }
  }

  /** The uncompressed bytes of the entries so far. */
  long bytes() {
    return bytes;
  }

  long count() {
    return count;
  }

  /** Whether it was to be written, and takes no more entries until it is cleared. */
  boolean isEnded() {
    return ended;
  }

  /** The difference of the largest and the smallest timestamp, unsigned. */
  long span() {
    return end - start;
  }

  /** Writes the block. May be done again if it fails. */
  void writeTo(LogFile file, long id) throws IOException {
    if (!ended) {
      ended = true;
      compressor.close();
    }
    file.chunk(id, count, count == 0 ? 0 : start, end, compression, pieces.size());
    pieces.writeTo(file);
  }

  void clear() {
    pieces.clear();
    bytes = 0;
    count = 0;
    start = -1;
    end = 0;
    ended = false;
    try {
      compressor =
          switch (compression) {
            case NONE -> pieces;
            case GZIP -> new GZIPOutputStream(pieces, 64 << 10);
            case BZIP2 -> new BZip2CompressorOutputStream(pieces);
          };
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot fail", e);
    }
  }
}
