package org.secindex.tide;

/** The entries of a chunk, one after the other, as bytes of them are fed. */
final class ChunkEntries {
  /** What comes next. */
  enum Next {
    /** Bytes are needed: the header of an entry. */
    MORE,
    ENTRY,
    /** There is no further one. */
    END,
    /** The payload of one is longer than what is left of the chunk. */
    OVERRUN
  }

  private final FedBytes in;
  private long firstEntry;
  private long end;

  /** Whether the chunk ends where another block begins. */
  private boolean open;

  private long channelId;
  private long timestamp;
  private long payload;
  private long position;

  ChunkEntries(FedBytes in) {
    this.in = in;
  }

  /**
   * Begins with the entries of a chunk.
   *
   * @param origin where offsets count from
   */
  void begin(long origin, long chunkEnd, boolean openEnd) {
    firstEntry = origin;
    end = chunkEnd;
    open = openEnd;
  }

  Next next() {
    position = in.position();
    long left = end - position;
    if (left < Layout.ENTRY_HEADER) {
      return Next.END;
    }
    if (!in.has(Layout.ENTRY_HEADER)) {
      return Next.MORE;
    }
    int first = in.int32(0);
    timestamp = in.int64(4);
    payload = in.unsigned32(12);
    if (open && blockMayBegin(first, timestamp)) {
      end = position;
      return Next.END;
    }
    if (payload > left - Layout.ENTRY_HEADER) {
      return open ? Next.END : Next.OVERRUN;
    }
    channelId = first & Unsigned.MAX_32;
    in.moveTo(position + Layout.ENTRY_HEADER + payload);
    return Next.ENTRY;
  }

  /** Whether a chunk without an end of its own may end here. */
  private boolean blockMayBegin(int tag, long length) {
    return Layout.isTag(tag) && length >= 0 && length <= in.left() - Layout.BLOCK_HEADER;
  }

  /** Where the chunk ends, as far as it is known. */
  long end() {
    return end;
  }

  /** How many bytes of the chunk are behind the last entry, or from the one on that overruns. */
  long left() {
    return end - position;
  }

  long channelId() {
    return channelId;
  }

  long timestamp() {
    return timestamp;
  }

  long payload() {
    return payload;
  }

  long position() {
    return position;
  }

  long offset() {
    return position - firstEntry;
  }
}
