package org.secindex.tide;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Whether the rows of index blocks that name a chunk can be those of all its entries, as far as
 * that is to be told without going through the entries. What headers say of their number is not
 * enough: some say nothing, or bytes.
 */
final class RowCheck {
  private final TideSource source;
  private final Window window;

  RowCheck(TideSource source) {
    this.source = source;
    window = Window.on(source);
    window.readAhead(Window.SMALL);
  }

  /** What is known of the rows that name a chunk. */
  static final class Rows {
    private long count;
    private long firstOffset = -1;
    private long lastOffset;

    void add(long offset) {
      count++;
      firstOffset = Unsigned.min(firstOffset, offset);
      lastOffset = Unsigned.max(lastOffset, offset);
    }
  }

  boolean covers(Chunk chunk, Rows rows) {
    if (chunk.state() != Chunk.State.WHOLE) {
      return false;
    }
    if (rows.count == 0) {
      return mayBeEmpty(chunk) && entries(chunk) == 0;
    }
    return spans(chunk, rows) && (rows.count == chunk.count() || rows.count == entries(chunk));
  }

  private static boolean mayBeEmpty(Chunk chunk) {
    return chunk.count() == 0
        && (chunk.compression() != Compression.NONE || chunk.storedBytes() < Layout.ENTRY_HEADER);
  }

  /** Whether the first row is that of the first entry and the last row that of the last one. */
  private boolean spans(Chunk chunk, Rows rows) {
    if (rows.firstOffset != 0 || rows.lastOffset < 0) {
      return false;
    }
    if (chunk.compression() != Compression.NONE) {
      return true;
    }
    long left = chunk.storedBytes() - Layout.ENTRY_HEADER - rows.lastOffset;
    if (left < 0) {
      return false;
    }
    ByteBuffer header = window.view(chunk.entriesPosition() + rows.lastOffset, Layout.ENTRY_HEADER);
    long size = header.getInt(Layout.ENTRY_HEADER - 4) & Unsigned.MAX_32;
    long spare = left - size;
    return spare == 0 || spare == Layout.RSBAG_SPARE;
  }

  /** How many entries a chunk has, by going through it; -1 if they do not end where it does. */
  private long entries(Chunk chunk) {
    if (chunk.compression() == Compression.NONE) {
      TideParser parser = TideParser.ofEntries(chunk, chunk.endPosition());
      parser.startEntriesAt(chunk.entriesPosition());
      return Salvage.countEntries(Window.on(source), parser);
    }
    try (TideSource data = ChunkData.open(source, chunk)) {
      Window entries = Window.on(data);
      return Salvage.countEntries(entries, TideParser.ofEntries(chunk, entries.size()));
    } catch (ChunkData.UnreadableException | IOException e) {
      // Whoever scans the chunk then is told why.
      return -1;
    }
  }
}
