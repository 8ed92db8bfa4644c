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
      PushbackInputStream start = new PushbackInputStream(raw, 2);
      byte[] magic = peek(start, 2);
      boolean gzip =
          name.toLowerCase(Locale.ROOT).endsWith(".gz")
              || (magic.length == 2 && magic[0] == 0x1f && magic[1] == (byte) 0x8b);
      PushbackInputStream content =
          new PushbackInputStream(gzip ? new GzipStream(start) : start, ByteOrderMark.LENGTH);
      byte[] mark = content.readNBytes(ByteOrderMark.LENGTH);
      if (!ByteOrderMark.startsAt(mark, 0, mark.length)) {
        content.unread(mark);
      }
      return new InputFile(raw, content);
    } catch (IOException | RuntimeException e) {
      raw.close();
      throw e;
    }
  }

  private static byte[] peek(PushbackInputStream in, int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    in.unread(bytes);
    return bytes;
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
