package org.secindex.file;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.secindex.api.LookupBuilder;

/**
 * Answers many keys at once. Each layer, the newest first, is asked for the keys that are still
 * open: the blocks that may hold them are read once each, many in one call, over all segments at
 * the same time, up to a bounded window of bytes.
 */
final class BatchFind {
  /** Bytes of blocks asked for at a time. */
  static final int WINDOW = 8 << 20;

  /** Neighbouring blocks are read as one range up to this length. */
  private static final int LARGEST_RANGE = 1 << 20;

  private final View view;
  private final LookupBuilder answers;
  private final Scratch scratch;
  private final int windowLength;

  /** Ascending keys in sort order that have no answer yet, and their ranks in the request. */
  private final long[] keys;

  private final int[] ranks;
  private int open;

  /**
   * @param windowLength bytes of blocks asked for at a time; {@link #WINDOW}, but in tests
   */
  BatchFind(View view, LookupBuilder answers, Scratch scratch, int windowLength) {
    this.view = view;
    this.answers = answers;
    this.scratch = scratch;
    this.windowLength = windowLength;
    open = answers.size();
    keys = new long[open];
    ranks = new int[open];
    for (int i = 0; i < open; i++) {
      keys[i] = view.domain().toSortOrder(answers.key(i));
      ranks[i] = i;
    }
  }

  void run() {
    Layer[] layers = view.layers();
    for (int i = layers.length - 1; i >= 0 && open > 0; i--) {
      askLayer(layers[i]);
    }
  }

  private void askLayer(Layer layer) {
    int[] blockOf = new int[open];
    @Nullable Segment[] segmentOf = new Segment[open];
    Segment segment = null;
    int block = 0;
    for (int i = 0; i < open; i++) {
      if (segment == null || !segment.covers(keys[i])) {
        segment = layer.segmentOf(keys[i]);
        block = 0;
      }
      if (segment != null && segment.filters().mayContain(keys[i])) {
        segmentOf[i] = segment;
        block = segment.fences().blockOf(keys[i], block);
        blockOf[i] = block;
      }
    }
    boolean[] settled = new boolean[open];
    for (int from = 0; from < open; ) {
      from = askWindow(from, segmentOf, blockOf, settled);
    }
    int kept = 0;
    for (int i = 0; i < open; i++) {
      if (!settled[i]) {
        keys[kept] = keys[i];
        ranks[kept++] = ranks[i];
      }
    }
    open = kept;
  }

  /**
   * Asks for keys from {@code from} on until the window is full.
   *
   * @return the first key that was not asked for
   */
  private int askWindow(int from, @Nullable Segment[] segmentOf, int[] blockOf, boolean[] settled) {
    List<Ranges> reads = new ArrayList<>();
    Ranges ranges = null;
    int length = 0;
    int lastBlock = -1;
    int to = from;
    for (; to < open; to++) {
      Segment segment = segmentOf[to];
      if (segment == null) {
        continue;
      }
      boolean sameSegment = ranges != null && ranges.segment == segment;
      if (sameSegment && lastBlock == blockOf[to]) {
        continue;
      }
      int blockLength = segment.fences().length(blockOf[to]);
      if (length > 0 && length + blockLength > windowLength) {
        break;
      }
      if (ranges == null || !sameSegment) {
        ranges = new Ranges(segment, length, open - to);
        reads.add(ranges);
      }
      ranges.add(segment.fences().offset(blockOf[to]), blockLength);
      length += blockLength;
      lastBlock = blockOf[to];
    }
    if (!reads.isEmpty()) {
      ByteBuffer window = scratch.window(length);
      await(reads, window);
      resolve(from, to, segmentOf, blockOf, settled, window);
    }
    return to;
  }

  private void await(List<Ranges> reads, ByteBuffer window) {
    CompletableFuture<?>[] pending = new CompletableFuture<?>[reads.size()];
    for (int i = 0; i < pending.length; i++) {
      pending[i] = reads.get(i).start(window);
    }
    try {
      CompletableFuture.allOf(pending).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private void resolve(
      int from,
      int to,
      @Nullable Segment[] segmentOf,
      int[] blockOf,
      boolean[] settled,
      ByteBuffer window) {
    Block block = scratch.block();
    Segment opened = null;
    int openedBlock = -1;
    int at = 0;
    for (int i = from; i < to; i++) {
      Segment segment = segmentOf[i];
      if (segment == null) {
        continue;
      }
      if (segment != opened || blockOf[i] != openedBlock) {
        opened = segment;
        openedBlock = blockOf[i];
        int length = segment.fences().length(openedBlock);
        block.open(window, at, length, segment.path(), segment.fences().offset(openedBlock));
        at += length;
      }
      long found = block.find(keys[i]);
      settled[i] = found != Block.ABSENT;
      if (found >= 0) {
        answers.found(ranks[i], (int) (found >>> 32), (int) found);
      }
    }
  }

  /** The ranges to read from one segment into a part of the window. */
  private static final class Ranges {
    final Segment segment;
    private final int start;
    private long[] offsets;
    private int[] lengths;
    private int count;
    private int total;

    Ranges(Segment segment, int start, int atMost) {
      this.segment = segment;
      this.start = start;
      offsets = new long[Math.min(atMost, 64)];
      lengths = new int[offsets.length];
    }

    void add(long offset, int length) {
      total += length;
      int last = count - 1;
      if (count > 0
          && offsets[last] + lengths[last] == offset
          && lengths[last] + length <= LARGEST_RANGE) {
        lengths[last] += length;
        return;
      }
      if (count == offsets.length) {
        offsets = Arrays.copyOf(offsets, 2 * count);
        lengths = Arrays.copyOf(lengths, 2 * count);
      }
      offsets[count] = offset;
      lengths[count++] = length;
    }

    CompletableFuture<?> start(ByteBuffer window) {
      ByteBuffer part = window.duplicate().position(start).limit(start + total);
      return segment
          .file()
          .readMany(Arrays.copyOf(offsets, count), Arrays.copyOf(lengths, count), part);
    }
  }
}
