package org.secindex.ingest;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import org.secindex.api.IndexException;

/** One open input: decompressed if need be, its byte order mark taken off, its bytes counted. */
final class InputFile implements AutoCloseable {
  static final String STANDARD_INPUT = "-";

  private final CountedStream raw;
  private final InputStream content;

  private InputFile(CountedStream raw, InputStream content) {
    this.raw = raw;
    this.content = content;
  }

  /**
   * Opens a file, or {@code standardInput} for {@code -}. It is taken for gzip if its name ends in
   * {@code .gz}, or if its first two bytes say so.
   */
  static InputFile open(String name, InputStream standardInput) throws IOException {
    CountedStream raw =
        new CountedStream(name.equals(STANDARD_INPUT) ? standardInput : openPath(name));
    try {
      PushbackInputStream start = new PushbackInputStream(raw, GzipStream.MAGIC.length);
      boolean gzip =
          name.toLowerCase(Locale.ROOT).endsWith(".gz") || startsWith(start, GzipStream.MAGIC);
      PushbackInputStream content =
          new PushbackInputStream(gzip ? new GzipStream(start) : start, ByteOrderMark.BYTES.length);
      if (startsWith(content, ByteOrderMark.BYTES)) {
        content.skipNBytes(ByteOrderMark.BYTES.length);
      }
      return new InputFile(raw, content);
    } catch (IOException | RuntimeException e) {
      raw.close();
      throw e;
    }
  }

  /**
   * Whether the next bytes are these; they stay to be read. No more is read than it takes to tell:
   * whoever has typed a line of one digit waits for its answer.
   */
  private static boolean startsWith(PushbackInputStream in, byte[] expected) throws IOException {
    for (int i = 0; i < expected.length; i++) {
      int b = in.read();
      if (b != (expected[i] & 0xff)) {
        if (b >= 0) {
          in.unread(b);
        }
        in.unread(expected, 0, i);
        return false;
      }
    }
    in.unread(expected);
    return true;
  }

  private static InputStream openPath(String name) throws IOException {
    try {
      Path path = Path.of(name);
      if (Files.isDirectory(path)) {
        throw new IndexException(name + ": a directory; name the files to be read");
      }
      return Files.newInputStream(path);
    } catch (NoSuchFileException e) {
      throw new IndexException(name + ": no such file", e);
    } catch (InvalidPathException e) {
      throw new IndexException(name + ": not a path: " + e.getReason(), e);
    }
  }

  InputStream content() {
    return content;
  }

  /** How many bytes have been read, as they lie on disk. */
  long bytes() {
    return raw.count;
  }

  @Override
  public void close() throws IOException {
    content.close();
  }

  private static final class CountedStream extends FilterInputStream {
    long count;

    CountedStream(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int b = in.read();
      count += b < 0 ? 0 : 1;
      return b;
    }

    @Override
    public int read(byte[] b, int offset, int length) throws IOException {
      int n = in.read(b, offset, length);
      count += Math.max(n, 0);
      return n;
    }
  }
}
