package org.secindex.ingest;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.secindex.api.IndexException;

/**
 * A temporary file without a name: it is taken out of its folder when it has been opened, so that
 * it is gone when this process ends, however that comes to pass. (Where a system cannot do that, as
 * Windows, it goes when it is closed.) All runs are in one file, so that their number is not
 * bounded by that of open files.
 *
 * <p>One thread writes; reading may go on at the same time, in one thread as well.
 */
final class SpillFile implements AutoCloseable {
  private final Path folder;
  private final FileChannel channel;
  private long size;

  SpillFile(Path folder) {
    this.folder = folder;
    try {
      channel =
          FileChannel.open(
              folder.resolve("secindex-spill-" + UUID.randomUUID()),
              CREATE_NEW,
              READ,
              WRITE,
              DELETE_ON_CLOSE);
    } catch (IOException e) {
      throw new IndexException(
          folder
              + ": no temporary file can be made there for sorting ("
              + e
              + "); name another folder (--temp)",
          e);
    }
  }

  /** How many bytes have been written. */
  long size() {
    return size;
  }

  /**
   * Checks that there is room.
   *
   * @param more how many bytes are still to be written, as far as that can be told
   */
  void requireRoom(long more) {
    try {
      long free = Files.getFileStore(folder).getUsableSpace();
      if (free < more) {
        throw new IndexException(full("about " + amount(more), free));
      }
    } catch (IOException e) {
      throw failed("the free space cannot be told", e);
    }
  }

  private String full(String needed, long free) {
    return folder
        + ": too full for sorting: "
        + needed
        + " are needed there beyond the "
        + amount(size)
        + " written already, "
        + amount(free)
        + " are free; name another folder (--temp), or allow more memory (--memory)";
  }

  private static String amount(long bytes) {
    return bytes < 1_000_000
        ? (bytes + 999) / 1_000 + " kB"
        : (bytes + 999_999) / 1_000_000 + " MB";
  }

  private IndexException failed(String problem, IOException e) {
    return new IndexException(folder + ": " + problem + ": " + e, e);
  }

  /** Appends the first bytes of a buffer. */
  void append(byte[] buffer, int length) {
    ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, length);
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes, size + bytes.position());
      }
      size += length;
    } catch (IOException e) {
      long free = freeSpace();
      throw free < length
          ? new IndexException(full("at least " + amount(length) + " more", free), e)
          : failed("the temporary file for sorting cannot be written", e);
    }
  }

  private long freeSpace() {
    try {
      return Files.getFileStore(folder).getUsableSpace();
    } catch (IOException e) {
      // The failure to write is what is reported.
      return Long.MAX_VALUE;
    }
  }

  /** Reads so many bytes to a position of the buffer, from an offset of the file on. */
  void read(byte[] buffer, int to, int length, long offset) {
    ByteBuffer bytes = ByteBuffer.wrap(buffer, to, length);
    try {
      while (bytes.hasRemaining()) {
        if (channel.read(bytes, offset + bytes.position() - to) < 0) {
          throw damaged(offset);
        }
      }
    } catch (IOException e) {
      throw failed("the temporary file for sorting cannot be read at " + offset, e);
    }
  }

  IndexException damaged(long offset) {
    return new IndexException(
        folder
            + ": the temporary file for sorting does not hold what was written, at "
            + offset
            + " of "
            + size
            + " bytes: a disk or memory is faulty; name a folder elsewhere (--temp)");
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw failed("the temporary file for sorting cannot be closed", e);
    }
  }
}
