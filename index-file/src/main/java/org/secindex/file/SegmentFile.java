package org.secindex.file;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/** A file open for reading. Safe for use by several threads. */
public interface SegmentFile extends AutoCloseable {
  /** The length of the file in bytes. */
  long size();

  /**
   * Fills the buffer from its position to its limit with the bytes at {@code offset}.
   *
   * @throws org.secindex.api.CorruptIndexException if the file ends before
   */
  void read(long offset, ByteBuffer into);

  /**
   * Reads many ranges: {@code lengths[i]} bytes at {@code offsets[i]}, ascending and without
   * overlap, one behind the other into the buffer from its position on. The buffer must not be
   * touched before the result is complete; its position is of no meaning afterwards.
   *
   * <p>A store that is far away sends all that its limits allow at once and completes the result
   * later; a local one may read before it returns. The result fails with what {@link #read} throws.
   */
  CompletableFuture<?> readMany(long[] offsets, int[] lengths, ByteBuffer into);

  /** Ends reading. The file itself stays. */
  @Override
  void close();
}
