package org.secindex.file;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.EntryBatch;
import org.secindex.api.KeyDomain;

/** Writes ascending entries into as many segments as their size asks for, cut by key range. */
final class LayerWriter implements AutoCloseable {
  private final SegmentStore store;
  private final KeyDomain domain;
  private final long segmentSize;
  private final SegmentNames names;
  private final boolean overlay;
  private final ByteBuffer buffer;
  private final List<SegmentInfo> finished = new ArrayList<>();
  private final List<String> begun = new ArrayList<>();
  private @Nullable SegmentWriter current;
  private long last = Long.MIN_VALUE;
  private long finishedBytes;

  /**
   * @param overlay whether the segments get filters
   * @param buffer as {@link SegmentWriter} wants it; used until this is closed
   */
  LayerWriter(
      SegmentStore store,
      KeyDomain domain,
      long segmentSize,
      SegmentNames names,
      boolean overlay,
      ByteBuffer buffer) {
    this.store = store;
    this.domain = domain;
    this.segmentSize = segmentSize;
    this.names = names;
    this.overlay = overlay;
    this.buffer = buffer;
  }

  /**
   * Adds entries whose keys are in sort order; a chunk of -1 makes one a tombstone.
   *
   * @throws CorruptIndexException if the keys are not ascending
   */
  void add(EntryBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      add(batch.keys[i], batch.chunkIds[i], batch.subChunkIds[i]);
    }
  }

  /** Adds entries whose keys are as users write them; the batch is of no use afterwards. */
  void addUserKeys(EntryBatch batch) {
    if (domain == KeyDomain.UNSIGNED) {
      for (int i = 0; i < batch.size(); i++) {
        batch.keys[i] = domain.toSortOrder(batch.keys[i]);
      }
    }
    add(batch);
  }

  /** Marks a key, in sort order, as removed. */
  void addTombstone(long key) {
    add(key, -1, 0);
  }

  private void add(long key, int chunk, int sub) {
    // What is loaded has been checked; what is merged comes from files, and would be made durable.
    if (key <= last && !begun.isEmpty()) {
      throw new CorruptIndexException(
          store.address()
              + ": key "
              + domain.format(domain.toSortOrder(key))
              + " comes out of the index after "
              + domain.format(domain.toSortOrder(last))
              + "; verify tells which file is damaged");
    }
    last = key;
    writer().add(key, chunk, sub);
  }

  private SegmentWriter writer() {
    SegmentWriter writer = current;
    if (writer != null && !writer.hasRoom(segmentSize)) {
      finishSegment(writer);
      writer = null;
    }
    if (writer == null) {
      String name = names.next();
      begun.add(name);
      writer = new SegmentWriter(store.create(name), name, domain, overlay, buffer);
      current = writer;
    }
    return writer;
  }

  private void finishSegment(SegmentWriter writer) {
    SegmentInfo done = writer.finish();
    finished.add(done);
    finishedBytes += done.bytes();
    current = null;
    writer.close();
  }

  /** Completes the segment that is being written, if any: what follows begins another. */
  void endSegment() {
    if (current != null) {
      finishSegment(current);
    }
  }

  /** How much has been written, but for what is still in memory. */
  long bytes() {
    return finishedBytes + (current == null ? 0 : current.bytes());
  }

  /** Completes the last segment. The result may be empty. */
  List<SegmentInfo> finish() {
    endSegment();
    return List.copyOf(finished);
  }

  /** All files that have been begun. */
  List<String> files() {
    return begun;
  }

  @Override
  public void close() {
    SegmentWriter unfinished = current;
    current = null;
    names.done(begun);
    if (unfinished != null) {
      unfinished.close();
    }
  }
}
