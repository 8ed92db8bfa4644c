package org.secindex.tide;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import org.secindex.tide.TideParser.Event;

/** The part of a source that is in memory, and what moves it. One thread at a time. */
final class Window {
  /** Read at once when everything is looked at: so little that it stays in a processor's cache. */
  static final int LARGE = 1 << 18;

  /** Read at once when only headers are looked at that lie far from each other: a page. */
  static final int SMALL = 4096;

  private static final ByteBuffer NONE = ByteBuffer.allocate(0);

  /** Larger payloads are copied, so that a window does not stay as large. */
  private static final int LARGEST_VIEW = 16 << 20;

  private final TideSource source;
  private final long size;

  /** Whether to go back is to begin anew. */
  private final boolean forwardOnly;

  private ByteBuffer buffer;
  private long base;

  /** How many bytes of the buffer are of the file. */
  private int filled;

  private int ahead = LARGE;

  private Window(TideSource source, long size, ByteBuffer buffer, int filled) {
    this.source = source;
    this.size = size;
    forwardOnly = source instanceof InflatedSource;
    this.buffer = buffer.order(ByteOrder.LITTLE_ENDIAN);
    this.filled = filled;
  }

  /** A window on a source. What is in memory is not copied. */
  static Window on(TideSource source) {
    long size = sizeOf(source);
    return source instanceof MemorySource memory
        ? new Window(source, size, memory.bytes().duplicate(), memory.bytes().capacity())
        : new Window(source, size, ByteBuffer.allocateDirect(SMALL), 0);
  }

  static long sizeOf(TideSource source) {
    try {
      return source.size();
    } catch (IOException e) {
      throw new TideException(source.name() + ": cannot be read: " + e.getMessage(), e);
    }
  }

  TideSource source() {
    return source;
  }

  long size() {
    return size;
  }

  /** How many bytes are read at once from now on. */
  void readAhead(int bytes) {
    // What is decompressed as it is read cannot be passed over.
    ahead = forwardOnly ? LARGE : bytes;
  }

  /** The parser's next event but {@code MORE}. */
  Event next(TideParser parser) {
    Event event = parser.next();
    while (event == Event.MORE) {
      load(parser.position(), parser.wanted());
      feed(parser);
      event = parser.next();
    }
    return event;
  }

  /** Gives a parser what is in the window. */
  void feed(TideParser parser) {
    parser.feed(base, buffer.slice(0, filled));
  }

  /** A view of bytes of the file, valid until the window moves. */
  ByteBuffer view(long position, int length) {
    load(position, length);
    return buffer.slice((int) (position - base), length).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The same for whoever has a parser on this window, which goes on with what is in it then. */
  ByteBuffer view(TideParser parser, long position, int length) {
    ByteBuffer view = view(position, length);
    feed(parser);
    return view;
  }

  /** The payload of an entry; see {@link TideCursor#payload}. */
  ByteBuffer payload(long entry, long length) {
    long position = entry + Layout.ENTRY_HEADER;
    if (length > Integer.MAX_VALUE - 8) {
      throw new TideException(
          source.name()
              + ": the entry at "
              + entry
              + " has "
              + length
              + " bytes, too many for one buffer; write it to a channel instead");
    }
    return length <= LARGEST_VIEW || forwardOnly
        ? view(position, (int) length).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN)
        : copy(position, (int) length);
  }

  /** Writes the payload of an entry piece by piece. */
  void writePayload(long entry, long length, WritableByteChannel to) throws IOException {
    long position = entry + Layout.ENTRY_HEADER;
    long end = position + length;
    while (position < end) {
      ByteBuffer piece = view(position, (int) Math.min(end - position, LARGE));
      position += piece.remaining();
      while (piece.hasRemaining()) {
        to.write(piece);
      }
    }
  }

  /** A copy of bytes of the file, for what is too large for a window. */
  private ByteBuffer copy(long position, int length) {
    ByteBuffer copy = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (copy.hasRemaining()) {
      read(position + copy.position(), copy);
    }
    return copy.flip();
  }

  /** Makes sure that those bytes are in the window. */
  private void load(long position, int length) {
    if (position < 0 || length > size - position) {
      throw new IllegalArgumentException(
          source.name() + ": " + length + " bytes at " + position + " of " + size);
    }
    if (position >= base && position - base + length <= filled) {
      return;
    }
    long end = base + filled;
    ByteBuffer left =
        position >= base && position < end
            ? buffer.slice((int) (position - base), (int) (end - position))
            : NONE;
    // A little that is passed over is read as well: the system sees one stream then, and reads on.
    boolean streams = ahead == LARGE && position > end && position - end < LARGE / 4;
    base = streams ? end : position;
    int needed = (int) (position - base) + length;
    int target = (int) Math.min(Math.max(needed, ahead), size - base);
    if (target > buffer.capacity()) {
      buffer = ByteBuffer.allocateDirect(target).order(ByteOrder.LITTLE_ENDIAN);
    }
    buffer.clear().limit(target);
    // Both may be the same memory, which put takes care of.
    buffer.put(left);
    filled = buffer.position();
    while (filled < needed) {
      filled += read(base + filled, buffer);
    }
    buffer.clear();
  }

  private int read(long position, ByteBuffer into) {
    int n;
    try {
      n = source.read(position, into);
    } catch (IOException e) {
      throw new TideException(
          source.name() + ": cannot be read at " + position + ": " + e.getMessage(), e);
    }
    if (n <= 0) {
      throw new TideException(
          source.name()
              + ": ends at "
              + position
              + ", and had "
              + size
              + " bytes when it was opened; is somebody writing it anew?");
    }
    return n;
  }
}
