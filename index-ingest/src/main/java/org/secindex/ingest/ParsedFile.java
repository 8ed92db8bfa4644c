package org.secindex.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The rows of one file, piece by piece, in the order of the file. */
interface ParsedFile extends AutoCloseable {
  /**
   * The next piece; null at the end.
   *
   * @throws BadRowException if what follows can be no row
   * @throws IOException if the file cannot be read, or is a damaged archive
   */
  @Nullable ParsedRows next() throws IOException;

  @Override
  void close() throws IOException;

  /** Opens a file that is read and parsed by whoever asks for its rows. */
  static ParsedFile open(
      String file, IngestOptions options, InputStream standardInput, PieceMemory memory)
      throws IOException {
    Pieces pieces = Pieces.open(file, options, standardInput, memory, Pieces.Turn.NOW);
    return new ParsedFile() {
      @Override
      public @Nullable ParsedRows next() throws IOException {
        Supplier<ParsedRows> piece = pieces.next();
        return piece == null ? null : piece.get();
      }

      @Override
      public void close() throws IOException {
        pieces.close();
      }
    };
  }
}
