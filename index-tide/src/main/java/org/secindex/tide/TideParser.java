package org.secindex.tide;

import java.nio.ByteBuffer;

/**
 * The format, without any input or output: whoever has bytes feeds them, and pulls events.
 *
 * <pre>{@code
 * TideParser parser = new TideParser(size);
 * for (Event event = parser.next(); event != Event.END; event = parser.next()) {
 *   switch (event) {
 *     case MORE -> parser.feed(parser.position(), bytesFrom(parser.position(), parser.wanted()));
 *     case BAD -> parser.resume(whereverTheNextBlockMayBe);
 *     case ENTRY -> …
 *   }
 * }
 * }</pre>
 *
 * <p>Payloads are passed over: {@link #position} may then lie beyond what was fed, so that a feeder
 * may seek instead of reading them. The parser keeps no bytes but those of the last feeding, takes
 * no memory that the file only claims, and goes forward with each event; so it ends whatever it is
 * fed with. It tells what the bytes say and judges only their form: {@link TideReader} and {@link
 * TideRepair} decide what is to be believed. One thread at a time.
 */
public final class TideParser {
  /** What {@link #next} has found. */
  public enum Event {
    /** Bytes are needed: at least {@link #wanted}, from {@link #position} on. */
    MORE,
    /** A {@code TIDE} block: {@link #majorVersion}, {@link #minorVersion}. */
    HEADER,
    /** A {@code CHAN} block: {@link #channel}. */
    CHANNEL,
    /** A {@code CHNK} begins: {@link #chunk}. Entries follow unless it is compressed. */
    CHUNK,
    /** An entry: {@link #entryChannelId} and so on. */
    ENTRY,
    /** The {@code CHNK} is over; {@link #spareBytes} were left. */
    CHUNK_END,
    /** An {@code INDX} begins: {@link #indexChannelId}, {@link #indexRows}. */
    INDEX,
    /** A row of it: {@link #rowChunkId} and so on. */
    INDEX_ROW,
    /** What is there is not well formed: {@link #problem}. Go on with {@link #resume}. */
    BAD,
    /** The end of the file. */
    END
  }

  /** The longest {@code CHAN} block that is read: longer ones are taken for damage. */
  public static final int MAX_CHANNEL_BYTES = 16 << 20;

  private enum State {
    FILE,
    BLOCK,
    ENTRIES,
    ROWS,
    BAD
  }

  private final FedBytes in;
  private final ChunkEntries entries;
  private final IndexBlock rows;
  private State state = State.FILE;
  private int wanted;
  private long blockEnd;
  private long blockLength;
  private long spareBytes;

  private int majorVersion;
  private int minorVersion;
  private Channel channel = Channel.standIn(0);
  private Chunk chunk = new Chunk(0, 0, 0, 0, 0, 0, Compression.NONE, Chunk.State.WHOLE);
  private Problem problem = Problem.of(Problem.Code.NO_HEADER, 0, "");
  private long blockPosition;

  /** A parser of a file of {@code size} bytes, at its start. */
  public TideParser(long size) {
    in = new FedBytes(size);
    entries = new ChunkEntries(in);
    rows = new IndexBlock(in);
  }

  /**
   * A parser of the bare entries of a chunk, such as decompressed ones; it gives {@code ENTRY}s, a
   * {@code CHUNK_END}, and {@code END}.
   *
   * @param chunk their chunk
   * @param size how many bytes of entries; position 0 is that of the first
   */
  public static TideParser ofEntries(Chunk chunk, long size) {
    TideParser parser = new TideParser(size);
    parser.chunk = chunk;
    parser.enterEntries(0, 0, size);
    return parser;
  }

  /** Goes on to the next thing in the file. */
  public Event next() {
    if (state == State.ENTRIES) {
      return nextEntry();
    }
    return switch (state) {
      case ROWS -> nextRow();
      case BAD -> Event.BAD;
      default -> nextBlock();
    };
  }

  /**
   * Takes bytes of the file. They are read until the next feeding, and not copied.
   *
   * @param at where the buffer's first remaining byte lies in the file; {@link #position} or before
   */
  public void feed(long at, ByteBuffer more) {
    in.feed(at, more);
  }

  /** Where the parser stands in the file, which is what {@link #next} will look at. */
  public long position() {
    return in.position();
  }

  /** How many bytes are needed at {@link #position} after {@code MORE}; at least 1. */
  public int wanted() {
    return wanted;
  }

  /** Passes over the rest of the block: after {@code CHUNK}, {@code ENTRY}, {@code INDEX}… */
  public void skipBlock() {
    resume(blockEnd);
  }

  /** Goes on at another place, where a block is expected to begin. */
  public void resume(long at) {
    in.moveTo(at);
    state = State.BLOCK;
  }

  /** Begins at another entry than the first. */
  void startEntriesAt(long at) {
    in.moveTo(at);
  }

  /**
   * Takes bytes for entries that belong to the last chunk although they lie behind its end.
   *
   * @param from where the first entry is expected
   */
  void resumeEntries(long from) {
    enterEntries(chunk.entriesPosition(), from, in.size());
  }

  private Event nextBlock() {
    long left = in.left();
    if (left == 0 && state == State.BLOCK) {
      return Event.END;
    }
    blockPosition = in.position();
    if (left < Layout.BLOCK_HEADER) {
      return bad(Problem.Code.BLOCK_CUT, left + " bytes, too few for a block");
    }
    if (!in.has(Layout.BLOCK_HEADER)) {
      return more(Layout.BLOCK_HEADER);
    }
    int tag = in.int32(0);
    long length = in.int64(4);
    blockLength = length;
    if (state == State.FILE && tag != Layout.TIDE) {
      return bad(
          Problem.Code.NO_HEADER,
          "begins with " + Layout.tagName(tag) + " instead of a TIDE block");
    }
    if (tag == Layout.TIDE) {
      return header();
    }
    if (!Layout.isTag(tag)) {
      return bad(
          Problem.Code.BLOCK_DAMAGED,
          Layout.tagName(tag) + " is no tag of a block (those are CHAN, INDX, CHNK)");
    }
    if (tag == Layout.CHNK) {
      return beginChunk();
    }
    long room = left - Layout.BLOCK_HEADER;
    boolean cut = length < 0 || length > room;
    blockEnd = cut ? in.size() : blockPosition + Layout.BLOCK_HEADER + length;
    if (cut) {
      return bad(
          Problem.Code.BLOCK_CUT,
          Layout.tagName(tag)
              + ": length "
              + Long.toUnsignedString(length)
              + ", only "
              + room
              + " bytes left");
    }
    return tag == Layout.CHAN ? channel(length) : index(length);
  }

  private Event header() {
    int header = Layout.BLOCK_HEADER + Layout.TIDE_BODY;
    if (in.left() < header) {
      return bad(Problem.Code.BLOCK_CUT, "the TIDE block is cut");
    }
    if (!in.has(header)) {
      return more(header);
    }
    majorVersion = in.unsigned8(Layout.BLOCK_HEADER);
    minorVersion = in.unsigned8(Layout.BLOCK_HEADER + 1);
    blockEnd = blockPosition + header;
    skipBlock();
    return Event.HEADER;
  }

  private Event channel(long length) {
    if (length < Layout.CHANNEL_MIN || length > MAX_CHANNEL_BYTES) {
      return bad(Problem.Code.BLOCK_DAMAGED, "CHAN: a length of " + length);
    }
    int whole = Layout.BLOCK_HEADER + (int) length;
    if (!in.has(whole)) {
      return more(whole);
    }
    ByteBuffer body = in.slice(Layout.BLOCK_HEADER, (int) length);
    Channel parsed = Channel.parse(body);
    if (parsed == null || (body.hasRemaining() && body.remaining() != Layout.RSBAG_SPARE)) {
      return bad(Problem.Code.BLOCK_DAMAGED, "CHAN: its texts do not make a length of " + length);
    }
    spareBytes = body.remaining();
    channel = parsed;
    skipBlock();
    return Event.CHANNEL;
  }

  private Event beginChunk() {
    if (in.left() < Layout.ENTRIES) {
      return bad(Problem.Code.BLOCK_CUT, "the header of a CHNK is cut");
    }
    if (!in.has(Layout.ENTRIES)) {
      return more(Layout.ENTRIES);
    }
    Chunk parsed = Chunk.parse(in.slice(0, Layout.ENTRIES), blockPosition, in.size());
    if (parsed == null) {
      return bad(Problem.Code.BLOCK_DAMAGED, "CHNK: unknown compression");
    }
    chunk = parsed;
    blockEnd = chunk.endPosition();
    if (chunk.compression() == Compression.NONE) {
      enterEntries(chunk.entriesPosition(), chunk.entriesPosition(), blockEnd);
    } else {
      spareBytes = 0;
      skipBlock();
    }
    return Event.CHUNK;
  }

  private void enterEntries(long origin, long from, long to) {
    in.moveTo(from);
    blockEnd = to;
    entries.begin(origin, to, chunk.state() != Chunk.State.WHOLE);
    state = State.ENTRIES;
  }

  /**
   * Goes on by as many entries as can be read at once and are expected; perhaps none. Afterwards
   * the last one is the current one.
   */
  void next(EntryRun run, Belief belief) {
    if (state == State.ENTRIES) {
      entries.next(run, belief);
    } else {
      run.clear();
    }
  }

  private Event nextEntry() {
    Event event = entries.next();
    if (event == Event.ENTRY) {
      return event;
    }
    return event == Event.MORE ? more(Layout.ENTRY_HEADER) : endEntries(event);
  }

  private Event endEntries(Event event) {
    if (event == Event.BAD) {
      return bad(
          Problem.Code.CHUNK_DAMAGED,
          "chunk "
              + chunk.id()
              + ": an entry of "
              + entries.payload()
              + " bytes, only "
              + (entries.left() - Layout.ENTRY_HEADER)
              + " left in the chunk");
    }
    blockEnd = entries.end();
    spareBytes = entries.left();
    skipBlock();
    return event;
  }

  private Event index(long length) {
    if (length < Layout.INDEX_HEADER) {
      return bad(Problem.Code.BLOCK_DAMAGED, "INDX: a length of " + length + ", less than 8");
    }
    int whole = Layout.BLOCK_HEADER + Layout.INDEX_HEADER;
    if (!in.has(whole)) {
      return more(whole);
    }
    rows.begin();
    long rest = rows.spareBytes(length);
    if (rest != 0 && rest != Layout.RSBAG_SPARE) {
      return bad(
          Problem.Code.BLOCK_DAMAGED,
          "INDX: " + rows.count() + " rows do not make a length of " + length);
    }
    spareBytes = rest;
    in.moveTo(blockPosition + whole);
    state = State.ROWS;
    return Event.INDEX;
  }

  private Event nextRow() {
    if (!rows.hasNext()) {
      skipBlock();
      return next();
    }
    return rows.next() ? Event.INDEX_ROW : more(Layout.INDEX_ROW);
  }

  private Event more(int n) {
    wanted = n;
    return Event.MORE;
  }

  private Event bad(Problem.Code code, String text) {
    problem = Problem.of(code, in.position(), text);
    state = State.BAD;
    return Event.BAD;
  }

  /** The version's first number, after {@code HEADER}; 0 (RSBag) or 1 (libtidelog) so far. */
  public int majorVersion() {
    return majorVersion;
  }

  /** The version's second number, after {@code HEADER}. */
  public int minorVersion() {
    return minorVersion;
  }

  /** Where the block begins that the last event belongs to. */
  public long blockPosition() {
    return blockPosition;
  }

  /** Where that block ends; the end of the file if it is not known. */
  public long blockEnd() {
    return blockEnd;
  }

  /** The length that the block itself tells, unsigned: that of its body, if it is true. */
  public long blockLength() {
    return blockLength;
  }

  /** The channel, after {@code CHANNEL}. */
  public Channel channel() {
    return channel;
  }

  /** The chunk, from {@code CHUNK} on. */
  public Chunk chunk() {
    return chunk;
  }

  /**
   * After {@code CHUNK_END}: how many bytes are left behind the last entry, fewer than 16 unless
   * the chunk is cut. After {@code INDEX} and {@code CHANNEL}: how many are left in the block.
   */
  public long spareBytes() {
    return spareBytes;
  }

  /** What is wrong, after {@code BAD}. */
  public Problem problem() {
    return problem;
  }

  /** The entry's channel, 0 .. 2^32-1, after {@code ENTRY}. */
  public long entryChannelId() {
    return entries.channelId();
  }

  /** The entry's timestamp, unsigned, after {@code ENTRY}. */
  public long entryTimestamp() {
    return entries.timestamp();
  }

  /** The size of the entry's payload, 0 .. 2^32-1, after {@code ENTRY}. */
  public long entrySize() {
    return entries.payload();
  }

  /** Where the entry begins in the file, after {@code ENTRY}. */
  public long entryPosition() {
    return entries.position();
  }

  /** Where the entry begins in the chunk, in bytes from its first entry, after {@code ENTRY}. */
  public long entryOffset() {
    return entries.offset();
  }

  /** The channel of the block, 0 .. 2^32-1, after {@code INDEX} and {@code INDEX_ROW}. */
  public long indexChannelId() {
    return rows.channelId();
  }

  /** How many rows the block has, 0 .. 2^32-1, after {@code INDEX}. */
  public long indexRows() {
    return rows.count();
  }

  /** The row's chunk, 0 .. 2^32-1, after {@code INDEX_ROW}. */
  public long rowChunkId() {
    return rows.chunkId();
  }

  /** The row's timestamp, unsigned, after {@code INDEX_ROW}. */
  public long rowTimestamp() {
    return rows.timestamp();
  }

  /** The row's offset, unsigned, after {@code INDEX_ROW}; see {@link TideCursor#offset}. */
  public long rowOffset() {
    return rows.offset();
  }
}
