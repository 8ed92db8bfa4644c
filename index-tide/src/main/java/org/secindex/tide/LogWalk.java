package org.secindex.tide;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.secindex.tide.Problem.Code;
import org.secindex.tide.TideParser.Event;

/**
 * Goes through a log once, from its start to its end: drives the parser, looks into compressed
 * chunks, and finds the way past damage.
 */
final class LogWalk implements AutoCloseable {
  /**
   * From this size on payloads are passed over by seeking; smaller ones are read through. See
   * docs/tide.md for the measurement.
   */
  static final int SEEK_FROM = 64 << 10;

  private final TideSource source;
  private final Consumer<Problem> problems;
  private final Predicate<Chunk> looksInto;
  private final boolean wantsRows;

  /** Whether each chunk is followed by its sizes before its first entry is given. */
  private final boolean strict;

  private final Window window;
  private final TideParser parser;
  private final long size;
  private final Channels channels = new Channels();
  private final Losses losses = new Losses();
  private final Salvage salvage;
  private final Belief belief;

  /** What entries are taken from: the log, or the decompressed entries of a chunk. */
  private Window entryWindow;

  private TideParser entryParser;
  private boolean inChunk;
  private Chunk chunk;

  /** Whether entries are taken for those of the chunk that lie behind the end that it tells. */
  private boolean extended;

  /** The chunk that was passed over last; where it is gone through again; -1: none. */
  private long skippedChunk = -1;

  private long repeatedChunk = -1;
  private boolean anyEntry;
  private long lastTime;
  private long lastPayload;

  LogWalk(
      TideSource source,
      Consumer<Problem> problems,
      TideTime declaredTime,
      Predicate<Chunk> looksInto,
      boolean wantsRows,
      boolean strict) {
    this.source = source;
    this.problems = problems;
    this.looksInto = looksInto;
    this.wantsRows = wantsRows;
    this.strict = strict;
    window = Window.on(source);
    window.readAhead(Window.SMALL);
    size = window.size();
    parser = new TideParser(size);
    entryWindow = window;
    entryParser = parser;
    chunk = parser.chunk();
    salvage = new Salvage(source, channels);
    belief = new Belief(channels, problems, declaredTime, chunk);
  }

  /**
   * Goes on. Of the events of the parser, {@code MORE} and {@code BAD} never come out of here.
   *
   * @throws TideException if the file cannot be read
   */
  Event next() {
    while (true) {
      Event event = entryWindow.next(entryParser);
      if (event == Event.ENTRY) {
        return takesEntry() ? Event.ENTRY : Event.CHUNK_END;
      }
      Event seen =
          switch (event) {
            case CHUNK -> beginChunk();
            case CHUNK_END -> endChunk();
            case BAD -> inChunk ? badEntries() : badBlock();
            case CHANNEL -> declare();
            case HEADER -> header();
            case INDEX -> beginIndex();
            default -> event;
          };
      if (seen != Event.MORE) {
        return seen;
      }
    }
  }

  private Event header() {
    if (parser.blockPosition() != 0) {
      report(Code.SECOND_HEADER, parser.blockPosition(), "another TIDE block: logs put together?");
      salvage.startAnew();
    }
    return Event.HEADER;
  }

  private Event declare() {
    Channel channel = parser.channel();
    Channel before = channels.declare(channel);
    if (before != null) {
      report(
          Code.CHANNEL_CONFLICT,
          parser.blockPosition(),
          "channel "
              + channel.id()
              + " is '"
              + before.name()
              + "' and again '"
              + channel.name()
              + "'");
    }
    return Event.CHANNEL;
  }

  private Event beginIndex() {
    if (parser.spareBytes() != 0) {
      report(
          Code.SPARE_BYTES, parser.blockPosition(), "INDX: 4 bytes behind its rows, as of RSBag");
    }
    if (!wantsRows) {
      parser.skipBlock();
    }
    return Event.INDEX;
  }

  private Event beginChunk() {
    chunk = parser.chunk();
    belief.begin(chunk);
    extended = false;
    boolean again = chunk.position() == repeatedChunk;
    if (!again) {
      salvage.saw(chunk);
    }
    if (chunk.state() == Chunk.State.WHOLE && !again && !looksInto.test(chunk)) {
      skippedChunk = chunk.position();
      parser.skipBlock();
    } else {
      enterChunk();
    }
    // Who has been told of a chunk is not told again.
    return again ? Event.MORE : Event.CHUNK;
  }

  private void enterChunk() {
    belief.tellState();
    if (chunk.compression() == Compression.NONE) {
      inChunk = true;
      window.readAhead(Window.LARGE);
      checkIfStrict();
      return;
    }
    try {
      TideSource data = ChunkData.open(source, chunk);
      entryWindow = Window.on(data);
      entryParser = TideParser.ofEntries(chunk, entryWindow.size());
      inChunk = true;
      checkIfStrict();
    } catch (ChunkData.UnreadableException e) {
      belief.tellUnreadable(e);
      lose(chunk.position(), chunk.endPosition());
      if (chunk.state() == Chunk.State.CUT) {
        parser.resume(salvage.behindCompressed(chunk));
      }
    }
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

  private boolean takesEntry() {
    long id = entryParser.entryChannelId();
    long time = entryParser.entryTimestamp();
    if (!belief.expects(id, time, entryParser.entrySize()) && !believes(id, time)) {
      leaveChunk(entryParser.entryPosition());
      return false;
    }
    belief.take(time);
    entryWindow.readAhead(entryParser.entrySize() >= SEEK_FROM ? Window.SMALL : Window.LARGE);
    anyEntry = true;
    lastTime = time;
    lastPayload = entryParser.entryPosition() + Layout.ENTRY_HEADER;
    if (losses.isOpen()) {
      losses.goesOnAt(time);
    }
    return true;
  }

  private boolean believes(long id, long time) {
    if (belief.isUnchecked()) {
      check(entryParser.entryPosition());
    }
    return belief.accepts(id, time);
  }

  private Event endChunk() {
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
    leaveEntries();
    if (!extended) {
      belief.compare(spare);
    } else if (plain) {
      lose(parser.position() - spare, parser.position());
    }
    return Event.CHUNK_END;
  }

  /** Ends a chunk that is cut or unfinished. */
  private void endOpenChunk(boolean plain, long spare) {
    long at = size - spare;
    if (!plain) {
      leaveEntries();
      parser.resume(salvage.behindCompressed(chunk));
    } else if (spare > 0 && chunk.state() == Chunk.State.CUT && isCutEntry(at)) {
      leaveEntries();
      lose(at, size);
    } else if (spare > 0) {
      leaveChunk(at);
    } else {
      leaveEntries();
    }
  }

  /** Whether what is left of a file is the beginning of an entry of the chunk that is cut. */
  private boolean isCutEntry(long at) {
    if (size - at < Layout.ENTRY_HEADER) {
      return true;
    }
    ByteBuffer header = window.view(parser, at, Layout.ENTRY_HEADER);
    boolean known = channels.isKnown(header.getInt() & Unsigned.MAX_32);
    return known && (!belief.isTimed() || chunk.isWithinTimes(header.getLong()));
  }

  private boolean blockMayFollow() {
    long end = parser.position();
    return size - end < Layout.BLOCK_HEADER
        || Layout.isTag(window.view(parser, end, Layout.BLOCK_HEADER).getInt());
  }

  /** An entry does not fit into its chunk. */
  private Event badEntries() {
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
    leaveEntries();
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
      lose(at, chunk.endPosition());
      parser.resume(chunk.endPosition());
    } else {
      // The size of the entry before may have led across the next block.
      long next = salvage.search(belief.count() > 0 ? lastPayload : at + 1);
      lose(Math.min(at, next), next);
      parser.resume(next);
    }
  }

  private void leaveEntries() {
    if (entryParser != parser) {
      closeData();
      entryWindow = window;
      entryParser = parser;
    }
    inChunk = false;
  }

  private Event badBlock() {
    long at = parser.position();
    if (skippedChunk >= 0 && at == parser.blockPosition() && chunk.endPosition() == at) {
      // Its length may be wrong: go through its entries.
      repeatedChunk = skippedChunk;
      skippedChunk = -1;
      parser.resume(chunk.position());
      return Event.MORE;
    }
    report(parser.problem().code(), at, parser.problem().text());
    long next = salvage.goesOnAt(at, chunk);
    lose(Math.min(at, next), next);
    parser.resume(next);
    return Event.MORE;
  }

  private void lose(long from, long to) {
    losses.add(from, to, anyEntry ? OptionalLong.of(lastTime) : OptionalLong.empty());
  }

  private void report(Code code, long offset, String text) {
    problems.accept(Problem.of(code, offset, text));
  }

  /** The parser of the log's blocks. */
  TideParser blocks() {
    return parser;
  }

  /** The parser of the entries. */
  TideParser entries() {
    return entryParser;
  }

  /** The chunk that entries are of. */
  Chunk chunk() {
    return chunk;
  }

  /** Whether the entries are of a chunk that is in doubt. */
  boolean recovered() {
    return belief.isDoubted();
  }

  Channels channels() {
    return channels;
  }

  Losses losses() {
    return losses;
  }

  /** Whether entries of the chunk may come: after {@code CHUNK}, that it can be read. */
  boolean inChunk() {
    return inChunk;
  }

  /** How many entries of the chunk have been given so far. */
  long count() {
    return belief.count();
  }

  long size() {
    return size;
  }

  /** The payload of the current entry; see {@link TideCursor#payload}. */
  ByteBuffer payload() {
    ByteBuffer payload = entryWindow.payload(entryParser.entryPosition(), entryParser.entrySize());
    entryWindow.feed(entryParser);
    return payload;
  }

  /** Writes the payload of the current entry; see {@link TideCursor#writePayload}. */
  void writePayload(WritableByteChannel to) throws IOException {
    try {
      entryWindow.writePayload(entryParser.entryPosition(), entryParser.entrySize(), to);
    } finally {
      entryWindow.feed(entryParser);
    }
  }

  private void closeData() {
    try {
      entryWindow.close();
      entryWindow.source().close();
    } catch (IOException e) {
      throw new TideException(source.name() + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Releases buffers and decompressors; the source stays open. */
  @Override
  public void close() {
    leaveEntries();
    window.close();
    salvage.close();
  }
}
