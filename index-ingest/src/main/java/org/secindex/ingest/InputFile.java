package org.secindex.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
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
   * Opens a file, or {@code standardInput} for {@code -}. Its name tells how it is compressed; if
   * that says nothing, its first bytes do, unless it is in binary, where they may be any.
   */
  static InputFile open(String name, Format format, InputStream standardInput) throws IOException {
    CountedStream raw =
        new CountedStream(name.equals(STANDARD_INPUT) ? standardInput : openPath(name));
    InputStream opened = raw;
    try {
      PushbackInputStream start = new PushbackInputStream(raw, Codec.MOST_MAGIC);
      boolean binary = format == Format.BINARY;
      Codec codec = Codec.ofName(name);
      if (codec == Codec.NONE && !binary) {
        codec = codecOfContent(start);
      }
      opened = codec == Codec.NONE ? start : archive(codec, raw, start);
      return new InputFile(raw, binary ? opened : withoutByteOrderMark(opened));
    } catch (IOException | RuntimeException e) {
      // A decompressor has memory outside of the heap, up to 128 MiB.
      opened.close();
      throw e;
    }
  }

  /**
   * No more is read than it takes to tell: whoever has typed a line of one digit waits for its
   * answer.
   */
  private static Codec codecOfContent(PushbackInputStream in) throws IOException {
    byte[] start = new byte[Codec.MOST_MAGIC];
    int n = 0;
    int b = 0;
    while (n < start.length && Codec.isUndecided(start, n) && (b = in.read()) >= 0) {
      start[n++] = (byte) b;
    }
    in.unread(start, 0, n);
    return Codec.ofStart(start, n);
  }

  private static InputStream archive(Codec codec, CountedStream raw, PushbackInputStream start)
      throws IOException {
    int first = start.read();
    if (first < 0) {
      throw new DamagedArchiveException("an empty compressed file");
    }
    start.unread(first);
    return new ArchiveStream(codec, raw, start);
  }

  private static InputStream withoutByteOrderMark(InputStream in) throws IOException {
    PushbackInputStream content = new PushbackInputStream(in, ByteOrderMark.BYTES.length);
    byte[] mark = ByteOrderMark.BYTES;
    for (int i = 0; i < mark.length; i++) {
      int b = content.read();
      if (b != (mark[i] & 0xff)) {
        if (b >= 0) {
          content.unread(b);
        }
        content.unread(mark, 0, i);
        return content;
      }
    }
    return content;
  }

  /**
   * Finds out whether a file is there.
   *
   * @throws IndexException if it is certainly not
   */
  static void requireExistence(String name) {
    try {
      if (!name.equals(STANDARD_INPUT) && Files.notExists(Path.of(name))) {
        throw new IndexException(name + ": no such file");
      }
    } catch (InvalidPathException e) {
      throw new IndexException(name + ": not a path: " + e.getReason(), e);
    }
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
    return raw.count();
  }

  @Override
  public void close() throws IOException {
    content.close();
  }
}
