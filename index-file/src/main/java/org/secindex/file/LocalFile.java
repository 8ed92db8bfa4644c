package org.secindex.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.IndexException;

/**
 * Positional reads of a local file.
 *
 * <p>The interrupt of a thread that reads closes a {@link FileChannel} for all threads. As an index
 * must not end because one of its callers is cancelled, the file is then opened again, and the read
 * goes on; the interrupt stays set for the caller.
 */
final class LocalFile implements SegmentFile {
  private final Path path;
  private final @Nullable Object identity;
  private volatile FileChannel channel;
  private boolean closed;

  private LocalFile(Path path, @Nullable Object identity, FileChannel channel) {
    this.path = path;
    this.identity = identity;
    this.channel = channel;
  }

  /**
   * Opens a file.
   *
   * @throws NoSuchFileException if there is none
   */
  static LocalFile open(Path path) throws IOException {
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
    boolean opened = false;
    try {
      LocalFile file = new LocalFile(path, identity(path), channel);
      opened = true;
      return file;
    } finally {
      if (!opened) {
        channel.close();
      }
    }
  }

  /** Device and inode, where there are such things. */
  private static @Nullable Object identity(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
  }

  @Override
  public long size() {
    try {
      return channel.size();
    } catch (IOException e) {
      throw LocalErrors.of("cannot read", path, e);
    }
  }

  @Override
  public void read(long offset, ByteBuffer into) {
    long start = offset - into.position();
    boolean interrupted = false;
    try {
      while (into.hasRemaining()) {
        FileChannel used = channel;
        try {
          readFully(used, start + into.position(), into);
        } catch (ClosedByInterruptException e) {
          interrupted |= Thread.interrupted();
          reopen(used);
        } catch (ClosedChannelException e) {
          reopen(used);
        }
      }
    } catch (IOException e) {
      throw LocalErrors.of("cannot read", path, e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void readFully(FileChannel from, long offset, ByteBuffer into) throws IOException {
    long at = offset;
    while (into.hasRemaining()) {
      int n = from.read(into, at);
      if (n < 0) {
        throw new CorruptIndexException(
            path + ":" + at + ": the file ends here, " + into.remaining() + " bytes too early");
      }
      at += n;
    }
  }

  private synchronized void reopen(FileChannel broken) throws IOException {
    if (closed) {
      throw new ClosedChannelException();
    }
    if (channel != broken) {
      return;
    }
    if (!Objects.equals(identity(path), identity)) {
      throw new CorruptIndexException(path + ": replaced by another file; open the index again");
    }
    channel = FileChannel.open(path, StandardOpenOption.READ);
  }

  @Override
  public CompletableFuture<?> readMany(long[] offsets, int[] lengths, ByteBuffer into) {
    try {
      int end = into.position();
      for (int i = 0; i < offsets.length; i++) {
        end += lengths[i];
        read(offsets[i], into.limit(end));
      }
      return CompletableFuture.completedFuture(null);
    } catch (IndexException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    try {
      channel.close();
    } catch (IOException e) {
      throw LocalErrors.of("cannot close", path, e);
    }
  }
}
