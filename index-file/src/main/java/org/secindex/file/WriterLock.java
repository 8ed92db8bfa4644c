package org.secindex.file;

/** The right to write to a {@link SegmentStore}. */
public interface WriterLock extends AutoCloseable {
  /**
   * Confirms that the right is still held. Called before each step that others would see.
   *
   * @throws org.secindex.api.TransientIndexException if it has been lost
   */
  void check();

  /** Gives the right back. */
  @Override
  void close();
}
