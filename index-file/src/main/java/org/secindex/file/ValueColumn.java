package org.secindex.file;

/**
 * The chunks or the subchunks of a block, in one of several encodings: numbers of 0 .. 2^31. Each
 * is reused for block after block and checks, when it is opened, all that it relies on later.
 */
sealed interface ValueColumn permits PackedValues, DictionaryValues, RunValues {
  /**
   * Turns to the values of a block.
   *
   * @param parameter the one that shares a byte with the kind of encoding
   * @param largest the largest value there may be
   */
  void open(BlockInput in, int count, int parameter, long largest);

  /** The value at a rank. */
  long get(int i);

  /**
   * Unpacks the values {@code from} to {@code to}, each less {@code less}, into the array from
   * {@code at} on.
   */
  void copy(int from, int to, int less, int[] into, int at);
}
