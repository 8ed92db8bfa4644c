package org.secindex.file;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.secindex.api.EntryBatch;

/**
 * Walks the entries of one layer in ascending order. Reads many blocks at a time, and the next ones
 * while these are being used: constant memory, whatever the range.
 */
final class LayerCursor {
  /** A short scan shall not wait for a megabyte, so reads grow from the first to the second. */
  private static final int FIRST_READ = 64 << 10;

  private static final int LARGEST_READ = 1 << 20;

  private final List<Segment> segments;
  private final long last;
  private final Block block = new Block();
  private final EntryBatch rows = new EntryBatch(Block.MAX_ENTRIES);

  /** Where the next read begins. */
  private int segment;

  private int nextBlock;
  private int readSize = FIRST_READ;

  private @Nullable Read ahead;
  private @Nullable Read present;
  private @Nullable ByteBuffer spare;
  private long first;
  private int row;

  /** Entries of {@code first <= key <= last}, in sort order. */
  LayerCursor(Layer layer, long first, long last) {
    this.segments = layer.segments();
    this.first = first;
    this.last = last;
    while (segment < segments.size() && segments.get(segment).info().max() < first) {
      segment++;
    }
    if (segment < segments.size()) {
      nextBlock = Math.max(0, segments.get(segment).fences().blockOf(first));
    }
    ahead = startRead();
  }

  /** Begins to read the next blocks, null if none is left in the range. */
  private @Nullable Read startRead() {
    if (segment < segments.size() && nextBlock == segments.get(segment).fences().size()) {
      segment++;
      nextBlock = 0;
    }
    if (segment >= segments.size()) {
      return null;
    }
    Segment from = segments.get(segment);
    Fences fences = from.fences();
    int begin = nextBlock;
    int end = begin;
    int length = 0;
    while (end < fences.size()
        && fences.firstKey(end) <= last
        && (end == begin || length + fences.length(end) <= readSize)) {
      length += fences.length(end++);
    }
    if (end == begin) {
      segment = segments.size();
      return null;
    }
    nextBlock = end;
    readSize = Math.min(2 * readSize, LARGEST_READ);
    ByteBuffer buffer = spare;
    spare = null;
    if (buffer == null || buffer.capacity() < length + Block.SLACK) {
      buffer = Scratch.allocate(length + Block.SLACK);
    }
    CompletableFuture<?> done =
        from.file()
            .readMany(
                new long[] {fences.offset(begin)},
                new int[] {length},
                buffer.clear().limit(length).duplicate());
    return new Read(from, begin, end, buffer, done);
  }

  /**
   * The rows that are ready, from {@link #row} on; more are read when there is none.
   *
   * @return false at the end
   */
  boolean ready() {
    while (row == rows.size()) {
      rows.clear();
      row = 0;
      Read read = present;
      if (read == null || read.next == read.end) {
        if (read != null) {
          spare = read.buffer;
        }
        read = ahead;
        present = read;
        if (read == null) {
          return false;
        }
        // What is ahead is begun before this is awaited, so both are under way.
        ahead = startRead();
        read.await();
      }
      read.openNext(block);
      int from = block.lowerBound(first);
      int to = last == Long.MAX_VALUE ? block.count() : block.lowerBound(last + 1);
      if (from < to) {
        block.copy(from, to, rows, 0);
        rows.setSize(to - from);
      }
    }
    return true;
  }

  /** Unpacked entries, keys in sort order, chunk -1 for a tombstone. */
  EntryBatch rows() {
    return rows;
  }

  /** The first of {@link #rows} that has not been used. */
  int row() {
    return row;
  }

  /** Marks rows as used. */
  void skip(int n) {
    row += n;
  }

  /** Completes when no read is under way any more. Nothing is to be called afterwards. */
  CompletableFuture<?> end() {
    return ahead == null ? CompletableFuture.completedFuture(true) : ahead.done;
  }

  /** Consecutive blocks of one segment, being read or read. */
  private static final class Read {
    private final Segment segment;
    private final ByteBuffer buffer;
    private final CompletableFuture<?> done;
    private final int end;
    private int next;
    private int at;

    Read(Segment segment, int begin, int end, ByteBuffer buffer, CompletableFuture<?> done) {
      this.segment = segment;
      this.next = begin;
      this.end = end;
      this.buffer = buffer;
      this.done = done;
    }

    void await() {
      try {
        done.join();
      } catch (CompletionException e) {
        throw e.getCause() instanceof RuntimeException cause ? cause : e;
      }
    }

    void openNext(Block block) {
      Fences fences = segment.fences();
      int length = fences.length(next);
      block.open(buffer, at, length, segment.path(), fences.offset(next));
      at += length;
      next++;
    }
  }
}
