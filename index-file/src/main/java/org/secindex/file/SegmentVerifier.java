package org.secindex.file;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntryChecksum;
import org.secindex.api.IndexFormatTooNewException;
import org.secindex.api.KeyDomain;
import org.secindex.api.Verification;

/**
 * Reads every byte of a view, or a sample of its blocks with all that describes them, and checks
 * all that can be checked.
 */
final class SegmentVerifier {
  private static final int READ = 1 << 20;

  private final SegmentStore store;
  private final View view;
  private final double share;
  private final SplittableRandom random;
  private final LongConsumer progress;
  private final List<String> problems = new ArrayList<>();
  private final ByteBuffer buffer;
  private final Block block = new Block();
  private final EntryBatch rows = new EntryBatch(Block.MAX_ENTRIES);
  private long read;

  /**
   * @param share of the blocks to be read, but at least one of each segment; 1 reads all
   * @param seed for the choice
   */
  SegmentVerifier(SegmentStore store, View view, double share, long seed, LongConsumer progress) {
    this.store = store;
    this.view = view;
    this.share = share;
    this.random = new SplittableRandom(seed);
    this.progress = progress;
    long largest =
        view.manifest().segments().stream().mapToLong(SegmentInfo::bytes).max().orElse(0);
    buffer = Scratch.allocate((int) Math.min(largest, READ) + Block.SLACK);
  }

  Verification run() {
    checkManifest();
    EntryChecksum stored = new EntryChecksum();
    for (Layer layer : view.layers()) {
      for (Segment segment : layer.segments()) {
        stored.add(checkSegment(segment));
      }
    }
    boolean layered = share == 1 && view.layers().length > 1 && problems.isEmpty();
    EntryChecksum entries = layered ? visible() : stored;
    return new Verification(entries.count(), entries.value(), problems);
  }

  private void checkManifest() {
    try {
      // In this order: what is published after the list was made is newer than the view.
      List<String> files = store.list();
      Optional<Manifest> newest = new Manifests(store).newest();
      if (newest.isEmpty() || newest.get().number() < view.manifest().number()) {
        problems.add(store.describe(view.manifest().name()) + ": the manifest is missing");
      } else if (newest.get().number() == view.manifest().number()) {
        // A later version may rightly have dropped files that this view still has open.
        for (SegmentInfo segment : view.manifest().segments()) {
          if (!files.contains(segment.name())) {
            store.confirmLost(segment.name());
            problems.add(store.describe(segment.name()) + ": missing");
          }
        }
      }
    } catch (CorruptIndexException | IndexFormatTooNewException e) {
      problems.add(e.getMessage());
    }
  }

  private EntryChecksum checkSegment(Segment segment) {
    EntryChecksum sum = new EntryChecksum();
    try {
      segment.recheck(view.domain());
    } catch (CorruptIndexException | IndexFormatTooNewException e) {
      problems.add(e.getMessage());
    }
    Fences fences = segment.fences();
    BitSet chosen = choose(fences.size());
    long tombstones = 0;
    int before = problems.size();
    for (int begin = chosen.nextSetBit(0); begin >= 0; ) {
      int end = begin;
      int length = 0;
      while (chosen.get(end) && length + fences.length(end) <= READ) {
        length += fences.length(end++);
      }
      if (!readBlocks(segment, fences.offset(begin), length)) {
        return sum;
      }
      int at = 0;
      for (int i = begin; i < end; i++) {
        if (openBlock(segment, i, at)) {
          checkKeys(segment, i);
          tombstones += add(sum);
        }
        at += fences.length(i);
      }
      begin = chosen.nextSetBit(end);
      progress.accept(read);
    }
    SegmentInfo info = segment.info();
    boolean whole =
        sum.count() == info.entries()
            && tombstones == info.tombstones()
            && sum.value() == info.checksum();
    boolean all = chosen.cardinality() == fences.size();
    if (all && !whole && problems.size() == before) {
      problems.add(
          segment.path()
              + ": holds "
              + sum.count()
              + " entries of checksum "
              + sum
              + ", which is not what the manifest says: "
              + info);
    }
    return sum;
  }

  private BitSet choose(int blocks) {
    BitSet chosen = new BitSet(blocks);
    if (share == 1) {
      chosen.set(0, blocks);
      return chosen;
    }
    chosen.set(random.nextInt(blocks));
    for (int i = 0; i < blocks; i++) {
      if (random.nextDouble() < share) {
        chosen.set(i);
      }
    }
    return chosen;
  }

  private boolean readBlocks(Segment segment, long offset, int length) {
    try {
      segment.file().read(offset, buffer.clear().limit(length));
      return true;
    } catch (CorruptIndexException e) {
      problems.add(e.getMessage());
      return false;
    }
  }

  private boolean openBlock(Segment segment, int i, int at) {
    Fences fences = segment.fences();
    try {
      block.open(buffer, at, fences.length(i), segment.path(), fences.offset(i));
      rows.setSize(block.count());
      block.copy(0, block.count(), rows, 0);
      return true;
    } catch (CorruptIndexException e) {
      problems.add(e.getMessage());
      return false;
    }
  }

  /**
   * Keys from this fence up to the next one, ascending, and none denied by a filter; the last one
   * is the segment's last.
   */
  private void checkKeys(Segment segment, int i) {
    Fences fences = segment.fences();
    boolean sound = rows.keys[0] == fences.firstKey(i);
    boolean denied = false;
    for (int r = 0; r < rows.size(); r++) {
      sound &= r == 0 || rows.keys[r - 1] < rows.keys[r];
      sound &= rows.chunkIds[r] >= -1 && rows.subChunkIds[r] >= 0;
      denied |= !segment.filters().mayContain(rows.keys[r]);
    }
    long last = rows.keys[rows.size() - 1];
    sound &= i + 1 < fences.size() ? last < fences.firstKey(i + 1) : last == segment.info().max();
    String where = segment.path() + ":" + fences.offset(i);
    if (!sound) {
      problems.add(where + ": entries of the block are not in order, or no locations");
    }
    if (denied) {
      problems.add(where + ": a filter says of keys of the block that they are not there");
    }
  }

  private long add(EntryChecksum sum) {
    KeyDomain domain = view.domain();
    long tombstones = 0;
    for (int r = 0; r < rows.size(); r++) {
      sum.add(domain.toSortOrder(rows.keys[r]), rows.chunkIds[r], rows.subChunkIds[r]);
      tombstones += rows.chunkIds[r] >>> 31;
    }
    read += rows.size();
    return tombstones;
  }

  /** The sum over what look-ups see, where overlays hide a part of what is stored. */
  private EntryChecksum visible() {
    EntryChecksum sum = new EntryChecksum();
    view.acquire();
    try (Scan scan = new Scan(view, Long.MIN_VALUE, Long.MAX_VALUE)) {
      EntryBatch batch = new EntryBatch();
      while (scan.read(batch)) {
        sum.add(batch);
      }
    }
    return sum;
  }
}
