package org.secindex.file;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.secindex.api.EntryChecksum;
import org.secindex.api.KeyDomain;

/** Writes one segment, entry by entry in ascending order. Memory: one buffer and the fences. */
final class SegmentWriter implements AutoCloseable {
  /** What the buffer should hold: much at a time for the store, and any block. */
  static final int BUFFER = 1 << 20;

  private final String name;
  private final KeyDomain domain;
  private final SegmentSink sink;
  private final BlockBuilder block = new BlockBuilder();
  private final Fences fences = new Fences(1024);
  private final EntryChecksum checksum = new EntryChecksum();
  private final ByteBuffer buffer;
  private long flushed;
  private long tombstones;
  private long min;
  private long max;

  /**
   * @param buffer of {@link #BUFFER} bytes, little-endian; used until the segment is finished
   */
  SegmentWriter(SegmentStore store, String name, KeyDomain domain, ByteBuffer buffer) {
    this.name = name;
    this.domain = domain;
    this.buffer = buffer.clear();
    sink = store.create(name);
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
  }

  /** Whether the file stays within {@code segmentSize} bytes even if the open block fills up. */
  boolean hasRoom(long segmentSize) {
    long closed = flushed + buffer.position() + Footer.LENGTH;
    long fenced = (fences.size() + 1L) * Fences.LENGTH;
    return closed + fenced + BlockBuilder.MAX_PENDING <= segmentSize;
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

  /** Writes fences and footer. At least one entry must have been added. */
  SegmentInfo finish() {
    while (!block.isEmpty()) {
      endBlock();
    }
    long fencesAt = flushed + buffer.position();
    int fencesCrc = writeFences();
    Footer footer =
        new Footer(
            fencesAt,
            fences.size(),
            fencesAt,
            0,
            checksum.count(),
            tombstones,
            min,
            max,
            checksum.value(),
            0,
            fencesCrc);
    makeRoom(Footer.LENGTH);
    footer.write(buffer);
    flush();
    sink.finish();
    return footer.info(name, flushed);
  }

  private int writeFences() {
    CRC32C crc = new CRC32C();
    int from = buffer.position();
    for (int i = 0; i < fences.size(); i++) {
      if (buffer.remaining() < Fences.LENGTH) {
        crc.update(buffer.duplicate().flip().position(from));
        flush();
        from = 0;
      }
      buffer.putLong(fences.firstKey(i)).putInt((int) fences.offset(i));
    }
    crc.update(buffer.duplicate().flip().position(from));
    return (int) crc.getValue();
  }

  @Override
  public void close() {
    sink.close();
  }
}
