package org.secindex.tide;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * The bytes of a log, wherever they lie: read at any position. To be implemented for other places,
 * such as a remote file. Safe for several threads at once.
 */
public interface TideSource extends Closeable {
  /** What messages call it: a path or an address. */
  String name();

  /** How many bytes there are. */
  long size() throws IOException;

  /**
   * Reads bytes from a position on, at most as many as the buffer has room for; fewer only for a
   * good reason.
   *
   * @param position 0 ..
   * @param into filled from its position on; it may be a direct one
   * @return how many, at least 1 if there is room; -1 at or behind the end
   */
  int read(long position, ByteBuffer into) throws IOException;

  /**
   * Whether these are the bytes of that file, by whatever path: what is made of a log never
   * replaces it.
   */
  default boolean isFile(Path path) throws IOException {
    return false;
  }

  /**
   * A file of this machine.
   *
   * @throws TideException if it cannot be opened
   */
  static TideSource open(Path path) {
    return FileSource.open(path);
  }

  /** Bytes in memory, from the buffer's position to its limit; not copied. */
  static TideSource of(String name, ByteBuffer bytes) {
    return new MemorySource(name, bytes.slice());
  }

  /**
   * What a stream gives, such as the standard input. A log is read back and forth, and a stream is
   * not: it is copied to a temporary file first, up to its end. The stream is not closed.
   *
   * @throws TideException if it cannot be read, or there is no room for the file
   */
  static TideSource spool(String name, InputStream stream) {
    return FileSource.spool(name, stream);
  }
}
