package org.secindex.tide;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.secindex.tide.Problem.Code;
import org.secindex.tide.TideParser.Event;

/**
 * Goes through a log once, from its start to its end: drives the parser, looks into compressed
 * chunks, and finds the way past damage. Decides what is to be believed.
 *
 * <p>Entries have no mark of their own, so a wrong size makes entries of whatever follows. A chunk
 * is therefore believed while its entries are of known channels and within its times. If one is
 * not, the rest is followed first by the sizes alone: if it ends where the chunk does and has as
 * many entries as the chunk says, then all is well, and only a channel is undeclared, or a header
 * careless. Otherwise the chunk is in doubt: only entries of known channels within its times are
 * given, as recovered, up to the first that is not.
 */
final class LogWalk implements AutoCloseable {
  /**
   * From this size on payloads are passed over by seeking; smaller ones are read through. See
   * docs/tide.md for the measurement.
   */
  static final int SEEK_FROM = 64 << 10;

  /** More undeclared channels than this are not channels, but damage. */
  private static final int MOST_STAND_INS = 10_000;

  private enum Trust {
    UNCHECKED,
    CHECKED,
    DOUBTED
  }

  private final TideSource source;
  private final Consumer<Problem> problems;
  private final TideTime declaredTime;
  private final Predicate<Chunk> looksInto;
  private final boolean wantsRows;

  /** Whether each chunk is followed by its sizes before its first entry is given. */
  private final boolean strict;

  private final Window window;
  private final TideParser parser;
  private final long size;
  private final Channels channels = new Channels();
  private final Set<Long> chunkIds = new HashSet<>();
  private boolean anyIdRepeated;
  private final Losses losses = new Losses();
  private @Nullable Salvage salvage;

  /** What entries are taken from: the log, or the decompressed entries of a chunk. */
  private Window entryWindow;

  private TideParser entryParser;
  private boolean inChunk;
  private Chunk chunk;
  private boolean timed;

  /** Whether entries are taken for those of the chunk that lie behind the end that it tells. */
  private boolean extended;

  private Trust trust = Trust.UNCHECKED;
  private long count;
  private long min;
  private long max;

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
    this.declaredTime = declaredTime;
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
      chunkIds.clear();
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
    timed = chunk.hasTimes();
    trust = chunk.state() == Chunk.State.WHOLE ? Trust.UNCHECKED : Trust.DOUBTED;
    extended = false;
    count = 0;
    min = -1;
    max = 0;
    boolean again = chunk.position() == repeatedChunk;
    if (chunk.state() == Chunk.State.WHOLE && !again && !looksInto.test(chunk)) {
      skippedChunk = chunk.position();
      parser.skipBlock();
    } else {
      enterChunk();
    }
    anyIdRepeated |= !chunkIds.add(chunk.id()) && !again;
    // Who has been told of a chunk is not told again.
    return again ? Event.MORE : Event.CHUNK;
  }

  private void enterChunk() {
    if (chunk.state() == Chunk.State.CUT) {
      report(
          Code.CHUNK_CUT,
          chunk.position(),
          "chunk " + chunk.id() + ": the file ends within it, or its length is wrong");
    } else if (chunk.state() == Chunk.State.UNFINISHED) {
      report(
          Code.CHUNK_UNFINISHED,
          chunk.position(),
          "chunk "
              + chunk.id()
              + ": its header was never completed; entries behind it are recovered");
    }
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
      report(
          Code.CHUNK_UNREADABLE,
          chunk.position(),
          "chunk " + chunk.id() + " (" + chunk.compression() + "): " + e.getMessage());
      lose(chunk.position(), chunk.endPosition());
      if (chunk.state() == Chunk.State.CUT) {
        parser.resume(blockBehindCompressed());
      }
    }
  }

  private void checkIfStrict() {
    if (strict && trust == Trust.UNCHECKED) {
      trust = restIsWellFormed(entryParser.position()) ? Trust.CHECKED : Trust.DOUBTED;
    }
  }

  private boolean takesEntry() {
    long id = entryParser.entryChannelId();
    long time = entryParser.entryTimestamp();
    if (!isExpected(id, time) && !believes(id, time)) {
      leaveChunk(entryParser.entryPosition());
      return false;
    }
    count++;
    min = Unsigned.min(min, time);
    max = Unsigned.max(max, time);
    entryWindow.readAhead(entryParser.entrySize() >= SEEK_FROM ? Window.SMALL : Window.LARGE);
    if (!anyEntry) {
      anyEntry = true;
      checkTimeUnit(time);
    }
    lastTime = time;
    lastPayload = entryParser.entryPosition() + Layout.ENTRY_HEADER;
    if (losses.isOpen()) {
      losses.goesOnAt(time);
    }
    return true;
  }

  private boolean isExpected(long id, long time) {
    return channels.isKnown(id)
        && (timed
            ? chunk.isWithinTimes(time)
            // What was never written reads as zeros after many a crash.
            : trust != Trust.DOUBTED || (time | entryParser.entrySize()) != 0);
  }

  /** Whether an entry counts that is not as expected. */
  private boolean believes(long id, long time) {
    if (trust == Trust.UNCHECKED) {
      trust = restIsWellFormed(entryParser.entryPosition()) ? Trust.CHECKED : Trust.DOUBTED;
    }
    // A cut chunk cannot be followed to its end; what declares the channel may be cut off, too.
    boolean cut = chunk.state() == Chunk.State.CUT && timed && chunk.isWithinTimes(time);
    if (trust == Trust.DOUBTED && !cut) {
      return false;
    }
    return channels.isKnown(id) || standsIn(id);
  }

  private boolean standsIn(long id) {
    if (channels.standIns() == MOST_STAND_INS) {
      trust = Trust.DOUBTED;
      return false;
    }
    channels.addStandIn(id);
    report(
        Code.UNDECLARED_CHANNEL,
        chunk.position(),
        "channel " + id + " is not declared so far; until then it is called channel-" + id);
    return true;
  }

  /** Whether the sizes lead from an entry to the end of the chunk, in as many steps as it says. */
  private boolean restIsWellFormed(long from) {
    boolean plain = entryParser == parser;
    long end = plain ? chunk.endPosition() : entryWindow.size();
    TideParser ahead = TideParser.ofEntries(chunk, end);
    ahead.startEntriesAt(from);
    long rest = Salvage.countEntries(plain ? salvage().window() : entryWindow, ahead);
    if (!plain) {
      // The window has moved.
      entryWindow.feed(entryParser);
    }
    return rest >= 0 && countIsPlausible(count + rest, ahead.spareBytes());
  }

  private boolean countIsPlausible(long entries, long spare) {
    return chunk.count() == entries || chunk.count() == 0 || isRsbagCount(spare);
  }

  /** Whether the count is one of bytes, as in RSBag's older files. */
  private boolean isRsbagCount(long spare) {
    return spare == Layout.RSBAG_SPARE && chunk.count() == chunk.storedBytes() - spare;
  }

  private void checkTimeUnit(long time) {
    if (declaredTime == TideTime.NANOSECONDS && TideTime.looksLikeTidelog(time)) {
      report(
          Code.TIME_UNIT,
          chunk.position(),
          "timestamp "
              + time
              + " looks like libtidelog's seconds x 10^7 + microseconds ("
              + TideTime.TIDELOG.toInstant(time)
              + "), not like nanoseconds");
    }
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
      if (spare > 0 && salvage().isBlock(end)) {
        leaveChunk(end);
        return Event.CHUNK_END;
      }
      if (timed) {
        // Perhaps its length is wrong, and more entries follow.
        extended = true;
        trust = Trust.DOUBTED;
        parser.resumeEntries(parser.position());
        return Event.MORE;
      }
    }
    leaveEntries();
    if (!extended) {
      compareWithHeader(spare);
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
      parser.resume(blockBehindCompressed());
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
    return known && (!timed || chunk.isWithinTimes(header.getLong()));
  }

  /**
   * The block behind a compressed chunk whose length is wrong, or beyond the end of the file: among
   * compressed bytes, what looks like a block most likely is one.
   */
  private long blockBehindCompressed() {
    return salvage().search(chunk.entriesPosition(), this::agrees);
  }

  private boolean blockMayFollow() {
    long end = parser.position();
    return size - end < Layout.BLOCK_HEADER
        || Layout.isTag(window.view(parser, end, Layout.BLOCK_HEADER).getInt());
  }

  private void compareWithHeader(long spare) {
    if (spare == Layout.RSBAG_SPARE) {
      report(
          Code.SPARE_BYTES,
          chunk.position(),
          "chunk " + chunk.id() + ": 4 bytes behind its entries, as of RSBag");
    } else if (spare != 0) {
      report(
          Code.CHUNK_DAMAGED,
          chunk.position(),
          "chunk "
              + chunk.id()
              + ": "
              + spare
              + " bytes behind its last entry, whose size is in doubt");
    }
    if (chunk.count() != count) {
      report(
          Code.CHUNK_COUNT,
          chunk.position(),
          "chunk " + chunk.id() + ": says " + chunk.count() + " entries, has " + count);
    }
    if (count > 0 && (chunk.start() != min || chunk.end() != max)) {
      report(
          Code.CHUNK_TIMES,
          chunk.position(),
          "chunk "
              + chunk.id()
              + ": says "
              + times(chunk.start(), chunk.end())
              + ", has "
              + times(min, max));
    }
  }

  private static String times(long from, long to) {
    return Long.toUnsignedString(from) + " .. " + Long.toUnsignedString(to);
  }

  /** An entry does not fit into its chunk. */
  private Event badEntries() {
    long at = entryParser.problem().offset();
    boolean plain = entryParser == parser;
    trust = Trust.DOUBTED;
    if (!extended) {
      if (plain && timed && !blockOrEndAt(chunk.endPosition())) {
        extended = true;
        report(entryParser.problem().code(), at, entryParser.problem().text());
        parser.resumeEntries(at);
        return Event.MORE;
      }
    }
    leaveChunk(at);
    return Event.CHUNK_END;
  }

  private boolean blockOrEndAt(long position) {
    return position == size || salvage().isBlock(position);
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
      report(
          Code.CHUNK_DAMAGED,
          chunk.position(),
          "chunk " + chunk.id() + ": no entry at offset " + at + " of its decompressed data");
      return;
    }
    if (salvage().isBlock(at)) {
      if (chunk.state() == Chunk.State.WHOLE) {
        report(
            Code.CHUNK_DAMAGED,
            chunk.position(),
            "chunk " + chunk.id() + ": its length is wrong; it ends at " + at);
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
        && blockOrEndAt(chunk.endPosition())) {
      lose(at, chunk.endPosition());
      parser.resume(chunk.endPosition());
    } else {
      // The size of the entry before may have led across the next block.
      long next = salvage().search(count > 0 ? lastPayload : at + 1, this::agrees);
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
    long next = goesOnAt(at);
    lose(Math.min(at, next), next);
    parser.resume(next);
    return Event.MORE;
  }

  /** Where the log goes on, if no block begins where one should. */
  private long goesOnAt(long at) {
    if (at == size) {
      return size;
    }
    long behind = salvage().behindDamagedBlock(at);
    if (behind >= 0) {
      return behind;
    }
    boolean afterCompressed = chunk.compression() != Compression.NONE && chunk.endPosition() == at;
    long next = salvage().search(afterCompressed ? chunk.entriesPosition() : at + 1, this::agrees);
    return next < size ? next : salvage().search(at + 1, (event, block) -> true);
  }

  /** Whether a block that was searched for can be of this log, and not of one in a payload. */
  private boolean agrees(Event event, TideParser block) {
    return switch (event) {
      case CHUNK -> anyIdRepeated || !chunkIds.contains(block.chunk().id());
      case CHANNEL -> channels.agrees(block.channel());
      default -> channels.isKnown(block.indexChannelId());
    };
  }

  private void lose(long from, long to) {
    losses.add(from, to, anyEntry ? OptionalLong.of(lastTime) : OptionalLong.empty());
  }

  private Salvage salvage() {
    if (salvage == null) {
      salvage = new Salvage(source);
    }
    return salvage;
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
    return trust == Trust.DOUBTED;
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
    return count;
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
      entryWindow.source().close();
    } catch (IOException e) {
      throw new TideException(source.name() + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Releases decompressors; the source stays open. */
  @Override
  public void close() {
    leaveEntries();
  }
}
