package org.secindex.tide;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** The file of a log that is being written, block by block. */
final class LogFile implements AutoCloseable {
  private static final int BUFFER = 64 << 10;

  private final Path path;
  private FileChannel channel;
  private final ByteBuffer buffer =
      ByteBuffer.allocateDirect(BUFFER).order(ByteOrder.LITTLE_ENDIAN);

  /** Behind the last block that is complete. */
  private long complete;

  private LogFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  static LogFile create(Path path, boolean replace) {
    Set<StandardOpenOption> options =
        replace
            ? Set.of(
                StandardOpenOption.WRITE,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING)
            : Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
    try {
      return new LogFile(path, FileChannel.open(path, options));
    } catch (FileAlreadyExistsException e) {
      throw new TideException(path + ": exists already; it is not replaced unless told so", e);
    } catch (IOException e) {
      throw new TideException(path + ": cannot be created: " + e.getMessage(), e);
    }
  }

  /** Brings to stable storage that a file of that name is there. */
  static void syncDirectoryOf(Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory != null) {
      try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
        names.force(true);
      }
    }
  }

  /** Something that writes blocks. */
  interface Blocks {
    void write() throws IOException;
  }

  /**
   * Writes blocks, wholly or not at all: if it fails, the file is cut to what it was.
   *
   * @param sync whether they are on stable storage on return
   */
  void append(boolean sync, Blocks blocks) {
    // One that is due would close the file, and be the end of a recording.
    boolean interrupted = Thread.interrupted();
    try {
      goOn();
      blocks.write();
      drain();
      if (sync) {
        channel.force(false);
      }
      complete = channel.position();
    } catch (IOException e) {
      TideException failure =
          new TideException(path + ": cannot be written at " + complete + ": " + e.getMessage(), e);
      buffer.clear();
      try {
        channel.truncate(complete);
      } catch (IOException truncating) {
        failure.addSuppressed(truncating);
      }
      throw failure;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Stands behind the last complete block, whatever a failure or an interrupt has left. */
  private void goOn() throws IOException {
    if (!channel.isOpen()) {
      channel = FileChannel.open(path, StandardOpenOption.WRITE);
    }
    if (channel.position() != complete) {
      channel.truncate(complete).position(complete);
    }
  }

  void header(int major, int minor, long channels, long chunks) throws IOException {
    block(Layout.TIDE, Layout.TIDE_BODY);
    buffer.put((byte) major).put((byte) minor).putInt((int) channels).putInt((int) chunks);
  }

  void channel(Channel declared) throws IOException {
    byte[][] texts = {
      declared.type().toBytes(),
      declared.sourceName().toBytes(),
      declared.sourceConfig().toBytes(),
      declared.format().toBytes()
    };
    byte[] name = declared.name().toBytes();
    block(Layout.CHAN, Layout.CHANNEL_MIN + declared.textBytes());
    room(5);
    buffer.putInt((int) declared.id()).put((byte) name.length);
    write(ByteBuffer.wrap(name));
    for (byte[] text : texts) {
      room(4);
      buffer.putInt(text.length);
      write(ByteBuffer.wrap(text));
    }
  }

  /** The header of a chunk; {@code storedBytes} of entries are to follow. */
  void chunk(long id, long count, long start, long end, Compression compression, long storedBytes)
      throws IOException {
    block(Layout.CHNK, Layout.CHUNK_HEADER + storedBytes);
    room(Layout.CHUNK_HEADER);
    buffer.putInt((int) id).putInt((int) count).putLong(start).putLong(end);
    buffer.put((byte) compression.code());
  }

  /** The header of an index block; the rows are to follow. */
  void index(long channelId, long rows) throws IOException {
    block(Layout.INDX, Layout.INDEX_HEADER + rows * Layout.INDEX_ROW);
    room(Layout.INDEX_HEADER);
    buffer.putInt((int) channelId).putInt((int) rows);
  }

  void indexRow(long chunkId, long timestamp, long offset) throws IOException {
    room(Layout.INDEX_ROW);
    buffer.putInt((int) chunkId).putLong(timestamp).putLong(offset);
  }

  private void block(int tag, long length) throws IOException {
    room(Layout.BLOCK_HEADER + Layout.TIDE_BODY);
    buffer.putInt(tag).putLong(length);
  }

  /** Bytes of the block that has been begun. */
  void write(ByteBuffer bytes) throws IOException {
    if (bytes.remaining() > buffer.remaining()) {
      drain();
      while (bytes.remaining() > buffer.capacity()) {
        channel.write(bytes);
      }
    }
    buffer.put(bytes);
  }

  private void room(int n) throws IOException {
    if (buffer.remaining() < n) {
      drain();
    }
  }

  private void drain() throws IOException {
    buffer.flip();
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
    buffer.clear();
  }

  /** Completes the header of a chunk that is in the file. */
  void completeChunk(
      long position,
      long id,
      long count,
      long start,
      long end,
      Compression compression,
      long storedBytes)
      throws IOException {
    drain();
    chunk(id, count, start, end, compression, storedBytes);
    overwrite(position);
  }

  /** Completes the counts in the first block. */
  void completeHeader(int major, int minor, long channels, long chunks, boolean sync) {
    append(
        sync,
        () -> {
          header(major, minor, channels, chunks);
          overwrite(0);
        });
  }

  /** Writes what is in the buffer over what is in the file. */
  private void overwrite(long position) throws IOException {
    buffer.flip();
    while (buffer.hasRemaining()) {
      channel.write(buffer, position + buffer.position());
    }
    buffer.clear();
  }

  /** How many bytes there are, those of the block that has been begun included. */
  long written() throws IOException {
    return channel.position() + buffer.position();
  }

  /** Takes bytes of the block that has been begun; closing it closes nothing. */
  OutputStream stream() {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        room(1);
        buffer.put((byte) b);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        LogFile.this.write(ByteBuffer.wrap(bytes, offset, length));
      }
    };
  }

  /** How many bytes are complete. */
  long position() {
    return complete;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new TideException(path + ": cannot be closed: " + e.getMessage(), e);
    }
  }
}
