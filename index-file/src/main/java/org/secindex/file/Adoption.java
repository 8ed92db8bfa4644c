package org.secindex.file;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongConsumer;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.Durability;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntryChecksum;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;

/** Takes segments of other makers into a store, and checks all of them. */
final class Adoption implements AutoCloseable {
  private static final int READ = 1 << 20;

  /** A segment where it was made. */
  private record Candidate(Path path, SegmentInfo info) {
    LocalSegmentStore store() {
      return storeOf(path);
    }
  }

  private final SegmentStore store;
  private final KeyDomain domain;
  private final SegmentNames names;
  private final List<String> begun = new ArrayList<>();
  private final ByteBuffer buffer = Scratch.allocate(READ + Block.SLACK);
  private final Block block = new Block();
  private final EntryBatch rows = new EntryBatch(Block.MAX_ENTRIES);
  private final LongConsumer progress;
  private long checked;

  Adoption(SegmentStore store, KeyDomain domain, SegmentNames names, LongConsumer progress) {
    this.store = store;
    this.domain = domain;
    this.names = names;
    this.progress = progress;
  }

  private static LocalSegmentStore storeOf(Path path) {
    Path parent = path.toAbsolutePath().getParent();
    if (parent == null) {
      throw new IndexException(path + ": is no segment");
    }
    return new LocalSegmentStore(parent, Durability.SYNC);
  }

  /**
   * Copies or links the segments into the store.
   *
   * @param present those that are in the index already
   * @return what they are called there, in ascending order
   */
  List<SegmentInfo> run(List<Path> paths, boolean link, List<SegmentInfo> present) {
    List<Candidate> candidates = new ArrayList<>();
    for (Path path : paths) {
      candidates.add(candidate(path));
    }
    candidates.sort(Comparator.comparingLong(c -> c.info().min()));
    requireDisjoint(candidates, present);
    List<SegmentInfo> adopted = new ArrayList<>();
    for (Candidate candidate : candidates) {
      adopted.add(adopt(candidate, link));
    }
    return adopted;
  }

  /** Reads what a segment says of itself. */
  private Candidate candidate(Path path) {
    String name = String.valueOf(path.getFileName());
    try (LocalSegmentStore from = storeOf(path);
        SegmentFile file =
            from.open(name).orElseThrow(() -> new IndexException(path + ": no such file"))) {
      KeyDomain found = Segment.domainOf(file, path.toString());
      if (found != domain) {
        throw new IndexConfigException(
            path + ": its keys are " + found + ", those of " + store.address() + " " + domain);
      }
      Footer footer = Segment.footerOf(file, path.toString());
      if (footer.tombstones() > 0 || footer.filters() > 0) {
        throw new IndexException(
            path
                + ": belongs to an overlay of an index ("
                + footer.tombstones()
                + " removals): compact that, and adopt its segments");
      }
      return new Candidate(path, footer.info(name, file.size()));
    }
  }

  private void requireDisjoint(List<Candidate> candidates, List<SegmentInfo> present) {
    for (int i = 0; i < candidates.size(); i++) {
      Candidate each = candidates.get(i);
      if (i > 0 && candidates.get(i - 1).info().max() >= each.info().min()) {
        Candidate before = candidates.get(i - 1);
        throw meet(describe(before.path().toString(), before.info()), each);
      }
      for (SegmentInfo other : present) {
        if (other.min() <= each.info().max() && each.info().min() <= other.max()) {
          throw meet(describe(store.describe(other.name()), other), each);
        }
      }
    }
  }

  private IndexException meet(String one, Candidate other) {
    return new IndexException(
        one
            + " and "
            + describe(other.path().toString(), other.info())
            + " meet: segments to be adopted must have ranges of their own; 'update' adds entries"
            + " to ranges that are there");
  }

  private String describe(String path, SegmentInfo info) {
    return path
        + " ("
        + domain.format(domain.toSortOrder(info.min()))
        + " .. "
        + domain.format(domain.toSortOrder(info.max()))
        + ")";
  }

  private SegmentInfo adopt(Candidate from, boolean link) {
    String name = names.next();
    begun.add(name);
    SegmentInfo info = from.info().named(name);
    if (link && store.link(from.path(), name)) {
      // Checked under its new name, so that what was checked is what is adopted.
      Segment segment = Segment.open(store, info, domain);
      try {
        check(segment, ignored -> {});
      } finally {
        segment.release();
      }
      return info;
    }
    try (LocalSegmentStore there = from.store()) {
      Segment segment = Segment.open(there, from.info(), domain);
      try (SegmentSink sink = store.create(name)) {
        copy(segment, 0, segment.fences().offset(0), sink);
        check(segment, sink::write);
        // Checked when the copy is opened.
        copy(segment, segment.fences().offset(segment.fences().size()), info.bytes(), sink);
        sink.finish();
      } finally {
        segment.release();
      }
    }
    return info;
  }

  private void copy(Segment from, long begin, long end, SegmentSink to) {
    for (long at = begin; at < end; ) {
      int length = (int) Math.min(READ, end - at);
      from.file().read(at, buffer.clear().limit(length));
      to.write(buffer.flip());
      at += length;
    }
  }

  private interface Checked {
    void take(ByteBuffer blocks);
  }

  /** Reads all blocks and hands them on, a megabyte at a time. */
  private void check(Segment segment, Checked taker) {
    Fences fences = segment.fences();
    EntryChecksum sum = new EntryChecksum();
    long previous = 0;
    for (int begin = 0; begin < fences.size(); ) {
      int end = begin;
      int length = 0;
      while (end < fences.size() && length + fences.length(end) <= READ) {
        length += fences.length(end++);
      }
      segment.file().read(fences.offset(begin), buffer.clear().limit(length));
      int at = 0;
      for (int i = begin; i < end; i++) {
        block.open(buffer, at, fences.length(i), segment.path(), fences.offset(i));
        previous = check(segment, i, previous, sum);
        at += fences.length(i);
      }
      taker.take(buffer.position(0).limit(length));
      begin = end;
      progress.accept(checked + sum.count());
      requireNoInterrupt();
    }
    checked += sum.count();
    SegmentInfo info = segment.info();
    if (sum.count() != info.entries() || sum.value() != info.checksum() || previous != info.max()) {
      throw new CorruptIndexException(
          segment.path() + ": its entries are not those that its footer counts");
    }
  }

  /**
   * Checks the order of the open block's keys.
   *
   * @param previous the last key before it
   * @return its last key
   */
  private long check(Segment segment, int i, long previous, EntryChecksum sum) {
    rows.setSize(block.count());
    block.copy(0, block.count(), rows, 0);
    boolean sound = rows.keys[0] == segment.fences().firstKey(i);
    long before = previous;
    for (int r = 0; r < rows.size(); r++) {
      sound &= rows.keys[r] > before || (i == 0 && r == 0);
      sound &= (rows.chunkIds[r] | rows.subChunkIds[r]) >= 0;
      before = rows.keys[r];
      sum.add(domain.toSortOrder(before), rows.chunkIds[r], rows.subChunkIds[r]);
    }
    if (!sound) {
      throw new CorruptIndexException(
          segment.path()
              + ":"
              + segment.fences().offset(i)
              + ": entries of the block are not in order, or no locations");
    }
    return before;
  }

  private void requireNoInterrupt() {
    if (Thread.currentThread().isInterrupted()) {
      throw new IndexException(
          store.address() + ": adopting was interrupted; the content is as it was");
    }
  }

  /** How many entries there were. */
  long checked() {
    return checked;
  }

  /** Deletes segments that have been adopted. */
  static void deleteAll(List<Path> segments) {
    for (Path path : segments) {
      try (LocalSegmentStore from = storeOf(path)) {
        from.delete(String.valueOf(path.getFileName()));
      } catch (IndexException e) {
        throw new IndexException(
            e.getMessage() + "; all segments have been adopted, so delete what is left of them", e);
      }
    }
  }

  /** What was copied belongs to a version now, or will be deleted. */
  @Override
  public void close() {
    names.done(begun);
  }
}
