package org.secindex.tide;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Rows of index blocks that are still to be written. */
final class IndexRows {
  private final Map<Long, Columns> byChannel = new LinkedHashMap<>();
  private long lastId = -1;
  private Columns last = new Columns();
  private long size;

  private static final class Columns {
    private int[] chunkIds = new int[64];
    private long[] timestamps = new long[64];
    private long[] offsets = new long[64];
    private int size;

    void add(long chunkId, long timestamp, long offset) {
      if (size == chunkIds.length) {
        int grown = size + (size >> 1);
        chunkIds = Arrays.copyOf(chunkIds, grown);
        timestamps = Arrays.copyOf(timestamps, grown);
        offsets = Arrays.copyOf(offsets, grown);
      }
      chunkIds[size] = (int) chunkId;
      timestamps[size] = timestamp;
      offsets[size] = offset;
      size++;
    }
  }

  void add(long channelId, long chunkId, long timestamp, long offset) {
    if (channelId != lastId) {
      lastId = channelId;
      last = byChannel.computeIfAbsent(channelId, id -> new Columns());
    }
    last.add(chunkId, timestamp, offset);
    size++;
  }

  /** How many rows there are. */
  long size() {
    return size;
  }

  /** Writes one block for each channel that has rows. */
  void writeTo(LogFile file) throws IOException {
    for (Map.Entry<Long, Columns> channel : byChannel.entrySet()) {
      Columns rows = channel.getValue();
      if (rows.size > 0) {
        file.index(channel.getKey(), rows.size);
        for (int i = 0; i < rows.size; i++) {
          file.indexRow(rows.chunkIds[i], rows.timestamps[i], rows.offsets[i]);
        }
      }
    }
  }

  /** Forgets the rows; their memory is used again. */
  void clear() {
    byChannel.values().forEach(rows -> rows.size = 0);
    size = 0;
  }
}
