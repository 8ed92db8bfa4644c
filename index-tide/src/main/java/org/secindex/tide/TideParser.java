package org.secindex.tide;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

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

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final long size;
  private ByteBuffer bytes = NOTHING;

  /** Where the first of the fed bytes lies in the file. */
  private long base;

  private State state = State.FILE;
  private long position;
  private int wanted;
  private long blockEnd;
  private long spareBytes;

  private int majorVersion;
  private int minorVersion;
  private Channel channel = Channel.standIn(0);
  private Chunk chunk = new Chunk(0, 0, 0, 0, 0, 0, Compression.NONE, Chunk.State.WHOLE);
  private Problem problem = Problem.of(Problem.Code.NO_HEADER, 0, "");
  private long blockPosition;
  private long firstEntry;

  /** Whether the chunk ends where another block begins. */
  private boolean open;

  private long id;
  private long time;
  private long entrySize;
  private long entryPosition;
  private long rows;
  private long rowsLeft;
  private long rowOffset;

  /** A parser of a file of {@code size} bytes, at its start. */
  public TideParser(long size) {
    this.size = size;
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
    parser.enterEntries(0, size);
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
    bytes = more.slice().order(ByteOrder.LITTLE_ENDIAN);
    base = at;
  }

  /** Where the parser stands in the file, which is what {@link #next} will look at. */
  public long position() {
    return position;
  }

  /** How many bytes are needed at {@link #position} after {@code MORE}; at least 1. */
  public int wanted() {
    return wanted;
  }

  /** Passes over the rest of the block: after {@code CHUNK}, {@code ENTRY}, {@code INDEX}… */
  public void skipBlock() {
    position = blockEnd;
    state = State.BLOCK;
  }

  /** Goes on at another place, where a block is expected to begin. */
  public void resume(long at) {
    position = at;
    state = State.BLOCK;
  }

  /** Begins at another entry than the first. */
  void startEntriesAt(long at) {
    position = at;
  }

  /**
   * Takes bytes for entries that belong to the last chunk although they lie behind its end.
   *
   * @param from where the first entry is expected
   */
  void resumeEntries(long from) {
    enterEntries(from, size);
    firstEntry = chunk.entriesPosition();
  }

  private Event nextBlock() {
    long left = size - position;
    if (left == 0 && state == State.BLOCK) {
      return Event.END;
    }
    blockPosition = position;
    if (left < Layout.BLOCK_HEADER) {
      return bad(Problem.Code.BLOCK_CUT, left + " bytes, too few for a block");
    }
    if (!has(Layout.BLOCK_HEADER)) {
      return more(Layout.BLOCK_HEADER);
    }
    int tag = bytes.getInt(at(position));
    long length = bytes.getLong(at(position) + 4);
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
    blockEnd = cut ? size : position + Layout.BLOCK_HEADER + length;
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
    if (size - position < header) {
      return bad(Problem.Code.BLOCK_CUT, "the TIDE block is cut");
    }
    if (!has(header)) {
      return more(header);
    }
    int body = at(position) + Layout.BLOCK_HEADER;
    majorVersion = bytes.get(body) & 0xff;
    minorVersion = bytes.get(body + 1) & 0xff;
    blockEnd = position + header;
    skipBlock();
    return Event.HEADER;
  }

  private Event channel(long length) {
    if (length < Layout.CHANNEL_MIN || length > MAX_CHANNEL_BYTES) {
      return bad(Problem.Code.BLOCK_DAMAGED, "CHAN: a length of " + length);
    }
    int whole = Layout.BLOCK_HEADER + (int) length;
    if (!has(whole)) {
      return more(whole);
    }
    ByteBuffer body =
        bytes
            .slice(at(position) + Layout.BLOCK_HEADER, (int) length)
            .order(ByteOrder.LITTLE_ENDIAN);
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
    if (size - position < Layout.ENTRIES) {
      return bad(Problem.Code.BLOCK_CUT, "the header of a CHNK is cut");
    }
    if (!has(Layout.ENTRIES)) {
      return more(Layout.ENTRIES);
    }
    ByteBuffer header = bytes.slice(at(position), Layout.ENTRIES).order(ByteOrder.LITTLE_ENDIAN);
    Chunk parsed = Chunk.parse(header, position, size);
    if (parsed == null) {
      return bad(Problem.Code.BLOCK_DAMAGED, "CHNK: unknown compression");
    }
    chunk = parsed;
    blockEnd = chunk.endPosition();
    if (chunk.compression() == Compression.NONE) {
      enterEntries(chunk.entriesPosition(), blockEnd);
    } else {
      spareBytes = 0;
      skipBlock();
    }
    return Event.CHUNK;
  }

  private void enterEntries(long from, long to) {
    position = from;
    firstEntry = from;
    blockEnd = to;
    open = chunk.state() != Chunk.State.WHOLE;
    state = State.ENTRIES;
  }

  private Event nextEntry() {
    long at = position;
    long left = blockEnd - at;
    if (left < Layout.ENTRY_HEADER) {
      return endChunk(left);
    }
    long index = at - base;
    if (index < 0 || index + Layout.ENTRY_HEADER > bytes.limit()) {
      return more(Layout.ENTRY_HEADER);
    }
    int i = (int) index;
    int first = bytes.getInt(i);
    long payload = bytes.getInt(i + 12) & Unsigned.MAX_32;
    if (open && blockMayBegin(first, bytes.getLong(i + 4))) {
      blockEnd = at;
      return endChunk(0);
    }
    if (payload > left - Layout.ENTRY_HEADER) {
      return overrun(payload, left);
    }
    id = first & Unsigned.MAX_32;
    time = bytes.getLong(i + 4);
    entrySize = payload;
    entryPosition = at;
    position = at + Layout.ENTRY_HEADER + payload;
    return Event.ENTRY;
  }

  /** Whether a chunk without an end of its own may end here. */
  private boolean blockMayBegin(int tag, long length) {
    return Layout.isTag(tag) && length >= 0 && length <= size - position - Layout.BLOCK_HEADER;
  }

  private Event overrun(long payload, long left) {
    if (open) {
      return endChunk(left);
    }
    return bad(
        Problem.Code.CHUNK_DAMAGED,
        "chunk "
            + chunk.id()
            + ": an entry of "
            + payload
            + " bytes, only "
            + (left - Layout.ENTRY_HEADER)
            + " left in the chunk");
  }

  private Event endChunk(long left) {
    spareBytes = left;
    skipBlock();
    return Event.CHUNK_END;
  }

  private Event index(long length) {
    if (length < Layout.INDEX_HEADER) {
      return bad(Problem.Code.BLOCK_DAMAGED, "INDX: a length of " + length + ", less than 8");
    }
    int whole = Layout.BLOCK_HEADER + Layout.INDEX_HEADER;
    if (!has(whole)) {
      return more(whole);
    }
    int body = at(position) + Layout.BLOCK_HEADER;
    long count = bytes.getInt(body + 4) & Unsigned.MAX_32;
    long rest = length - Layout.INDEX_HEADER - count * Layout.INDEX_ROW;
    if (rest != 0 && rest != Layout.RSBAG_SPARE) {
      return bad(
          Problem.Code.BLOCK_DAMAGED, "INDX: " + count + " rows do not make a length of " + length);
    }
    spareBytes = rest;
    id = bytes.getInt(body) & Unsigned.MAX_32;
    rows = count;
    rowsLeft = count;
    position += whole;
    state = State.ROWS;
    return Event.INDEX;
  }

  private Event nextRow() {
    if (rowsLeft == 0) {
      skipBlock();
      return next();
    }
    if (!has(Layout.INDEX_ROW)) {
      return more(Layout.INDEX_ROW);
    }
    int row = at(position);
    entrySize = bytes.getInt(row) & Unsigned.MAX_32;
    time = bytes.getLong(row + 4);
    rowOffset = bytes.getLong(row + 12);
    rowsLeft--;
    position += Layout.INDEX_ROW;
    return Event.INDEX_ROW;
  }

  private boolean has(int n) {
    return position >= base && position - base + n <= bytes.limit();
  }

  private int at(long filePosition) {
    return (int) (filePosition - base);
  }

  private Event more(int n) {
    wanted = n;
    return Event.MORE;
  }

  private Event bad(Problem.Code code, String text) {
    problem = Problem.of(code, position, text);
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
    return id;
  }

  /** The entry's timestamp, unsigned, after {@code ENTRY}. */
  public long entryTimestamp() {
    return time;
  }

  /** The size of the entry's payload, 0 .. 2^32-1, after {@code ENTRY}. */
  public long entrySize() {
    return entrySize;
  }

  /** Where the entry begins in the file, after {@code ENTRY}. */
  public long entryPosition() {
    return entryPosition;
  }

  /** Where the entry begins in the chunk, in bytes from its first entry, after {@code ENTRY}. */
  public long entryOffset() {
    return entryPosition - firstEntry;
  }

  /** The channel of the block, 0 .. 2^32-1, after {@code INDEX} and {@code INDEX_ROW}. */
  public long indexChannelId() {
    return id;
  }

  /** How many rows the block has, 0 .. 2^32-1, after {@code INDEX}. */
  public long indexRows() {
    return rows;
  }

  /** The row's chunk, 0 .. 2^32-1, after {@code INDEX_ROW}. */
  public long rowChunkId() {
    return entrySize;
  }

  /** The row's timestamp, unsigned, after {@code INDEX_ROW}. */
  public long rowTimestamp() {
    return time;
  }

  /** The row's offset, unsigned, after {@code INDEX_ROW}; see {@link TideCursor#offset}. */
  public long rowOffset() {
    return rowOffset;
  }
}
