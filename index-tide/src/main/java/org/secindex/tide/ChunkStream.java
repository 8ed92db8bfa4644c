package org.secindex.tide;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;

/**
 * A chunk that is written entry by entry, in constant memory; its header is completed at its end.
 * So it suits a file that nobody sees before it is whole.
 */
final class ChunkStream {
  private final LogFile file;
  private final ByteBuffer header = Layout.buffer(Layout.ENTRY_HEADER);
  private long position;
  private long id;
  private Compression compression = Compression.NONE;
  private OutputStream out = OutputStream.nullOutputStream();
  private WritableByteChannel channel = Channels.newChannel(out);
  private long bytes;
  private long count;
  private long start;
  private long end;

  ChunkStream(LogFile file) {
    this.file = file;
  }

  void begin(long chunkId, Compression chunkCompression) throws IOException {
    position = file.written();
    id = chunkId;
    compression = chunkCompression;
    bytes = 0;
    count = 0;
    start = -1;
    end = 0;
    file.chunk(id, 0, 0, 0, compression, 0);
    OutputStream stored = file.stream();
    out =
        switch (compression) {
          case NONE -> stored;
          case GZIP -> new GZIPOutputStream(stored, 64 << 10);
          case BZIP2 -> new BZip2CompressorOutputStream(stored);
        };
    channel = Channels.newChannel(out);
  }

  /** Begins an entry, whose payload is to follow through {@link #payload}; returns its offset. */
  long add(long channelId, long timestamp, long size) throws IOException {
    final long offset = bytes;
    header.clear();
    header.putInt((int) channelId).putLong(timestamp).putInt((int) size).flip();
    channel.write(header);
    bytes += Layout.ENTRY_HEADER + size;
    count++;
    start = Unsigned.min(start, timestamp);
    end = Unsigned.max(end, timestamp);
    return offset;
  }

  /** Takes the payload. */
  WritableByteChannel payload() {
    return channel;
  }

  void end() throws IOException {
    out.close();
    long storedBytes = file.written() - position - Layout.ENTRIES;
    file.completeChunk(position, id, count, count == 0 ? 0 : start, end, compression, storedBytes);
  }
}
