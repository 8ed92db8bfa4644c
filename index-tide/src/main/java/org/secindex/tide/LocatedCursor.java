package org.secindex.tide;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.List;
import java.util.function.IntPredicate;
import org.secindex.tide.Problem.Code;

/** Entries whose places are known, in that order. */
final class LocatedCursor implements TideCursor {
  private final ReadOptions options;
  private final List<Chunk> chunks;
  private final Locations places;
  private final TideQuery query;
  private final IntPredicate covered;
  private final IntPredicate doubted;
  private final ChunkCache cache;
  private int next;

  /** How much is read at once: places may lie one behind the other, or far apart. */
  private int ahead = Window.SMALL;

  private int chunkNumber = -1;
  private Window window;

  /** Where the first entry of the chunk lies in the window's source. */
  private long base;

  /** Behind the last byte of the chunk's entries in the window's source. */
  private long end;

  private long entry;
  private long channelId;
  private long timestamp;
  private long size;

  /**
   * A cursor before the first place.
   *
   * @param query what the entries must be
   * @param covered of each chunk, whether it ends where its header says: its entries were found by
   *     index blocks, and not by scanning
   * @param doubted of each chunk, whether its entries are recovered ones
   */
  LocatedCursor(
      TideSource source,
      ReadOptions options,
      List<Chunk> chunks,
      Locations places,
      TideQuery query,
      IntPredicate covered,
      IntPredicate doubted) {
    this.options = options;
    this.chunks = chunks;
    this.places = places;
    this.query = query;
    this.covered = covered;
    this.doubted = doubted;
    cache = new ChunkCache(source, query.order() == TideQuery.Order.TIME);
    window = cache.file();
  }

  @Override
  public boolean next() {
    while (next < places.size()) {
      int i = next++;
      ahead = isNear(i) ? Window.LARGE : Window.SMALL;
      if (moveTo(places.chunk(i), places.offset(i))
          && timestamp == places.key(i)
          && query.takes(channelId, timestamp)) {
        return true;
      }
      wrong(i);
    }
    return false;
  }

  /** Whether the next place is so near that it is read with this one. */
  private boolean isNear(int i) {
    return next < places.size()
        && places.chunk(next) == places.chunk(i)
        && Math.abs(places.offset(next) - places.offset(i)) < ChunkWalk.SEEK_FROM;
  }

  /**
   * Moves to the entry at a place.
   *
   * @return false if none can be there
   */
  boolean moveTo(int number, long offset) {
    if (number != chunkNumber && !enter(number)) {
      return false;
    }
    long room = end - base - Layout.ENTRY_HEADER;
    if (offset < 0 || offset > room) {
      return false;
    }
    entry = base + offset;
    window.readAhead(ahead);
    ByteBuffer header = window.view(entry, Layout.ENTRY_HEADER);
    channelId = header.getInt() & Unsigned.MAX_32;
    timestamp = header.getLong();
    size = header.getInt() & Unsigned.MAX_32;
    return size <= room - offset;
  }

  private boolean enter(int number) {
    Chunk chunk = chunks.get(number);
    chunkNumber = -1;
    if (chunk.compression() == Compression.NONE) {
      window = cache.file();
      base = chunk.entriesPosition();
      end = covered.test(number) ? chunk.endPosition() : window.size();
    } else {
      try {
        window = cache.open(number, chunk);
      } catch (ChunkData.UnreadableException e) {
        report(
            Code.CHUNK_UNREADABLE,
            chunk,
            "chunk " + chunk.id() + " (" + chunk.compression() + "): " + e.getMessage());
        return false;
      }
      base = 0;
      end = window.size();
    }
    chunkNumber = number;
    return true;
  }

  private void wrong(int i) {
    Chunk chunk = chunks.get(places.chunk(i));
    report(
        Code.INDEX_WRONG,
        chunk,
        "chunk "
            + chunk.id()
            + " has no entry of timestamp "
            + Long.toUnsignedString(places.key(i))
            + " at offset "
            + Long.toUnsignedString(places.offset(i))
            + ", as an INDX row says; read it without its index, or reindex it");
  }

  private void report(Code code, Chunk chunk, String text) {
    options.problems().accept(Problem.of(code, chunk.position(), text));
  }

  @Override
  public long channelId() {
    return channelId;
  }

  @Override
  public long timestamp() {
    return timestamp;
  }

  @Override
  public long chunkId() {
    return chunks.get(chunkNumber).id();
  }

  @Override
  public long offset() {
    return entry - base;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public boolean recovered() {
    return doubted.test(chunkNumber);
  }

  @Override
  public long chunkPosition() {
    return chunks.get(chunkNumber).position();
  }

  @Override
  public ByteBuffer payload() {
    return window.payload(entry, size);
  }

  @Override
  public void writePayload(WritableByteChannel to) throws IOException {
    window.writePayload(entry, size, to);
  }

  @Override
  public void close() {
    cache.close();
  }
}
