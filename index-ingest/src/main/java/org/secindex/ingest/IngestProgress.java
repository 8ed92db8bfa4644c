package org.secindex.ingest;

/** Told how the reading of inputs goes on. */
@FunctionalInterface
public interface IngestProgress {
  /** Nobody is told. */
  IngestProgress NONE = (bytes, rows) -> {};

  /**
   * Called by the reading thread, once for each batch of rows; to be quick.
   *
   * @param bytes read from all inputs so far, as they lie on disk (compressed)
   * @param rows read from all inputs so far
   */
  void advanced(long bytes, long rows);

  /**
   * Told what is remarkable about the rows, though no reason to stop: one line of text. By the
   * reading thread, as soon as it is known.
   */
  default void warned(String warning) {}
}
