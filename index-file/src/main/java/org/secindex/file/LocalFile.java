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
import org.secindex.api.TransientIndexException;

/**
 * Positional reads of a local file.
 *
 * <p>The interrupt of a thread that reads closes a {@link FileChannel} for all threads. As an index
 * must not end because one of its callers is cancelled, the file is then opened again, and the read
 * goes on; the interrupt stays set for the caller.
 */
final class LocalFile implements SegmentFile {
  /** To copy this much more costs less than another call of the system. */
  private static final int LARGEST_GAP = 16 << 10;

  private static final int LARGEST_SPAN = 128 << 10;

  private final Path path;
  private final @Nullable Object identity;
  private final ThreadLocal<ByteBuffer> spans;
  private volatile FileChannel channel;
  private boolean closed;

  private LocalFile(
      Path path, @Nullable Object identity, FileChannel channel, ThreadLocal<ByteBuffer> spans) {
    this.path = path;
    this.spans = spans;
    this.identity = identity;
    this.channel = channel;
  }

  /**
   * Opens a file.
   *
   * @param spans buffers of {@link #newSpan}, one a thread
   * @throws NoSuchFileException if there is none
   */
  static LocalFile open(Path path, ThreadLocal<ByteBuffer> spans) throws IOException {
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
    boolean opened = false;
    try {
      LocalFile file = new LocalFile(path, identity(path), channel, spans);
      opened = true;
      return file;
    } finally {
      if (!opened) {
        channel.close();
      }
    }
  }

  static ByteBuffer newSpan() {
    return ByteBuffer.allocateDirect(LARGEST_SPAN);
  }

  /** Maps the whole file, which must be shorter than 2 GiB. */
  Mapping map() throws IOException {
    return new Mapping(MappedMemory.of(channel));
  }

  /** Device and inode, where there are such things. */
  static @Nullable Object identity(Path path) throws IOException {
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
    // One that is due already would close the channel; this leaves those that come meanwhile.
    boolean interrupted = Thread.interrupted();
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
    try {
      if (!Objects.equals(identity(path), identity)) {
        throw new CorruptIndexException(path + ": replaced by another file; open the index again");
      }
      channel = FileChannel.open(path, StandardOpenOption.READ);
    } catch (NoSuchFileException e) {
      throw new TransientIndexException(
          path
              + ": an interrupt has closed the file, and a writer has replaced it meanwhile; open"
              + " the index again, or let the writer keep files by 'grace'",
          e);
    }
  }

  @Override
  public CompletableFuture<?> readMany(long[] offsets, int[] lengths, ByteBuffer into) {
    try {
      for (int from = 0; from < offsets.length; ) {
        from = readNeighbours(offsets, lengths, from, into);
      }
      return CompletableFuture.completedFuture(null);
    } catch (IndexException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * Reads the range {@code from} and those close behind it by one call of the system, the gaps too.
   *
   * @return the first range that was not read
   */
  private int readNeighbours(long[] offsets, int[] lengths, int from, ByteBuffer into) {
    int to = from + 1;
    long end = offsets[from] + lengths[from];
    while (to < offsets.length
        && offsets[to] - end <= LARGEST_GAP
        && offsets[to] + lengths[to] - offsets[from] <= LARGEST_SPAN) {
      end = offsets[to] + lengths[to];
      to++;
    }
    int at = into.position();
    if (to == from + 1) {
      read(offsets[from], into.limit(at + lengths[from]));
      return to;
    }
    ByteBuffer span = spans.get().clear().limit((int) (end - offsets[from]));
    read(offsets[from], span);
    into.limit(into.capacity());
    for (int i = from; i < to; i++) {
      into.put(at, span, (int) (offsets[i] - offsets[from]), lengths[i]);
      at += lengths[i];
    }
    into.position(at);
    return to;
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
