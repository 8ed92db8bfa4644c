package org.secindex.tide;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.function.Consumer;
import org.secindex.tide.Problem.Code;
import org.secindex.tide.TideParser.Event;

/**
 * Goes through the entries of one chunk after the other, decompressed if need be, as far as they
 * are believed; and finds where a chunk ends, if not where its length says.
 */
final class ChunkWalk implements AutoCloseable {
  /**
   * From this size on payloads are passed over by seeking; smaller ones are read through. See
   * docs/tide.md for the measurement.
   */
  static final int SEEK_FROM = 64 << 10;

  private final Window window;
  private final TideParser parser;
  private final long size;
  private final Salvage salvage;
  private final Belief belief;
  private final Losses losses;
  private final Consumer<Problem> problems;

  /** Whether each chunk is followed by its sizes before its first entry is given. */
  private final boolean strict;

  /** What entries are taken from: the log, or the decompressed entries of a chunk. */
  private Window entryWindow;

  private TideParser entryParser;
  private boolean inside;
  private Chunk chunk;

  /** Whether entries are taken for those of the chunk that lie behind the end that it tells. */
  private boolean extended;

  private long lastPayload;

  /** A walk through chunks of the log that is read by that parser, through that window. */
  ChunkWalk(
      Window window,
      TideParser parser,
      Salvage salvage,
      Belief belief,
      Losses losses,
      Consumer<Problem> problems,
      boolean strict) {
    this.window = window;
    this.parser = parser;
    this.salvage = salvage;
    this.belief = belief;
    this.losses = losses;
    this.problems = problems;
    this.strict = strict;
    size = window.size();
    entryWindow = window;
    entryParser = parser;
    chunk = parser.chunk();
  }

  /** A chunk has come. */
  void begin(Chunk begun) {
    chunk = begun;
    extended = false;
    belief.begin(begun);
  }

  /** Its entries are wanted. */
  void enter() {
    belief.tellState(parser.blockLength());
    if (chunk.compression() == Compression.NONE) {
      inside = true;
      window.readAhead(Window.LARGE);
      checkIfStrict();
      return;
    }
    try {
      entryWindow = Window.on(ChunkData.open(window.source(), chunk));
      entryParser = TideParser.ofEntries(chunk, entryWindow.size());
      inside = true;
      checkIfStrict();
    } catch (ChunkData.UnreadableException e) {
      belief.tellUnreadable(e);
      losses.add(chunk.position(), chunk.endPosition());
      if (chunk.state() == Chunk.State.CUT) {
        parser.resume(salvage.behindCompressed(chunk));
      }
    }
  }

  /** Goes on: within a chunk to what comes next in it, otherwise to what comes next in the log. */
  Event next() {
    Event event = entryParser.next();
    if (event != Event.MORE) {
      return event;
    }
    if (inside && belief.count() > 0) {
      entryWindow.readAhead(entryParser.entrySize() >= SEEK_FROM ? Window.SMALL : Window.LARGE);
    }
    return entryWindow.next(entryParser);
  }

  private void checkIfStrict() {
    if (strict && belief.isUnchecked()) {
      check(entryParser.position());
    }
  }

  /** Follows the sizes from an entry to the end of the chunk. */
  private void check(long from) {
    boolean plain = entryParser == parser;
    long end = plain ? chunk.endPosition() : entryWindow.size();
    TideParser ahead = TideParser.ofEntries(chunk, end);
    ahead.startEntriesAt(from);
    long rest = Salvage.countEntries(plain ? salvage.window() : entryWindow, ahead);
    belief.check(rest, ahead.spareBytes());
    if (!plain) {
      // The window has moved.
      entryWindow.feed(entryParser);
    }
  }

  /** Whether the entry that has come is believed; if not, the chunk is left. */
  boolean takes() {
    long id = entryParser.entryChannelId();
    long time = entryParser.entryTimestamp();
    if (!belief.expects(id, time, entryParser.entrySize()) && !believes(id, time)) {
      leaveChunk(entryParser.entryPosition());
      return false;
    }
    belief.take(time);
    lastPayload = entryParser.entryPosition() + Layout.ENTRY_HEADER;
    losses.passed(time);
    return true;
  }

  /** Takes as many entries as can be had at once, of which there is nothing to be said. */
  void take(EntryRun run) {
    if (!inside || belief.isDoubted() || belief.count() == 0) {
      run.clear();
      return;
    }
    entryParser.next(run, belief);
    if (run.count() > 0) {
      belief.take(run);
      lastPayload = entryParser.entryPosition() + Layout.ENTRY_HEADER;
      losses.passed(entryParser.entryTimestamp());
    }
  }

  private boolean believes(long id, long time) {
    if (belief.isUnchecked()) {
      check(entryParser.entryPosition());
    }
    return belief.accepts(id, time);
  }

  /** The entries have come to an end; {@code MORE} if that is not the end of the chunk. */
  Event end() {
    long spare = entryParser.spareBytes();
    boolean plain = entryParser == parser;
    if (chunk.state() != Chunk.State.WHOLE) {
      endOpenChunk(plain, spare);
      return Event.CHUNK_END;
    }
    if (plain && !extended && !blockMayFollow()) {
      long end = parser.position() - spare;
      if (spare > 0 && salvage.isBlock(end)) {
        leaveChunk(end);
        return Event.CHUNK_END;
      }
      if (belief.isTimed()) {
        // Perhaps its length is wrong, and more entries follow.
        extended = true;
        belief.doubt();
        parser.resumeEntries(parser.position());
        return Event.MORE;
      }
    }
    leave();
    if (!extended) {
      belief.compare(spare);
    } else if (plain) {
      losses.add(parser.position() - spare, parser.position());
    }
    return Event.CHUNK_END;
  }

  /** Ends a chunk that is cut or unfinished. */
  private void endOpenChunk(boolean plain, long spare) {
    long at = size - spare;
    if (!plain) {
      leave();
      parser.resume(salvage.behindCompressed(chunk));
    } else if (spare > 0 && chunk.state() == Chunk.State.CUT && isCutEntry(at)) {
      leave();
      losses.add(at, size);
    } else if (spare > 0) {
      leaveChunk(at);
    } else {
      leave();
    }
  }

  /** Whether what is left of a file is the beginning of an entry of the chunk that is cut. */
  private boolean isCutEntry(long at) {
    if (size - at < Layout.ENTRY_HEADER) {
      return true;
    }
    ByteBuffer header = window.view(parser, at, Layout.ENTRY_HEADER);
    return belief.expectsRest(header.getInt() & Unsigned.MAX_32, header.getLong());
  }

  private boolean blockMayFollow() {
    long end = parser.position();
    return size - end < Layout.BLOCK_HEADER
        || Layout.isTag(window.view(parser, end, Layout.BLOCK_HEADER).getInt());
  }

  /** An entry does not fit into its chunk; {@code MORE} if more of it may follow. */
  Event bad() {
    long at = entryParser.problem().offset();
    belief.doubt();
    boolean plain = entryParser == parser;
    if (plain && !extended && belief.isTimed() && !salvage.isBlockOrEnd(chunk.endPosition())) {
      extended = true;
      report(entryParser.problem().code(), at, entryParser.problem().text());
      parser.resumeEntries(at);
      return Event.MORE;
    }
    leaveChunk(at);
    return Event.CHUNK_END;
  }

  /**
   * Leaves a chunk in doubt.
   *
   * @param at where its entries stop making sense
   */
  private void leaveChunk(long at) {
    boolean plain = entryParser == parser;
    leave();
    if (!plain) {
      belief.tellDamage("no entry at offset " + at + " of its decompressed data");
      return;
    }
    if (salvage.isBlock(at)) {
      if (chunk.state() == Chunk.State.WHOLE) {
        belief.tellDamage("its length is wrong; it ends at " + at);
      }
      parser.resume(at);
      return;
    }
    report(
        Code.CHUNK_DAMAGED,
        at,
        "chunk " + chunk.id() + ": no entry here; the one before may be damaged as well");
    if (chunk.state() == Chunk.State.WHOLE
        && at < chunk.endPosition()
        && salvage.isBlockOrEnd(chunk.endPosition())) {
      losses.add(at, chunk.endPosition());
      parser.resume(chunk.endPosition());
    } else {
      // The size of the entry before may have led across the next block.
      long next = salvage.search(belief.count() > 0 ? lastPayload : at + 1);
      losses.add(Math.min(at, next), next);
      parser.resume(next);
    }
  }

  private void leave() {
    if (entryParser != parser) {
      closeData();
      entryWindow = window;
      entryParser = parser;
    }
    inside = false;
  }

  private void report(Code code, long offset, String text) {
    problems.accept(Problem.of(code, offset, text));
  }

  /** The chunk that entries are of, or the last one. */
  Chunk chunk() {
    return chunk;
  }

  /** Whether entries of the chunk may come. */
  boolean isInside() {
    return inside;
  }

  /** Whether the chunk is in doubt. */
  boolean isDoubted() {
    return belief.isDoubted();
  }

  /** How many entries of the chunk have been taken so far. */
  long count() {
    return belief.count();
  }

  /** The parser of the entries. */
  TideParser entry() {
    return entryParser;
  }

  /** The payload of an entry of the chunk; see {@link TideCursor#payload}. */
  ByteBuffer payload(long entry, long length) {
    ByteBuffer payload = entryWindow.payload(entry, length);
    entryWindow.feed(entryParser);
    return payload;
  }

  /** Writes the payload of such an entry; see {@link TideCursor#writePayload}. */
  void writePayload(long entry, long length, WritableByteChannel to) throws IOException {
    try {
      entryWindow.writePayload(entry, length, to);
    } finally {
      entryWindow.feed(entryParser);
    }
  }

  private void closeData() {
    try {
      entryWindow.source().close();
    } catch (IOException e) {
      throw new TideException(window.source().name() + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Releases buffers and decompressors; the log's window stays open. */
  @Override
  public void close() {
    leave();
  }
}
