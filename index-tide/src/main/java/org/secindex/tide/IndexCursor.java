package org.secindex.tide;

import java.io.IOException;

/**
 * Walks over the rows of the {@code INDX} blocks of a log, as they lie in the file, and visits
 * nothing else but the first bytes of each block: the fastest way to learn when and where entries
 * were written. Rows are told as they are; whether there is such an entry is not looked at, nor
 * whether there is a row for each entry. {@link TideReader#entries} does that.
 *
 * <p>Values are those of the row that {@link #next} has moved to. One thread at a time.
 */
public final class IndexCursor implements AutoCloseable {
  private final TideSource source;
  private final Window window;
  private final TideParser parser;

  /** Whether chunks are so small that they are read with what follows instead of passed over. */
  private boolean readsThrough;

  private IndexCursor(TideSource source) {
    this.source = source;
    window = Window.on(source);
    parser = new TideParser(window.size());
    window.readAhead(Window.SMALL);
  }

  /** A cursor before the first row. The source is closed with it. */
  public static IndexCursor open(TideSource source) {
    return new IndexCursor(source);
  }

  /**
   * Moves to the next row.
   *
   * @return false behind the last
   * @throws TideException if the file cannot be read, or is damaged
   */
  public boolean next() {
    while (true) {
      switch (window.next(parser)) {
        case INDEX_ROW -> {
          return true;
        }
        case INDEX -> window.readAhead(readsThrough ? Window.LARGE : blockBytes());
        case CHUNK -> {
          checkWhole(parser.chunk());
          readsThrough = parser.blockEnd() - parser.position() < ChunkWalk.SEEK_FROM;
          window.readAhead(readsThrough ? Window.LARGE : Window.SMALL);
          parser.skipBlock();
        }
        case BAD -> throw damaged(parser.problem().toString());
        case END -> {
          return false;
        }
        default -> {}
      }
    }
  }

  /** Nobody knows where another chunk ends, and what rows lie behind it. */
  private void checkWhole(Chunk chunk) {
    if (chunk.state() != Chunk.State.WHOLE) {
      throw damaged(
          "chunk " + chunk.id() + " at " + chunk.position() + " is cut or was never completed");
    }
  }

  private TideException damaged(String what) {
    return new TideException(source.name() + ": " + what + "; see what 'tide doctor' tells");
  }

  /** The rows of a block, or a window full of them, at once; and the header of what follows. */
  private int blockBytes() {
    long bytes = parser.blockEnd() - parser.position() + Layout.ENTRIES;
    return (int) Math.min(Window.LARGE, Math.max(Window.SMALL, bytes));
  }

  /** How many bytes the file has. */
  public long size() {
    return window.size();
  }

  /** The channel's id, 0 .. 2^32-1. */
  public long channelId() {
    return parser.indexChannelId();
  }

  /** The timestamp, unsigned. */
  public long timestamp() {
    return parser.rowTimestamp();
  }

  /** The id of the chunk, 0 .. 2^32-1. */
  public long chunkId() {
    return parser.rowChunkId();
  }

  /** Where the entry begins, in bytes from the first entry of its chunk, unsigned. */
  public long offset() {
    return parser.rowOffset();
  }

  /** Closes the source. */
  @Override
  public void close() {
    try {
      source.close();
    } catch (IOException e) {
      throw new TideException(source.name() + ": cannot be closed: " + e.getMessage(), e);
    }
  }
}
