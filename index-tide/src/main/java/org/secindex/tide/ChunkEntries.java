package org.secindex.tide;

import org.secindex.tide.TideParser.Event;

/** The entries of a chunk, one after the other, as bytes of them are fed. */
final class ChunkEntries {
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

  /**
   * Goes on: {@code ENTRY}, {@code MORE} if the header of one is wanted, {@code CHUNK_END} if there
   * is no further one, {@code BAD} if its payload is longer than what is left of the chunk.
   */
  Event next() {
    long at = in.position();
    position = at;
    long left = end - at;
    if (left < Layout.ENTRY_HEADER) {
      return Event.CHUNK_END;
    }
    if (!in.has(Layout.ENTRY_HEADER)) {
      return Event.MORE;
    }
    // Read as two numbers, not as the three that they are: this is done for each of many entries.
    long low = in.int64(0);
    long high = in.int64(8);
    long size = high >>> 32;
    timestamp = low >>> 32 | high << 32;
    payload = size;
    if (open && blockMayBegin((int) low, timestamp)) {
      end = at;
      return Event.CHUNK_END;
    }
    if (size > left - Layout.ENTRY_HEADER) {
      return open ? Event.CHUNK_END : Event.BAD;
    }
    channelId = low & Unsigned.MAX_32;
    in.moveTo(at + Layout.ENTRY_HEADER + size);
    return Event.ENTRY;
  }

  /** Goes on by as many entries as can be read at once and are expected; perhaps none. */
  void next(EntryRun run, Belief belief) {
    run.read(in, end, belief);
    int last = run.count() - 1;
    if (last >= 0) {
      channelId = run.channelId(last);
      timestamp = run.timestamp(last);
      payload = run.size(last);
      position = run.position(last);
    }
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
