package org.secindex.tide;

import org.secindex.api.KeyDomain;
import org.secindex.api.SortedEntries;

/**
 * A channel as entries for an index: timestamp to (chunk, offset), in unsigned order. Of entries
 * with equal timestamps the one written first counts. Takes 16 bytes of memory an entry, up to
 * three times that while it reads and sorts.
 */
public final class ChannelEntries {
  private final long[] keys;
  private final int[] chunkIds;
  private final int[] offsets;
  private final long rows;

  private ChannelEntries(long[] keys, int[] chunkIds, int[] offsets, long rows) {
    this.keys = keys;
    this.chunkIds = chunkIds;
    this.offsets = offsets;
    this.rows = rows;
  }

  /**
   * Reads a channel, by index blocks or by scanning as the reader's policy says.
   *
   * @throws TideException if the log cannot be read, or if a chunk's id or an offset is 2^31 or
   *     more: an index cannot hold that
   */
  public static ChannelEntries read(TideReader log, long channelId) {
    Locations rows = new Locations();
    try (TideCursor cursor = log.entries(TideQuery.ALL.channel(channelId))) {
      while (cursor.next()) {
        if (cursor.chunkId() > Integer.MAX_VALUE || cursor.offset() > Integer.MAX_VALUE) {
          throw tooFar(log, cursor);
        }
        rows.add(cursor.timestamp(), (int) cursor.chunkId(), cursor.offset());
      }
    }
    rows.sortByTime();
    return unique(rows);
  }

  private static TideException tooFar(TideReader log, TideCursor cursor) {
    return new TideException(
        log.name()
            + ": channel "
            + cursor.channelId()
            + ", timestamp "
            + Long.toUnsignedString(cursor.timestamp())
            + ": chunk "
            + cursor.chunkId()
            + ", offset "
            + cursor.offset()
            + ": an index holds numbers below 2^31; filter the log into one of smaller chunks first");
  }

  /** Keeps the first row of each timestamp. */
  private static ChannelEntries unique(Locations rows) {
    int distinct = rows.size() == 0 ? 0 : 1;
    for (int i = 1; i < rows.size(); i++) {
      distinct += rows.key(i) == rows.key(i - 1) ? 0 : 1;
    }
    long[] keys = new long[distinct];
    int[] chunkIds = new int[distinct];
    int[] offsets = new int[distinct];
    int kept = 0;
    for (int i = 0; i < rows.size(); i++) {
      if (i == 0 || rows.key(i) != rows.key(i - 1)) {
        keys[kept] = rows.key(i);
        chunkIds[kept] = rows.chunk(i);
        offsets[kept] = (int) rows.offset(i);
        kept++;
      }
    }
    return new ChannelEntries(keys, chunkIds, offsets, rows.size());
  }

  /** How many entries the channel has. */
  public long rows() {
    return rows;
  }

  /** How many of them have the timestamp of one written before, and are not in {@link #entries}. */
  public long repeats() {
    return rows - keys.length;
  }

  /** The entries, each time from the first on; key domain UNSIGNED. */
  public SortedEntries entries() {
    return SortedEntries.of(KeyDomain.UNSIGNED, keys, chunkIds, offsets);
  }
}
