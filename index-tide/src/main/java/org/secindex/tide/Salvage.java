package org.secindex.tide;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.secindex.tide.TideParser.Event;

/**
 * Finds where a damaged log goes on. The four letters of a tag also occur in payloads, and so may
 * whole logs: a place counts only if its block fits the file and is well formed; and if nothing but
 * the letters led there, then another such block or the end of the file must follow it, and it must
 * not contradict what is known of the log.
 */
final class Salvage {
  /** Among bytes that may be anything, no larger {@code CHAN} is looked for: each is read. */
  private static final int LARGEST_CHANNEL_SOUGHT = 1 << 20;

  /** So many entries of a chunk are looked at: each further one says little more. */
  private static final int ENTRIES_LOOKED_AT = 64;

  private final Window probe;
  private final Window window;
  private final long size;

  private final Channels channels;
  private final Set<Long> chunkIds = new HashSet<>();
  private boolean anyIdRepeated;

  /** The compressed chunk among whose bytes a block was sought last; -1: none. */
  private long searchedChunk = -1;

  Salvage(TideSource source, Channels channels) {
    this.channels = channels;
    window = Window.on(source);
    probe = Window.on(source);
    probe.readAhead(Window.SMALL);
    size = probe.size();
  }

  /** A chunk has come that was not there before. */
  void saw(Chunk chunk) {
    anyIdRepeated |= !chunkIds.add(chunk.id());
  }

  /** Another log begins. */
  void startAnew() {
    chunkIds.clear();
  }

  /** A window for whoever looks ahead. */
  Window window() {
    return window;
  }

  /** Whether a well-formed block begins there, or the last one, cut. */
  boolean isBlock(long position) {
    return blockEnd(position, false) >= 0;
  }

  /**
   * Where the log goes on, if no block begins where one should.
   *
   * @param last the chunk before that place
   */
  long goesOnAt(long at, Chunk last) {
    if (at == size) {
      return size;
    }
    long behind = behindDamagedBlock(at);
    if (behind >= 0) {
      return behind;
    }
    // Once for each chunk: what was found there may lead to here again.
    if (last.compression() != Compression.NONE
        && last.endPosition() == at
        && last.position() != searchedChunk) {
      searchedChunk = last.position();
      return behindCompressed(last);
    }
    return search(at + 1);
  }

  /**
   * The block behind a compressed chunk whose length is wrong, or beyond the end of the file: among
   * compressed bytes, what looks like a block most likely is one.
   */
  long behindCompressed(Chunk chunk) {
    return search(chunk.entriesPosition());
  }

  boolean isBlockOrEnd(long position) {
    return position == size || isBlock(position);
  }

  /** If what stands in a damaged block leads to the next: there. Otherwise -1. */
  private long behindDamagedBlock(long from) {
    if (size - from < Layout.BLOCK_HEADER) {
      return size;
    }
    ByteBuffer header = probe.view(from, Layout.BLOCK_HEADER);
    int tag = header.getInt();
    long length = header.getLong();
    long body = from + Layout.BLOCK_HEADER;
    if (length >= 0 && length <= size - body && isBlockOrEnd(body + length)) {
      return body + length;
    }
    if (tag == Layout.INDX && size - body >= Layout.INDEX_HEADER) {
      long rows = probe.view(body, Layout.INDEX_HEADER).getInt(4) & Unsigned.MAX_32;
      long end = body + Layout.INDEX_HEADER + rows * Layout.INDEX_ROW;
      if (end <= size && isBlockOrEnd(end)) {
        return end;
      }
    }
    return -1;
  }

  /** The first block from there on that agrees; the end of the file if there is none. */
  long search(long from) {
    long position = from;
    while (size - position >= Layout.BLOCK_HEADER) {
      int length = (int) Math.min(Window.LARGE, size - position);
      ByteBuffer bytes = window.view(position, length);
      for (int i = 0; i <= length - 4; i++) {
        byte first = bytes.get(i);
        if ((first == 'C' || first == 'I') && isCandidate(bytes.getInt(i), position + i)) {
          return position + i;
        }
      }
      // A tag may lie across two windows.
      position += length - 3;
    }
    return size;
  }

  private boolean isCandidate(int tag, long position) {
    if (!Layout.isTag(tag) || (tag == Layout.CHAN && !isChannel(position))) {
      return false;
    }
    long end = blockEnd(position, true);
    return end >= 0 && isBlockOrEnd(end);
  }

  /** Whether the lengths of a {@code CHAN} lead to its end, and that to another block. */
  private boolean isChannel(long position) {
    long body = position + Layout.BLOCK_HEADER;
    if (body > size) {
      return false;
    }
    long length = probe.view(position, Layout.BLOCK_HEADER).getLong(4);
    if (length < Layout.CHANNEL_MIN || length > Math.min(LARGEST_CHANNEL_SOUGHT, size - body)) {
      return false;
    }
    long end = body + length;
    long at = body + 4;
    at += 1 + (probe.view(at, 1).get() & 0xff);
    for (int texts = 1; texts < 5; texts++) {
      if (at + 4 > end) {
        return false;
      }
      at += 4 + (probe.view(at, 4).getInt() & Unsigned.MAX_32);
    }
    return (at == end || at + Layout.RSBAG_SPARE == end) && isBlockOrEnd(end);
  }

  /**
   * Where the block there ends, if it is well formed; otherwise -1.
   *
   * @param searched whether only its tag led there, so that it must be whole and agree
   */
  private long blockEnd(long position, boolean searched) {
    TideParser parser = new TideParser(size);
    parser.resume(position);
    Event event = probe.next(parser);
    boolean isBlock =
        switch (event) {
          case HEADER, CHANNEL, INDEX, CHUNK -> true;
          default -> false;
        };
    if (!isBlock || (searched && !agrees(event, parser))) {
      return -1;
    }
    return event == Event.CHUNK ? chunkEnd(parser, !searched) : parser.blockEnd();
  }

  /** Whether a block can be of this log, and not of one in a payload. */
  private boolean agrees(Event event, TideParser block) {
    return switch (event) {
      case CHUNK -> anyIdRepeated || !chunkIds.contains(block.chunk().id());
      case CHANNEL -> channels.agrees(block.channel());
      default -> channels.isKnown(block.indexChannelId());
    };
  }

  private long chunkEnd(TideParser parser, boolean cutAllowed) {
    Chunk chunk = parser.chunk();
    if (chunk.state() == Chunk.State.CUT && !cutAllowed) {
      return -1;
    }
    if (chunk.compression() != Compression.NONE) {
      return isCompressed(chunk) ? chunk.endPosition() : -1;
    }
    boolean cut = chunk.state() == Chunk.State.CUT;
    if (cut && !chunk.hasTimes()) {
      return -1;
    }
    long end = parser.blockEnd();
    for (int i = 0; i < ENTRIES_LOOKED_AT; i++) {
      Event event = probe.next(parser);
      if (event == Event.CHUNK_END) {
        return isEnd(parser, chunk) ? parser.blockEnd() : -1;
      }
      if (event != Event.ENTRY || (cut && !chunk.isWithinTimes(parser.entryTimestamp()))) {
        return -1;
      }
    }
    return end;
  }

  private static boolean isEnd(TideParser parser, Chunk chunk) {
    return chunk.state() != Chunk.State.WHOLE
        || parser.spareBytes() == 0
        || parser.spareBytes() == Layout.RSBAG_SPARE;
  }

  private boolean isCompressed(Chunk chunk) {
    if (chunk.storedBytes() < 4) {
      return chunk.storedBytes() == 0;
    }
    int magic = probe.view(chunk.entriesPosition(), 4).getInt();
    return chunk.compression() == Compression.GZIP
        ? (magic & 0xffff) == 0x8b1f
        : (magic & 0xffffff) == 0x685a42;
  }

  /**
   * Follows the entries of a chunk from one of them on, by their sizes alone.
   *
   * @return how many there are if they end where the chunk does; otherwise -1
   */
  static long countEntries(Window window, TideParser parser) {
    long count = 0;
    Event event = window.next(parser);
    while (event == Event.ENTRY) {
      count++;
      event = window.next(parser);
    }
    boolean fits =
        event == Event.CHUNK_END
            && (parser.spareBytes() == 0 || parser.spareBytes() == Layout.RSBAG_SPARE);
    return fits ? count : -1;
  }
}
