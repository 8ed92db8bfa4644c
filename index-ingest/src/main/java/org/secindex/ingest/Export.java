package org.secindex.ingest;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;

/** The back door: entries to a file, which {@link Ingest} reads again as they were. */
public final class Export {
  private Export() {}

  /**
   * Writes entries as rows of key, chunk and subchunk, without a header. The file is written beside
   * its place, under its name and {@code .part}, and takes its place when it is complete and on
   * disk; until then, or if this fails, what stood there stays.
   *
   * @param format how fields are written; empty: by the name of the file, see {@link
   *     Format#ofFileName}. Compressed if the name ends in {@code .gz}, {@code .zst} or {@code
   *     .bz2}
   * @return how many entries were written
   * @throws IndexException if the file cannot be written; what the source throws passes unchanged
   */
  public static long write(
      EntrySource entries, KeyDomain domain, Path file, Optional<Format> format) {
    String name = file.toString();
    Path part = Path.of(name + ".part");
    // If the process is interrupted. If it is killed, the next writing begins anew.
    part.toFile().deleteOnExit();
    try {
      long written;
      try (OutputStream out = Codec.ofName(name).compress(new SyncedFile(part))) {
        Format fields = format.orElseGet(() -> Format.ofFileName(name));
        written = write(entries, new EntryWriter(out, fields, domain));
      }
      Files.move(part, file, ATOMIC_MOVE);
      return written;
    } catch (IOException e) {
      delete(part, e);
      throw new IndexException(name + ": cannot be written: " + e, e);
    } catch (RuntimeException e) {
      delete(part, e);
      throw e;
    }
  }

  private static long write(EntrySource entries, EntryWriter writer) throws IOException {
    EntryBatch batch = new EntryBatch();
    long written = 0;
    while (entries.read(batch)) {
      writer.write(batch);
      written += batch.size();
    }
    writer.flush();
    return written;
  }

  private static void delete(Path part, Exception failure) {
    try {
      Files.deleteIfExists(part);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /** A new file that is on disk when it has been closed. */
  private static final class SyncedFile extends OutputStream {
    private final FileChannel channel;

    SyncedFile(Path path) throws IOException {
      channel = FileChannel.open(path, CREATE, TRUNCATE_EXISTING, WRITE);
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int start, int length) throws IOException {
      ByteBuffer rest = ByteBuffer.wrap(bytes, start, length);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
    }

    @Override
    public void close() throws IOException {
      try (channel) {
        if (channel.isOpen()) {
          channel.force(true);
        }
      }
    }
  }
}
