package org.secindex.file;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.secindex.api.EntryChecksum;
import org.secindex.api.KeyDomain;

/**
 * Writes one segment, entry by entry in ascending order. Memory: one buffer and the fences; with
 * filters, 1.5 bytes for each of up to 16 Mi entries.
 */
final class SegmentWriter implements AutoCloseable {
  /** What the buffer should hold: much at a time for the store, and any block. */
  static final int BUFFER = 1 << 20;

  /** Entries that a segment with filters holds at most, since filters stay in memory. */
  private static final long MAX_FILTERED = 1 << 24;

  private final String name;
  private final KeyDomain domain;
  private final SegmentSink sink;
  private final BlockBuilder block = new BlockBuilder();
  private final Fences fences = new Fences(1024);
  private final EntryChecksum checksum = new EntryChecksum();
  private final KeyFilters filters = new KeyFilters(0);
  private final ByteBuffer buffer;

  /** Keys that are in no filter yet; of no length if there are to be no filters. */
  private final long[] run;

  private int runLength;
  private final CRC32C sectionCrc = new CRC32C();
  private int sectionFrom;
  private long flushed;
  private long tombstones;
  private long min;
  private long max;

  /**
   * @param sink where to, to be closed with this
   * @param name how others call it
   * @param filtered whether it gets filters, as the segments of overlays do
   * @param buffer of {@link #BUFFER} bytes, little-endian; used until the segment is finished
   */
  SegmentWriter(
      SegmentSink sink, String name, KeyDomain domain, boolean filtered, ByteBuffer buffer) {
    this.sink = sink;
    this.name = name;
    this.domain = domain;
    this.buffer = buffer.clear();
    run = new long[filtered ? KeyFilter.MAX_ENTRIES : 0];
    Preamble.write(buffer, Preamble.SEGMENT, domain);
  }

  /** Adds an entry; a chunk of -1 makes it a tombstone. */
  void add(long key, int chunk, int sub) {
    if (block.isEmpty() && fences.size() == 0) {
      min = key;
    }
    block.add(key, chunk, sub);
    checksum.add(domain.toSortOrder(key), chunk, sub);
    tombstones += chunk >>> 31;
    if (block.isFull()) {
      endBlock();
    }
    if (run.length > 0) {
      if (runLength == run.length) {
        endRun();
      }
      run[runLength++] = key;
    }
  }

  /**
   * Whether the file stays within {@code segmentSize} bytes if what is not yet in a block fits one.
   * If it does not, as when all values differ widely, the file becomes some kilobytes longer.
   */
  boolean hasRoom(long segmentSize) {
    long closed = flushed + buffer.position() + Footer.LENGTH;
    long fenced = (fences.size() + 1L) * Fences.LENGTH;
    if (run.length > 0) {
      fenced += filters.bytes() + (filters.size() + 1L) * KeyFilter.MIN_LENGTH;
      fenced += KeyFilter.length(runLength + 1);
    }
    return closed + fenced + Block.MAX_LENGTH <= segmentSize
        && (run.length == 0 || checksum.count() < MAX_FILTERED);
  }

  /** How much has been handed to the store. */
  long bytes() {
    return flushed;
  }

  private void endBlock() {
    makeRoom(Block.MAX_LENGTH);
    fences.add(block.firstKey(), flushed + buffer.position());
    max = block.lastKey();
    block.build(buffer);
  }

  private void endRun() {
    filters.add(run[0], KeyFilter.of(run, runLength));
    runLength = 0;
  }

  private void makeRoom(int bytes) {
    if (buffer.remaining() < bytes) {
      flush();
    }
  }

  private void flush() {
    flushed += buffer.position();
    sink.write(buffer.flip());
    buffer.clear();
  }

  /** Writes filters, fences and footer. At least one entry must have been added. */
  SegmentInfo finish() {
    while (!block.isEmpty()) {
      endBlock();
    }
    if (runLength > 0) {
      endRun();
    }
    long filtersAt = flushed + buffer.position();
    int filtersCrc = writeFilters();
    long fencesAt = flushed + buffer.position();
    int fencesCrc = writeFences();
    Footer footer =
        new Footer(
            fencesAt,
            fences.size(),
            filtersAt,
            filters.size(),
            checksum.count(),
            tombstones,
            min,
            max,
            checksum.value(),
            filtersCrc,
            fencesCrc);
    makeRoom(Footer.LENGTH);
    footer.write(buffer);
    flush();
    sink.finish();
    return footer.info(name, flushed);
  }

  private int writeFilters() {
    beginSection();
    for (int i = 0; i < filters.size(); i++) {
      makeRoomInSection(KeyFilters.HEADER + KeyFilter.MAX_LENGTH);
      buffer.putLong(filters.firstKey(i));
      filters.filter(i).write(buffer);
    }
    return endSection();
  }

  private int writeFences() {
    beginSection();
    for (int i = 0; i < fences.size(); i++) {
      makeRoomInSection(Fences.LENGTH);
      buffer.putLong(fences.firstKey(i)).putInt((int) fences.offset(i));
    }
    return endSection();
  }

  private void beginSection() {
    sectionCrc.reset();
    sectionFrom = buffer.position();
  }

  private void makeRoomInSection(int bytes) {
    if (buffer.remaining() < bytes) {
      endSection();
      flush();
      sectionFrom = 0;
    }
  }

  /** The CRC of what has been written since {@link #beginSection}. */
  private int endSection() {
    sectionCrc.update(buffer.duplicate().flip().position(sectionFrom));
    return (int) sectionCrc.getValue();
  }

  @Override
  public void close() {
    sink.close();
  }
}
