package org.secindex.tide;

import java.util.Arrays;
import java.util.List;
import org.secindex.tide.TideParser.Event;

/** The index blocks of a log: which chunks they cover, and their rows. Immutable. */
final class LogIndex {
  private final TideSource source;
  private final Outline outline;

  /** Of each chunk, whether there seems to be a row for each of its entries. */
  private final boolean[] covered;

  private LogIndex(TideSource source, Outline outline, boolean[] covered) {
    this.source = source;
    this.outline = outline;
    this.covered = covered;
  }

  /** Takes a row. */
  interface Rows {
    /** {@code chunk} is a number of {@link Outline#chunks}. */
    void row(long channelId, long timestamp, int chunk, long offset);
  }

  /** An index that covers nothing. */
  static LogIndex none(TideSource source, Outline outline) {
    return new LogIndex(source, outline, new boolean[outline.chunks().size()]);
  }

  static LogIndex of(TideSource source, Outline outline) {
    List<Chunk> chunks = outline.chunks();
    RowCheck.Rows[] rows = new RowCheck.Rows[chunks.size()];
    Arrays.setAll(rows, i -> new RowCheck.Rows());
    forEachRow(source, outline, (channelId, timestamp, chunk, offset) -> rows[chunk].add(offset));
    RowCheck check = new RowCheck(source);
    boolean[] covered = new boolean[rows.length];
    for (int i = 0; i < rows.length; i++) {
      covered[i] = outline.hasUniqueId(i) && check.covers(chunks.get(i), rows[i]);
    }
    return new LogIndex(source, outline, covered);
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
      if (block.tag().equals("INDX")) {
        window.readAhead(
            (int) Math.min(Window.LARGE, Math.max(Window.SMALL, block.end() - block.position())));
        parser.resume(block.position());
        window.next(parser);
        forEachRow(window, parser, block.count(), outline, consumer);
      }
    }
  }

  private static void forEachRow(
      Window window, TideParser parser, long rows, Outline outline, Rows consumer) {
    long lastId = -1;
    Integer chunk = null;
    for (long row = 0; row < rows; row++) {
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
