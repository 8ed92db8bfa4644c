package org.secindex.tide;

import org.secindex.api.Durability;

/**
 * How a log is written. Immutable; begin with {@link #DEFAULT}.
 *
 * <p>A chunk ends as soon as one of its three limits is reached. What a crash loses is the chunk
 * that was not complete, so small chunks are safer; a chunk costs 37 bytes, 20 for each channel in
 * it, and a sync.
 *
 * @param compression of the entries
 * @param chunkBytes a chunk ends when its entries have so many bytes, uncompressed; at most 2^30,
 *     so that no offset is beyond what an index can hold
 * @param chunkEntries a chunk ends when it has so many entries
 * @param chunkSpan a chunk ends when its timestamps lie so far from each other, in their unit
 * @param indexRows {@code INDX} blocks are written when there are rows for so many entries: 1 is
 *     after each chunk, more is fewer blocks and a longer way for {@link TideRepair} after a crash
 * @param durability whether a complete chunk survives a power cut, or only the end of the process
 * @param replace whether a file that exists is replaced
 */
public record WriteOptions(
    Compression compression,
    long chunkBytes,
    long chunkEntries,
    long chunkSpan,
    int indexRows,
    Durability durability,
    boolean replace) {
  /** The largest chunk: its last entry may be larger than that by itself. */
  public static final long MAX_CHUNK_BYTES = 1L << 30;

  /** Not compressed, chunks of 4 MiB, each with its index and durable; nothing is replaced. */
  public static final WriteOptions DEFAULT =
      new WriteOptions(
          Compression.NONE, 4 << 20, Integer.MAX_VALUE, Long.MAX_VALUE, 1, Durability.SYNC, false);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a limit is below 1, or the chunks are too large
   */
  public WriteOptions {
    if (chunkBytes < 1 || chunkBytes > MAX_CHUNK_BYTES) {
      throw new IllegalArgumentException(
          "a chunk has 1 .. " + MAX_CHUNK_BYTES + " bytes, not " + chunkBytes);
    }
    if (chunkEntries < 1 || chunkEntries > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "a chunk has 1 .. " + Integer.MAX_VALUE + " entries, not " + chunkEntries);
    }
    if (chunkSpan < 1) {
      throw new IllegalArgumentException("a chunk spans at least 1 unit of time, not " + chunkSpan);
    }
    if (indexRows < 1) {
      throw new IllegalArgumentException("an index has at least 1 row, not " + indexRows);
    }
  }

  /** With another compression. */
  public WriteOptions compression(Compression newCompression) {
    return new WriteOptions(
        newCompression, chunkBytes, chunkEntries, chunkSpan, indexRows, durability, replace);
  }

  /** With chunks of so many bytes. */
  public WriteOptions chunkBytes(long bytes) {
    return new WriteOptions(
        compression, bytes, chunkEntries, chunkSpan, indexRows, durability, replace);
  }

  /** With chunks of so many entries. */
  public WriteOptions chunkEntries(long entries) {
    return new WriteOptions(
        compression, chunkBytes, entries, chunkSpan, indexRows, durability, replace);
  }

  /** With chunks of such a span of time. */
  public WriteOptions chunkSpan(long span) {
    return new WriteOptions(
        compression, chunkBytes, chunkEntries, span, indexRows, durability, replace);
  }

  /** With index blocks of at least so many rows in all. */
  public WriteOptions indexRows(int rows) {
    return new WriteOptions(
        compression, chunkBytes, chunkEntries, chunkSpan, rows, durability, replace);
  }

  /** With another durability. */
  public WriteOptions durability(Durability newDurability) {
    return new WriteOptions(
        compression, chunkBytes, chunkEntries, chunkSpan, indexRows, newDurability, replace);
  }

  /** Replacing what exists, or not. */
  public WriteOptions replace(boolean replaces) {
    return new WriteOptions(
        compression, chunkBytes, chunkEntries, chunkSpan, indexRows, durability, replaces);
  }
}
