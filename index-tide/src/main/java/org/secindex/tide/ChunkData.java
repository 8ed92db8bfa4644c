package org.secindex.tide;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;

/** The entries of compressed chunks. */
final class ChunkData {
  /** Chunks up to this size are decompressed once and kept; larger ones are read as a stream. */
  private static final int KEPT = 8 << 20;

  private static final int STEP = 64 << 10;

  /** What a chunk may become at least, however small it is. */
  private static final long ALWAYS_ALLOWED = 256L << 20;

  /** No more than gzip can reach: what grows further was made to. */
  private static final int LARGEST_RATIO = 1100;

  private ChunkData() {}

  /** The decompressed entries of a chunk cannot be had. */
  static final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1;

    UnreadableException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Decompresses a chunk to its end, so that every checksum in it has been compared; of a cut
   * chunk, as far as it goes.
   *
   * @return the entries, decompressed; position 0 is that of the first
   * @throws UnreadableException if the data are damaged
   */
  static TideSource open(TideSource file, Chunk chunk) throws UnreadableException {
    long limit = Math.max(ALWAYS_ALLOWED, chunk.storedBytes() * LARGEST_RATIO);
    byte[] kept = new byte[STEP];
    long size = 0;
    try (InputStream in = stream(file, chunk)) {
      int n = 0;
      while (n >= 0) {
        // Behind what is kept, there is room for a step that only counts.
        int at = (int) Math.min(size, KEPT);
        if (at + STEP > kept.length) {
          kept = Arrays.copyOf(kept, Math.min(2 * kept.length, KEPT + STEP));
        }
        n = readOrEnd(in, kept, at, chunk);
        size += Math.max(n, 0);
        if (size > limit) {
          throw new IOException("more than " + limit + " bytes: it was made to fill memory");
        }
      }
    } catch (IOException e) {
      throw new UnreadableException(String.valueOf(e.getMessage()), e);
    }
    return size <= KEPT
        ? new MemorySource(file.name(), ByteBuffer.wrap(kept, 0, (int) size).slice())
        : new InflatedSource(file, chunk, size);
  }

  /** The same entries where going back is not to begin anew: in memory, or a temporary file. */
  static TideSource seekable(TideSource data) {
    if (!(data instanceof InflatedSource)) {
      return data;
    }
    try (data) {
      return TideSource.spool(data.name(), new StoredBytes(data, 0, data.size()));
    } catch (IOException e) {
      throw new TideException(data.name() + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** The end of what a cut chunk has is an end like any other. */
  private static int readOrEnd(InputStream in, byte[] into, int at, Chunk chunk)
      throws IOException {
    try {
      return in.read(into, at, STEP);
    } catch (EOFException e) {
      if (chunk.state() == Chunk.State.CUT) {
        return -1;
      }
      throw e;
    }
  }

  /** The entries as a stream. Anything that is wrong with the data is an IOException. */
  static InputStream stream(TideSource file, Chunk chunk) throws IOException {
    InputStream stored = new StoredBytes(file, chunk.entriesPosition(), chunk.endPosition());
    return switch (chunk.compression()) {
      case NONE -> stored;
      case GZIP -> new GZIPInputStream(stored, 64 << 10);
      case BZIP2 -> new Bzip2Stream(stored);
    };
  }

  /** A part of a file as a stream. */
  private static final class StoredBytes extends InputStream {
    private final TideSource file;
    private final long end;
    private long position;

    StoredBytes(TideSource file, long from, long end) {
      this.file = file;
      this.position = from;
      this.end = end;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] b, int offset, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      int n = (int) Math.min(length, end - position);
      n = n == 0 ? -1 : file.read(position, ByteBuffer.wrap(b, offset, n));
      position += Math.max(n, 0);
      return n;
    }

    /** By this the gzip stream knows that another member may follow. */
    @Override
    public int available() {
      return (int) Math.min(Integer.MAX_VALUE, end - position);
    }
  }

  /** bzip2, whose decoder answers some damage with other exceptions than those of a stream. */
  private static final class Bzip2Stream extends InputStream {
    private final BZip2CompressorInputStream in;

    Bzip2Stream(InputStream stored) throws IOException {
      try {
        in = new BZip2CompressorInputStream(new BufferedInputStream(stored, 64 << 10));
      } catch (RuntimeException e) {
        throw damaged(e);
      }
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] b, int offset, int length) throws IOException {
      try {
        return in.read(b, offset, length);
      } catch (RuntimeException e) {
        throw damaged(e);
      }
    }

    private static IOException damaged(RuntimeException e) {
      return new IOException("the bzip2 data are damaged: " + e, e);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
