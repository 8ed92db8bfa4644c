package org.secindex.tide;

import java.util.List;
import org.secindex.tide.TideParser.Event;

/** The index blocks of a log: which chunks they cover, and their rows. Immutable. */
final class LogIndex {
  private final TideSource source;
  private final Outline outline;

  /** Of each chunk, whether there is a row for each of its entries. */
  private final boolean[] covered;

  private final long rows;

  private LogIndex(TideSource source, Outline outline, boolean[] covered, long rows) {
    this.source = source;
    this.outline = outline;
    this.covered = covered;
    this.rows = rows;
  }

  /** Takes a row. */
  interface Rows {
    /** {@code chunk} is a number of {@link Outline#chunks}. */
    void row(long channelId, long timestamp, int chunk, long offset);
  }

  /** An index that covers nothing. */
  static LogIndex none(TideSource source, Outline outline) {
    return new LogIndex(source, outline, new boolean[outline.chunks().size()], 0);
  }

  static LogIndex of(TideSource source, Outline outline) {
    List<Chunk> chunks = outline.chunks();
    long[] rows = new long[chunks.size()];
    long[] total = new long[1];
    forEachRow(
        source,
        outline,
        (channelId, timestamp, chunk, offset) -> {
          rows[chunk]++;
          total[0]++;
        });
    boolean[] covered = new boolean[rows.length];
    for (int i = 0; i < rows.length; i++) {
      Chunk chunk = chunks.get(i);
      covered[i] = chunk.state() == Chunk.State.WHOLE && rows[i] == entries(source, chunk);
    }
    return new LogIndex(source, outline, covered, total[0]);
  }

  /** How many entries a chunk has, as its header says, or as they are in RSBag's older files. */
  private static long entries(TideSource source, Chunk chunk) {
    if (chunk.compression() != Compression.NONE
        || chunk.count() != chunk.storedBytes() - Layout.RSBAG_SPARE) {
      return chunk.count();
    }
    TideParser parser = TideParser.ofEntries(chunk, chunk.endPosition());
    parser.startEntriesAt(chunk.entriesPosition());
    return Salvage.countEntries(Window.on(source), parser);
  }

  /** Whether every chunk is covered. */
  boolean isComplete() {
    for (boolean chunk : covered) {
      if (!chunk) {
        return false;
      }
    }
    return true;
  }

  /** The first chunk that is not covered. */
  Chunk firstUncovered() {
    int i = 0;
    while (covered[i]) {
      i++;
    }
    return outline.chunks().get(i);
  }

  /** Whether a chunk of that number is covered. */
  boolean covers(int chunk) {
    return chunk < covered.length && covered[chunk];
  }

  /** How many rows there are. */
  long rows() {
    return rows;
  }

  /** Gives the rows of covered chunks, block after block. */
  void forEach(Rows consumer) {
    forEachRow(
        source,
        outline,
        (channelId, timestamp, chunk, offset) -> {
          if (covered[chunk]) {
            consumer.row(channelId, timestamp, chunk, offset);
          }
        });
  }

  private static void forEachRow(TideSource source, Outline outline, Rows consumer) {
    Window window = Window.on(source);
    TideParser parser = new TideParser(window.size());
    for (Block block : outline.blocks()) {
      if (!block.tag().equals("INDX")) {
        continue;
      }
      window.readAhead(
          (int) Math.min(Window.LARGE, Math.max(Window.SMALL, block.end() - block.position())));
      parser.resume(block.position());
      window.next(parser);
      long lastId = -1;
      Integer chunk = null;
      for (long row = 0; row < block.count(); row++) {
        if (window.next(parser) != Event.INDEX_ROW) {
          throw new IllegalStateException("an INDX block has changed");
        }
        if (parser.rowChunkId() != lastId) {
          lastId = parser.rowChunkId();
          chunk = outline.chunkNumber(lastId);
        }
        if (chunk != null) {
          consumer.row(parser.indexChannelId(), parser.rowTimestamp(), chunk, parser.rowOffset());
        }
      }
    }
  }
}
