package org.secindex.ingest;

import org.secindex.api.KeyDomain;

/**
 * A run in a temporary file.
 *
 * @param file where it is
 * @param start the offset of its first byte
 * @param end the offset behind its last
 * @param first the smallest key, in the form of {@link KeyDomain#toSortOrder}
 * @param last the largest key
 */
record SpilledRun(SpillFile file, long start, long end, long first, long last) {
  /** Whether the other run stands behind this one, in the file and in order. */
  boolean isFollowedBy(SpilledRun next) {
    return end == next.start && last <= next.first;
  }

  SpilledRun joinedTo(SpilledRun next) {
    return new SpilledRun(file, start, next.end, first, next.last);
  }

  /**
   * Reads the run from its start.
   *
   * @param blockRows how many rows a block has at most
   * @param buffer for a block's bytes; may be shared with other runs
   */
  SortedRun open(int blockRows, byte[] buffer) {
    BlockCodec block = new BlockCodec(blockRows);
    return new SortedRun() {
      private long offset = start;

      @Override
      public boolean advance() {
        if (offset == end) {
          return false;
        }
        file.read(buffer, 0, BlockCodec.HEADER_BYTES, offset);
        int body = BlockCodec.bodyBytes(buffer);
        if (body < 0 || body > buffer.length - BlockCodec.HEADER_BYTES - BlockCodec.SLACK) {
          throw file.damaged(offset);
        }
        file.read(buffer, BlockCodec.HEADER_BYTES, body, offset + BlockCodec.HEADER_BYTES);
        if (!block.decode(buffer)) {
          throw file.damaged(offset);
        }
        offset += BlockCodec.HEADER_BYTES + body;
        return true;
      }

      @Override
      public long[] keys() {
        return block.keys;
      }

      @Override
      public int[] chunkIds() {
        return block.chunkIds;
      }

      @Override
      public int[] subChunkIds() {
        return block.subChunkIds;
      }

      @Override
      public int start() {
        return 0;
      }

      @Override
      public int end() {
        return block.size;
      }

      @Override
      public long row(int position) {
        return block.rows[position];
      }
    };
  }
}
