package org.secindex.tide;

/** The rows of an {@code INDX}, one after the other, as bytes of them are fed. */
final class IndexBlock {
  private final FedBytes in;
  private long channelId;
  private long count;
  private long left;
  private long chunkId;
  private long timestamp;
  private long offset;

  IndexBlock(FedBytes in) {
    this.in = in;
  }

  /** Begins with the block at the position, the header of which is there. */
  void begin() {
    channelId = in.unsigned32(Layout.BLOCK_HEADER);
    count = in.unsigned32(Layout.BLOCK_HEADER + 4);
    left = count;
  }

  /** How many bytes of a block of that length are behind its rows; negative if they are longer. */
  long spareBytes(long length) {
    return length - Layout.INDEX_HEADER - count * Layout.INDEX_ROW;
  }

  /** Whether there is a further row. */
  boolean hasNext() {
    return left > 0;
  }

  /** Goes on to the next row; false if the bytes of it are wanted first. */
  boolean next() {
    if (!in.has(Layout.INDEX_ROW)) {
      return false;
    }
    chunkId = in.unsigned32(0);
    timestamp = in.int64(4);
    offset = in.int64(12);
    left--;
    in.moveTo(in.position() + Layout.INDEX_ROW);
    return true;
  }

  long channelId() {
    return channelId;
  }

  /** How many rows there are in all. */
  long count() {
    return count;
  }

  long chunkId() {
    return chunkId;
  }

  long timestamp() {
    return timestamp;
  }

  long offset() {
    return offset;
  }
}
