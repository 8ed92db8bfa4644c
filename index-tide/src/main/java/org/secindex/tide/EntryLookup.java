package org.secindex.tide;

/**
 * Entries by their places, as an index tells them. Of compressed chunks those looked into last are
 * kept decompressed, so ask for places of one chunk one after the other. One thread at a time.
 */
public final class EntryLookup implements AutoCloseable {
  private final String log;
  private final Outline outline;
  private final LocatedCursor cursor;

  EntryLookup(TideSource source, ReadOptions options, Outline outline) {
    this.outline = outline;
    log = source.name();
    cursor =
        new LocatedCursor(
            source,
            options,
            outline.chunks(),
            new Locations(),
            TideQuery.ALL,
            chunk -> true,
            chunk -> outline.chunks().get(chunk).state() != Chunk.State.WHOLE);
  }

  /**
   * The entry at a place.
   *
   * @param chunkId 0 .. 2^32-1
   * @param offset as of {@link TideCursor#offset}; it is taken for true, so compare the timestamp
   * @return a cursor that stands at the entry, until the next call, and has no other one
   * @throws TideException if there is no such chunk, or no entry can be there
   */
  public TideCursor at(long chunkId, long offset) {
    Integer number = outline.chunkNumber(chunkId);
    if (number == null) {
      throw new TideException(log + ": has no chunk " + chunkId);
    }
    if (!cursor.moveTo(number, offset)) {
      throw new TideException(log + ": chunk " + chunkId + " has no entry at offset " + offset);
    }
    return cursor;
  }

  /** Releases buffers. The reader stays open. */
  @Override
  public void close() {
    cursor.close();
  }
}
