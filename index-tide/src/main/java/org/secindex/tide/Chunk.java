package org.secindex.tide;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A chunk as its header describes it, which is not always the truth.
 *
 * @param id 0 .. 2^32-1; what index blocks name
 * @param position where its {@code CHNK} tag lies in the file
 * @param storedBytes how many bytes its entries take in the file, compressed or not: as the block's
 *     length says, but no further than the file goes
 * @param count how many entries the header says there are; some writers put bytes here, or nothing
 * @param start the smallest timestamp, says the header
 * @param end the largest timestamp, says the header
 * @param compression how the entries are stored
 * @param state whether the block is whole
 */
public record Chunk(
    long id,
    long position,
    long storedBytes,
    long count,
    long start,
    long end,
    Compression compression,
    State state) {
  /** Whether a chunk's block is whole. */
  public enum State {
    /** The header and all bytes that it speaks of are there. */
    WHOLE,

    /** The file ends before the block does. */
    CUT,

    /**
     * The header was never completed, as libtidelog leaves it at a crash: bare entries follow up to
     * the next block.
     */
    UNFINISHED
  }

  /**
   * Reads a header.
   *
   * @param header from the tag to the first entry
   * @param position where the tag lies in the file
   * @param fileSize how many bytes the file has; at least so many that the header is whole
   * @return null if the compression is unknown
   */
  static @Nullable Chunk parse(ByteBuffer header, long position, long fileSize) {
    header.getInt();
    final long length = header.getLong();
    final long id = header.getInt() & Unsigned.MAX_32;
    final long count = header.getInt() & Unsigned.MAX_32;
    final long start = header.getLong();
    final long end = header.getLong();
    int code = header.get() & 0xff;
    if (!Compression.isCode(code)) {
      return null;
    }
    long room = fileSize - position - Layout.BLOCK_HEADER;
    // The rest of the header can be read though its length cannot be true.
    boolean cut = length < Layout.CHUNK_HEADER || length > room;
    // As libtidelog writes it first, to complete it when the chunk is full.
    boolean unfinished =
        length == Layout.CHUNK_HEADER && count == 0 && start == -1 && end == 0 && code == 0;
    return new Chunk(
        id,
        position,
        (cut || unfinished ? room : length) - Layout.CHUNK_HEADER,
        count,
        start,
        end,
        Compression.ofCode(code),
        unfinished ? State.UNFINISHED : cut ? State.CUT : State.WHOLE);
  }

  /** Where the (possibly compressed) entries begin in the file. */
  public long entriesPosition() {
    return position + Layout.ENTRIES;
  }

  /** Where the block ends in the file. */
  public long endPosition() {
    return entriesPosition() + storedBytes;
  }

  /** Whether start and end can be bounds of something: neither unset nor reversed. */
  boolean hasTimes() {
    return Long.compareUnsigned(start, end) <= 0 && (start | end) != 0;
  }

  /** Whether a timestamp is one that the header allows. */
  boolean isWithinTimes(long timestamp) {
    return Long.compareUnsigned(timestamp, start) >= 0 && Long.compareUnsigned(timestamp, end) <= 0;
  }
}
