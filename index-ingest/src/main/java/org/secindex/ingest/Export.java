package org.secindex.ingest;

import java.io.IOException;
import java.io.OutputStream;
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
   * its place, and takes it when it is complete and on disk; until then, or if this fails, what
   * stood there stays, and nothing else. What a process leaves that is killed, {@code
   * .NAME.RANDOM.part}, goes when the same file is written again.
   *
   * @param format how fields are written; empty: by the name of the file, see {@link
   *     Format#ofFileName}. Compressed if the name ends in {@code .gz}, {@code .zst} or {@code
   *     .bz2}
   * @return how many entries were written
   * @throws IndexException if the file cannot be written, or something else than a file stands
   *     there; what the source throws passes unchanged
   */
  public static long write(
      EntrySource entries, KeyDomain domain, Path file, Optional<Format> format) {
    String name = file.toString();
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IndexException(name + ": is no file that could be replaced; name another one");
    }
    try (PartFile part = PartFile.beside(Files.exists(file) ? file.toRealPath() : file)) {
      Format fields = format.orElseGet(() -> Format.ofFileName(name));
      long written;
      try (OutputStream out = Codec.ofName(name).compress(part.content())) {
        written = write(entries, new EntryWriter(out, fields, domain));
      }
      part.publish();
      return written;
    } catch (IOException e) {
      throw new IndexException(name + ": cannot be written: " + e, e);
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
}
