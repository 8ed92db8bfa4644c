package org.secindex.file;

import java.nio.ByteBuffer;

/** A new file being written from start to end. Used by one thread. */
public interface SegmentSink extends AutoCloseable {
  /** Appends the bytes from the buffer's position to its limit, and moves the position there. */
  void write(ByteBuffer from);

  /**
   * Ends writing: the file is complete, and on stable storage if the store was told to be durable.
   */
  void finish();

  /** Releases the file. Without {@link #finish} its content is of no use and may be deleted. */
  @Override
  void close();
}
