package org.secindex.api;

import java.util.OptionalLong;

/**
 * A stream of entries, pulled in batches. Implemented by whoever has entries to give: a parser, a
 * generator, the scan of a backend. Used by one thread at a time.
 */
public interface EntrySource extends AutoCloseable {
  /**
   * Fills the batch from its start with the next entries, as many as fit or as there are.
   *
   * @return false at the end of the stream, and then the batch is empty; true with at least one
   *     entry otherwise
   * @throws RuntimeException if the entries cannot be had; it passes unchanged through the load or
   *     update that was reading
   */
  boolean read(EntryBatch into);

  /** How many entries the whole stream will give, where that is known; for progress and sizing. */
  default OptionalLong expectedCount() {
    return OptionalLong.empty();
  }

  /** Releases what the stream holds. Closing again does nothing. */
  @Override
  default void close() {}
}
