package org.secindex.tide;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.secindex.tide.TideParser.Event;

/**
 * Reads a log, whole or damaged. Opening looks at the first block alone; what blocks there are is
 * found when first asked for, by going from one to the next without reading what is in them.
 *
 * <p>Damage never ends the reading: it is told to the listener of the {@link ReadOptions}, and
 * passed over. Memory is taken for what is in the file, not for what it claims: about a hundred
 * bytes for each block once they are asked for, a few megabytes for buffers, and what a {@link
 * TideQuery} says.
 *
 * <p>A reader may be used by several threads; each cursor belongs to one.
 */
public final class TideReader implements AutoCloseable {
  private final TideSource source;
  private final ReadOptions options;
  private final int majorVersion;
  private final int minorVersion;
  private @Nullable Outline outline;
  private @Nullable LogIndex index;

  private TideReader(TideSource source, ReadOptions options) {
    this.source = source;
    this.options = options;
    Window window = Window.on(source);
    window.readAhead(Window.SMALL);
    TideParser parser = new TideParser(window.size());
    if (window.next(parser) != Event.HEADER) {
      throw new TideException(
          source.name()
              + ": not a TIDE log: "
              + (window.size() == 0 ? "an empty file" : parser.problem().text())
              + "; recover finds what there is");
    }
    majorVersion = parser.majorVersion();
    minorVersion = parser.minorVersion();
    if (majorVersion > Layout.NEWEST_MAJOR_VERSION && !options.anyVersion()) {
      throw new TideException(
          source.name()
              + ": TIDE version "
              + majorVersion
              + "."
              + minorVersion
              + "; known are 0 and 1. With --any-version (ReadOptions.anyVersion) it is read"
              + " nevertheless");
    }
  }

  /**
   * Opens a file of this machine with {@link ReadOptions#DEFAULT}.
   *
   * @throws TideException if it cannot be read or is no TIDE log
   */
  public static TideReader open(Path path) {
    return open(TideSource.open(path), ReadOptions.DEFAULT);
  }

  /**
   * Opens a log. The source is closed with the reader, or now if this fails.
   *
   * @throws TideException if it cannot be read, is no TIDE log, or is of an unknown version
   */
  public static TideReader open(TideSource source, ReadOptions options) {
    try {
      return new TideReader(source, options);
    } catch (RuntimeException e) {
      try {
        source.close();
      } catch (IOException closing) {
        e.addSuppressed(closing);
      }
      throw e;
    }
  }

  /** What messages call the log. */
  public String name() {
    return source.name();
  }

  /** Where it is read from. */
  TideSource source() {
    return source;
  }

  /** How many bytes the file has. */
  public long size() {
    return Window.sizeOf(source);
  }

  /** How it is read. */
  public ReadOptions options() {
    return options;
  }

  /** The version's first number; 0 (RSBag) or 1 (libtidelog) so far. */
  public int majorVersion() {
    return majorVersion;
  }

  /** The version's second number. */
  public int minorVersion() {
    return minorVersion;
  }

  /** The declared channels, in the order in which they come. */
  public List<Channel> channels() {
    return outline().channels();
  }

  /** The declared channels of that name; there may be several. */
  public List<Channel> channelsNamed(String name) {
    Text text = Text.of(name);
    return channels().stream().filter(channel -> channel.name().equals(text)).toList();
  }

  /** The channel of that id; a stand-in if none is declared. */
  public Channel channel(long id) {
    return channels().stream()
        .filter(channel -> channel.id() == id)
        .findFirst()
        .orElseGet(() -> Channel.standIn(id));
  }

  /** The chunks, as they lie in the file. */
  public List<Chunk> chunks() {
    return outline().chunks();
  }

  /** The chunk of that id; the first, if there are several. */
  public Optional<Chunk> chunk(long id) {
    Integer number = outline().chunkNumber(id);
    return number == null ? Optional.empty() : Optional.of(chunks().get(number));
  }

  /** All blocks, as they lie in the file. */
  public List<Block> blocks() {
    return outline().blocks();
  }

  /** Whether there is any {@code INDX} block. */
  public boolean hasIndex() {
    return blocks().stream().anyMatch(block -> block.tag().equals("INDX"));
  }

  /**
   * All entries, as they lie in the file, found by going through the chunks: headers are read, and
   * payloads passed over unless asked for. Index blocks are not looked at.
   */
  public TideCursor scan() {
    return scan(TideQuery.ALL);
  }

  /**
   * Gives all entries, as {@link #scan()} finds them, to visitors, in several threads at once: each
   * visitor is used by one of them, and sees the entries of chunks that follow each other. A log of
   * small chunks, or one of which there is any problem to tell, is gone through from its start to
   * its end by a single visitor. Takes a megabyte of memory a thread, and 16 more if chunks are
   * compressed.
   *
   * @param threads at least 1
   * @param visitors gives new ones, asked by one thread at a time; to each the cursor is given as
   *     often as there is an entry, to look at and not to move. Those of which the result does not
   *     come back have been in vain.
   * @return visitors that together have seen every entry once, in the order of the file
   * @throws TideException if the file cannot be read
   */
  public <V extends Consumer<TideCursor>> List<V> scan(int threads, Supplier<V> visitors) {
    List<V> parts = new ParallelScan<V>(source, options.time(), threads, visitors).run();
    if (!parts.isEmpty()) {
      return parts;
    }
    V visitor = visitors.get();
    try (TideCursor cursor = scan()) {
      while (cursor.next()) {
        visitor.accept(cursor);
      }
    }
    return List.of(visitor);
  }

  private TideCursor scan(TideQuery query) {
    return new ScanCursor(
        new LogWalk(source, options.problems(), options.time(), chunk -> true, false, false),
        query);
  }

  /**
   * The entries that a query wants, by index blocks or by scanning as the {@link IndexPolicy} says.
   *
   * @throws TideException if the policy is {@code REQUIRE}, and index blocks do not cover the log
   */
  public TideCursor entries(TideQuery query) {
    LogIndex used = index();
    boolean inFileOrder = query.order() == TideQuery.Order.FILE;
    if (inFileOrder && (query.takesAll() || !used.isComplete())) {
      return scan(query);
    }
    Selection selection = Selection.find(source, options, outline(), used, query);
    return new LocatedCursor(
        source,
        options,
        selection.chunks(),
        selection.places(),
        query,
        used::covers,
        selection::isDoubted);
  }

  /** Finds entries at places that an index has told. */
  public EntryLookup lookup() {
    return new EntryLookup(source, options, outline());
  }

  /**
   * What each channel holds, declared ones first: by index blocks or by scanning as the {@link
   * IndexPolicy} says.
   *
   * @param sizes whether payloads are to be summed up, for which the log is scanned
   */
  public List<ChannelSummary> summaries(boolean sizes) {
    LogIndex used = index();
    Summary summary = new Summary();
    if (!sizes && used.isComplete()) {
      used.forEach((channelId, timestamp, chunk, offset) -> summary.add(channelId, timestamp, 0));
      return summary.list(channels(), false);
    }
    try (TideCursor cursor = scan()) {
      while (cursor.next()) {
        summary.add(cursor.channelId(), cursor.timestamp(), cursor.size());
      }
    }
    return summary.list(channels(), true);
  }

  private synchronized Outline outline() {
    if (outline == null) {
      outline = Outline.of(source, options);
    }
    return outline;
  }

  /** The index as far as the policy lets it be used. */
  private synchronized LogIndex index() {
    if (index == null) {
      index =
          options.policy() == IndexPolicy.IGNORE
              ? LogIndex.none(source, outline())
              : LogIndex.of(source, outline());
      if (options.policy() == IndexPolicy.REQUIRE && !index.isComplete()) {
        Chunk chunk = index.firstUncovered();
        throw new TideException(
            source.name()
                + ": its INDX blocks do not cover chunk "
                + chunk.id()
                + " at "
                + chunk.position()
                + "; reindex it, or read it without requiring an index");
      }
    }
    return index;
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
