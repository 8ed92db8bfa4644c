package org.secindex.file;

/** The right to write to a {@link SegmentStore}. */
public interface WriterLock extends AutoCloseable {
  /**
   * Confirms that the right is still held. Called before steps that others would see.
   *
   * @throws org.secindex.api.TransientIndexException if it has been lost
   */
  void check();

  /**
   * Deletes the file that stands for the right, {@link SegmentStore#LOCK}, which is still held, and
   * still to be given back: whoever waits for it makes another file.
   */
  void delete();

  /** Gives the right back. */
  @Override
  void close();
}
