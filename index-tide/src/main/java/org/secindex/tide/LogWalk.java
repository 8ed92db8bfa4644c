package org.secindex.tide;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.secindex.tide.Problem.Code;
import org.secindex.tide.TideParser.Event;

/**
 * Goes through a log once, from its start to its end, block by block and through the chunks that
 * are wanted, and finds the way past damage.
 */
final class LogWalk implements AutoCloseable {
  private final Consumer<Problem> problems;
  private final Predicate<Chunk> looksInto;
  private final boolean wantsRows;
  private final Window window;
  private final TideParser parser;
  private final Channels channels = new Channels();
  private final Losses losses = new Losses();
  private final Salvage salvage;
  private final ChunkWalk entries;

  /** The chunk that was passed over last; where it is gone through again; -1: none. */
  private long skippedChunk = -1;

  private long repeatedChunk = -1;

  /**
   * A walk, at the beginning of the log.
   *
   * @param strict whether each chunk is followed by its sizes before its first entry is given
   */
  LogWalk(
      TideSource source,
      Consumer<Problem> problems,
      TideTime declaredTime,
      Predicate<Chunk> looksInto,
      boolean wantsRows,
      boolean strict) {
    this.problems = problems;
    this.looksInto = looksInto;
    this.wantsRows = wantsRows;
    window = Window.on(source);
    window.readAhead(Window.SMALL);
    parser = new TideParser(window.size());
    salvage = new Salvage(source, channels);
    Belief belief = new Belief(channels, problems, declaredTime, parser.chunk());
    entries = new ChunkWalk(window, parser, salvage, belief, losses, problems, strict);
  }

  /**
   * Goes on. Of the events of the parser, {@code MORE} and {@code BAD} never come out of here.
   *
   * @throws TideException if the file cannot be read
   */
  Event next() {
    while (true) {
      Event event = entries.next();
      if (event == Event.ENTRY) {
        return entries.takes() ? Event.ENTRY : Event.CHUNK_END;
      }
      Event seen =
          switch (event) {
            case CHUNK -> beginChunk();
            case CHUNK_END -> entries.end();
            case BAD -> entries.isInside() ? entries.bad() : badBlock();
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

  /**
   * Goes on to entries, past whatever else there is; for those who want nothing but entries.
   *
   * @param run gets as many as can be had at once, of one chunk; of the last one is told what is
   *     told of the current one
   * @return false behind the last
   * @throws TideException if the file cannot be read
   */
  boolean next(EntryRun run) {
    entries.take(run);
    while (run.count() == 0) {
      Event event = next();
      if (event == Event.END) {
        return false;
      }
      if (event == Event.ENTRY) {
        run.set(entries.entry());
      }
    }
    return true;
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
    Chunk chunk = parser.chunk();
    entries.begin(chunk);
    boolean again = chunk.position() == repeatedChunk;
    if (!again) {
      salvage.saw(chunk);
    }
    if (chunk.state() == Chunk.State.WHOLE && !again && !looksInto.test(chunk)) {
      skippedChunk = chunk.position();
      parser.skipBlock();
    } else {
      entries.enter();
    }
    // Who has been told of a chunk is not told again.
    return again ? Event.MORE : Event.CHUNK;
  }

  private Event badBlock() {
    long at = parser.position();
    Chunk last = entries.chunk();
    if (skippedChunk == last.position()
        && last.endPosition() == at
        && at == parser.blockPosition()) {
      // Its length may be wrong: go through its entries.
      repeatedChunk = skippedChunk;
      skippedChunk = -1;
      parser.resume(repeatedChunk);
      return Event.MORE;
    }
    report(parser.problem().code(), at, parser.problem().text());
    long next = salvage.goesOnAt(at, last);
    losses.add(Math.min(at, next), next);
    parser.resume(next);
    return Event.MORE;
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
    return entries.entry();
  }

  /** The chunk that entries are of. */
  Chunk chunk() {
    return entries.chunk();
  }

  /** Whether the entries are of a chunk that is in doubt. */
  boolean recovered() {
    return entries.isDoubted();
  }

  Channels channels() {
    return channels;
  }

  Losses losses() {
    return losses;
  }

  /** Whether entries of the chunk may come: after {@code CHUNK}, that it can be read. */
  boolean inChunk() {
    return entries.isInside();
  }

  /** How many entries of the chunk have been given so far. */
  long count() {
    return entries.count();
  }

  /**
   * The payload of the current entry, or of another of the last run; see {@link
   * TideCursor#payload}.
   *
   * @param entry where it begins, in the bytes that it was read from
   */
  ByteBuffer payload(long entry, long length) {
    return entries.payload(entry, length);
  }

  /** Writes the payload of such an entry; see {@link TideCursor#writePayload}. */
  void writePayload(long entry, long length, WritableByteChannel to) throws IOException {
    entries.writePayload(entry, length, to);
  }

  /** Releases buffers and decompressors; the source stays open. */
  @Override
  public void close() {
    entries.close();
  }
}
