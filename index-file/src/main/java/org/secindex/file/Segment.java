package org.secindex.file;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32C;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.KeyDomain;

/**
 * A segment open for reading: its fences and filters are in memory, its blocks are read when asked
 * for. Safe for use by several threads. Counts its holders; the last one closes the file.
 */
final class Segment {
  private static final int FENCE_READ = 1 << 20;

  private final SegmentInfo info;
  private final String path;
  private final SegmentFile file;
  private final Fences fences;
  private final KeyFilters filters;
  private final AtomicInteger holders = new AtomicInteger(1);

  private Segment(SegmentInfo info, String path, SegmentFile file, Ends ends) {
    this.info = info;
    this.path = path;
    this.file = file;
    fences = ends.fences();
    filters = ends.filters();
  }

  /**
   * Opens a segment and checks its preamble, footer, filters and fences, and that they agree with
   * what the manifest says. The blocks are checked as they are read.
   *
   * @throws CorruptIndexException if the file is missing or damaged
   */
  static Segment open(SegmentStore store, SegmentInfo info, KeyDomain domain) {
    String path = store.describe(info.name());
    SegmentFile file = store.open(info.name()).orElseThrow(() -> missing(store, info, path));
    boolean opened = false;
    try {
      Segment segment = new Segment(info, path, file, readEnds(file, info, path, domain));
      opened = true;
      return segment;
    } finally {
      if (!opened) {
        file.close();
      }
    }
  }

  private static CorruptIndexException missing(SegmentStore store, SegmentInfo info, String path) {
    store.confirmLost(info.name());
    return new CorruptIndexException(path + ": missing, but the manifest names it");
  }

  /** What is kept in memory. */
  private record Ends(Fences fences, KeyFilters filters) {}

  private static Ends readEnds(SegmentFile file, SegmentInfo info, String path, KeyDomain domain) {
    if (file.size() != info.bytes()) {
      throw new CorruptIndexException(
          path + ": " + file.size() + " bytes long, but the manifest says " + info.bytes());
    }
    ByteBuffer head = read(file, 0, Preamble.LENGTH);
    KeyDomain found = Preamble.read(head, Preamble.SEGMENT, path, "segment");
    if (found != domain) {
      throw new CorruptIndexException(
          path + ":12: keys are " + found + ", but the manifest says " + domain);
    }
    long footerAt = info.bytes() - Footer.LENGTH;
    Footer footer = Footer.read(read(file, footerAt, Footer.LENGTH), path, footerAt);
    SegmentInfo said = footer.info(info.name(), info.bytes());
    if (!said.equals(info)) {
      throw new CorruptIndexException(
          path + ":" + footerAt + ": the footer says " + said + ", but the manifest " + info);
    }
    return new Ends(readFences(file, path, footer), KeyFilters.read(file, footer, path));
  }

  private static Fences readFences(SegmentFile file, String path, Footer footer) {
    int blocks = footer.blocks();
    Fences fences = new Fences(blocks);
    CRC32C crc = new CRC32C();
    long left = (long) blocks * Fences.LENGTH;
    int step = FENCE_READ / Fences.LENGTH * Fences.LENGTH;
    for (long at = footer.fencesAt(); left > 0; ) {
      int n = (int) Math.min(step, left);
      ByteBuffer part = read(file, at, n);
      crc.update(part.duplicate());
      while (part.hasRemaining()) {
        fences.add(part.getLong(), part.getInt() & 0xffffffffL);
      }
      at += n;
      left -= n;
    }
    fences.end(footer.filtersAt());
    if ((int) crc.getValue() != footer.fencesCrc()) {
      throw new CorruptIndexException(
          path + ":" + footer.fencesAt() + ": checksum of the fences does not match");
    }
    boolean sound = fences.offset(0) == Preamble.LENGTH && fences.firstKey(0) == footer.min();
    for (int i = 0; i < blocks; i++) {
      long length = fences.offset(i + 1) - fences.offset(i);
      sound &= length >= Block.MIN_LENGTH && length <= Block.MAX_LENGTH;
      sound &= i == 0 || fences.firstKey(i - 1) < fences.firstKey(i);
    }
    if (!sound) {
      throw new CorruptIndexException(path + ":" + footer.fencesAt() + ": fences are not in order");
    }
    return fences;
  }

  /** The domain that a segment's preamble names. */
  static KeyDomain domainOf(SegmentFile file, String path) {
    int length = (int) Math.min(Preamble.LENGTH, file.size());
    return Preamble.read(read(file, 0, length), Preamble.SEGMENT, path, "segment");
  }

  /** The footer of a segment that no manifest is known to name. */
  static Footer footerOf(SegmentFile file, String path) {
    long footerAt = Math.max(0, file.size() - Footer.LENGTH);
    int length = (int) (file.size() - footerAt);
    if (length < Footer.LENGTH) {
      throw new CorruptIndexException(path + ": only " + length + " bytes long: cut off");
    }
    return Footer.read(read(file, footerAt, length), path, footerAt);
  }

  private static ByteBuffer read(SegmentFile file, long offset, int length) {
    ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    file.read(offset, buffer);
    return buffer.flip();
  }

  /**
   * Reads and checks preamble, footer, filters and fences again.
   *
   * @throws CorruptIndexException if they are damaged by now
   */
  void recheck(KeyDomain domain) {
    readEnds(file, info, path, domain);
  }

  SegmentInfo info() {
    return info;
  }

  String path() {
    return path;
  }

  SegmentFile file() {
    return file;
  }

  Fences fences() {
    return fences;
  }

  KeyFilters filters() {
    return filters;
  }

  boolean covers(long key) {
    return info.min() <= key && key <= info.max();
  }

  /** Looks up a key that this segment {@link #covers}: one read at most. See {@link Block#find}. */
  long find(long key, Scratch scratch) {
    if (!filters.mayContain(key)) {
      return Block.ABSENT;
    }
    int block = fences.blockOf(key);
    long offset = fences.offset(block);
    int length = fences.length(block);
    ByteBuffer buffer = scratch.blockBuffer();
    file.read(offset, buffer.limit(length));
    Block opened = scratch.block();
    opened.open(buffer, 0, length, path, offset);
    return opened.find(key);
  }

  /** Adds a holder. Only to be called by one who holds it. */
  Segment hold() {
    holders.incrementAndGet();
    return this;
  }

  /** Takes a holder away. */
  void release() {
    if (holders.decrementAndGet() == 0) {
      try {
        file.close();
      } catch (RuntimeException e) { // Of whatever kind: stores are made by others, too.
        // Nothing is lost of a file that was read only, whereas those who let go of it may have
        // done what cannot be taken back, as publishing, or have more to let go of.
      }
    }
  }
}
