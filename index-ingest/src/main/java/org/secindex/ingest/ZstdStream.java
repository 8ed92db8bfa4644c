package org.secindex.ingest;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * Reads zstd files of any number of frames (RFC 8878), and nothing less: what begins and does not
 * end as a frame is an error. The library's own stream takes a file that is cut within the first
 * bytes of a later frame for complete.
 *
 * <p>Frames may ask for windows of up to 128 MiB, as for the zstd command; that bounds what a file
 * can make us take, outside of Java's heap.
 */
final class ZstdStream extends InputStream {
  private static final int BUFFER = 128 << 10;

  private final InputStream in;
  private final ZstdDecompressCtx context = new ZstdDecompressCtx();
  private final byte[] read = new byte[BUFFER];
  private final ByteBuffer compressed = ByteBuffer.allocateDirect(BUFFER).limit(0);
  private final ByteBuffer content = ByteBuffer.allocateDirect(BUFFER).limit(0);
  private boolean inFrame;
  private boolean moreContent;

  ZstdStream(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    int n = read(one, 0, 1);
    return n < 0 ? n : one[0] & 0xff;
  }

  @Override
  public int read(byte[] b, int offset, int length) throws IOException {
    while (length > 0 && !content.hasRemaining()) {
      if (!compressed.hasRemaining() && !moreContent && !fill()) {
        return -1;
      }
      decompress();
    }
    int n = Math.min(length, content.remaining());
    content.get(b, offset, n);
    return n;
  }

  private void decompress() throws IOException {
    content.clear();
    try {
      inFrame = !context.decompressDirectByteBufferStream(content, compressed);
    } catch (ZstdException e) {
      throw new DamagedArchiveException("the zstd data is damaged: " + e.getMessage(), e);
    }
    // A full buffer may be all that there was, or not.
    moreContent = inFrame && !content.hasRemaining();
    content.flip();
  }

  private boolean fill() throws IOException {
    int n = in.read(read, 0, BUFFER);
    if (n < 0) {
      if (inFrame) {
        throw new DamagedArchiveException("the compressed file is cut");
      }
      return false;
    }
    compressed.clear();
    compressed.put(read, 0, n);
    compressed.flip();
    return true;
  }

  @Override
  public void close() throws IOException {
    context.close();
    in.close();
  }
}
