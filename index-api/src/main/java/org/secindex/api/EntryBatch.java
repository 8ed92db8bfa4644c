package org.secindex.api;

/**
 * A reusable batch of entries in columns. The unit in which entries move between files, generators
 * and backends: no object is made per entry.
 *
 * <p>The arrays are exposed for tight loops; only their first {@link #size} elements mean anything,
 * and only until the batch is filled again. Not safe for use by several threads at once.
 */
@SuppressWarnings("MutablePublicArray") // The point of the class; see above.
public final class EntryBatch {
  /** Entries a batch holds unless told otherwise: 64 KiB of columns, which stay in the L2 cache. */
  public static final int DEFAULT_CAPACITY = 4096;

  /** The keys. */
  public final long[] keys;

  /** The chunk of each key. */
  public final int[] chunkIds;

  /** The subchunk of each key. */
  public final int[] subChunkIds;

  private int size;

  /** An empty batch for {@link #DEFAULT_CAPACITY} entries. */
  public EntryBatch() {
    this(DEFAULT_CAPACITY);
  }

  /** An empty batch for {@code capacity >= 1} entries. */
  public EntryBatch(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a batch holds at least one entry, not " + capacity);
    }
    keys = new long[capacity];
    chunkIds = new int[capacity];
    subChunkIds = new int[capacity];
  }

  /** How many entries fit. */
  public int capacity() {
    return keys.length;
  }

  /** How many entries there are now. */
  public int size() {
    return size;
  }

  /** Whether another {@link #add} would fail. */
  public boolean isFull() {
    return size == keys.length;
  }

  /** Makes the batch empty. */
  public void clear() {
    size = 0;
  }

  /** Declares that the first {@code size} elements of the arrays have been filled. */
  public void setSize(int size) {
    if (size < 0 || size > keys.length) {
      throw new IllegalArgumentException("size " + size + " outside 0 .. " + keys.length);
    }
    this.size = size;
  }

  /**
   * Appends one entry.
   *
   * @throws IndexOutOfBoundsException if the batch is full
   */
  public void add(long key, int chunkId, int subChunkId) {
    keys[size] = key;
    chunkIds[size] = chunkId;
    subChunkIds[size] = subChunkId;
    size++;
  }
}
