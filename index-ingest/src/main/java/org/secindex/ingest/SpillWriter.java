package org.secindex.ingest;

import org.secindex.api.KeyDomain;
import org.secindex.ingest.EntrySorter.RowCursor;

/** Writes sorted rows to a temporary file. Keeps its memory for the next run. */
final class SpillWriter {
  private final KeyDomain domain;
  private final BlockCodec block;
  private final byte[] buffer;

  /** With blocks of so many rows. */
  SpillWriter(KeyDomain domain, int blockRows) {
    this.domain = domain;
    block = new BlockCodec(blockRows);
    buffer = new byte[BlockCodec.bufferBytes(blockRows)];
  }

  /** Appends the rows, of which there is at least one. */
  SpilledRun write(RowCursor rows, SpillFile file) {
    long start = file.size();
    boolean more = rows.next();
    long first = domain.toSortOrder(rows.key());
    long last = first;
    while (more) {
      last = domain.toSortOrder(rows.key());
      block.add(last, rows.chunkId(), rows.subChunkId(), rows.row());
      more = rows.next();
      if (block.isFull() || !more) {
        file.append(buffer, block.encode(buffer));
      }
    }
    return new SpilledRun(file, start, file.size(), first, last);
  }
}
