package org.secindex.tide;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** A log in a file of this machine. */
final class FileSource implements TideSource {
  private final String name;
  private final FileChannel channel;

  /** Null for a temporary file. */
  private final @Nullable Path path;

  private FileSource(String name, @Nullable Path path, FileChannel channel) {
    this.name = name;
    this.path = path;
    this.channel = channel;
  }

  static FileSource open(Path path) {
    if (Files.isDirectory(path)) {
      throw new TideException(path + ": a directory; name the log's file");
    }
    try {
      return new FileSource(path.toString(), path, FileChannel.open(path, StandardOpenOption.READ));
    } catch (NoSuchFileException e) {
      throw new TideException(path + ": no such file", e);
    } catch (IOException e) {
      throw new TideException(path + ": cannot be opened: " + e.getMessage(), e);
    }
  }

  static FileSource spool(String name, InputStream stream) {
    try {
      Path copy = Files.createTempFile("secindex-", ".tide");
      // Deleted at once where the system can, and else at the closing.
      FileChannel channel =
          FileChannel.open(
              copy,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
      try {
        byte[] buffer = new byte[64 << 10];
        int n;
        while ((n = stream.read(buffer)) >= 0) {
          ByteBuffer piece = ByteBuffer.wrap(buffer, 0, n);
          while (piece.hasRemaining()) {
            channel.write(piece);
          }
        }
        return new FileSource(name, null, channel);
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    } catch (IOException e) {
      throw new TideException(
          name + ": cannot be copied to a temporary file: " + e.getMessage(), e);
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long size() throws IOException {
    return undisturbed(channel::size);
  }

  @Override
  public int read(long position, ByteBuffer into) throws IOException {
    return undisturbed(() -> channel.read(into, position));
  }

  private interface Reading<T> {
    T read() throws IOException;
  }

  /** Leaves an interrupt that is due for later: it would close the file for all who read it. */
  private static <T> T undisturbed(Reading<T> reading) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      return reading.read();
    } catch (ClosedByInterruptException e) {
      throw new IOException("an interrupt has closed the file; open it again", e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public boolean isFile(Path other) throws IOException {
    return path != null
        && Files.exists(path)
        && Files.exists(other)
        && Files.isSameFile(path, other);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
