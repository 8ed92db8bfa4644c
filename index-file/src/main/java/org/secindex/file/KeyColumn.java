package org.secindex.file;

/**
 * The keys of a block, ascending, in one of several encodings. Each is reused for block after block
 * and checks, when it is opened, all that it relies on later.
 */
sealed interface KeyColumn permits LineKeys, BitmapKeys, EliasFanoKeys {
  /**
   * Turns to the keys of a block.
   *
   * @param parameter the one that shares a byte with the kind of encoding
   */
  void open(BlockInput in, int count, long first, int parameter);

  long key(int i);

  /** The rank of a key, -1 if it is not there. */
  int find(long key);

  /** The rank of the first key that is not below {@code key}; the number of keys if none is. */
  int lowerBound(long key);

  /** Unpacks the keys {@code from} to {@code to} into the array from {@code at} on. */
  void copy(int from, int to, long[] into, int at);
}
