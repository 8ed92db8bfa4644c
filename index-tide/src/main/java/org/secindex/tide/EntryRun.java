package org.secindex.tide;

/**
 * Headers of entries that follow each other in a chunk, read at one go. The loop that reads them is
 * small and stands for itself: so it is compiled as well in a program that has done other things
 * before as in one that does nothing else.
 */
final class EntryRun {
  /** So many that they stay in a processor's nearest cache. */
  private static final int MOST = 256;

  private final long[] channelIds = new long[MOST];
  private final long[] timestamps = new long[MOST];
  private final long[] sizes = new long[MOST];
  private final long[] positions = new long[MOST];
  private int count;
  private long min;
  private long max;

  /**
   * Reads entries for as long as there is nothing to be said of them: their headers have been fed,
   * they fit into the chunk, and are expected in it.
   *
   * @param in stands at the first one, and behind the last one afterwards
   * @param end where the chunk ends
   * @param belief what is expected; is told of nothing
   */
  void read(FedBytes in, long end, Belief belief) {
    int n = 0;
    long smallest = -1;
    long largest = 0;
    long at = in.position();
    long last = in.has(Layout.ENTRY_HEADER) ? Math.min(in.end(), end) - Layout.ENTRY_HEADER : -1;
    while (n < MOST && at <= last) {
      // Read as two numbers, not as the three that they are.
      long low = in.int64At(at);
      long high = in.int64At(at + Long.BYTES);
      long channelId = low & Unsigned.MAX_32;
      long timestamp = low >>> 32 | high << 32;
      long size = high >>> 32;
      long next = at + Layout.ENTRY_HEADER + size;
      if (next > end || !belief.expects(channelId, timestamp, size)) {
        break;
      }
      channelIds[n] = channelId;
      timestamps[n] = timestamp;
      sizes[n] = size;
      positions[n] = at;
      smallest = Unsigned.min(smallest, timestamp);
      largest = Unsigned.max(largest, timestamp);
      n++;
      at = next;
    }
    in.moveTo(at);
    count = n;
    min = smallest;
    max = largest;
  }

  /** Takes the one entry that a parser is at. */
  void set(TideParser entry) {
    channelIds[0] = entry.entryChannelId();
    timestamps[0] = entry.entryTimestamp();
    sizes[0] = entry.entrySize();
    positions[0] = entry.entryPosition();
    min = timestamps[0];
    max = timestamps[0];
    count = 1;
  }

  void clear() {
    count = 0;
  }

  /** How many entries there are. */
  int count() {
    return count;
  }

  /** The smallest timestamp. */
  long min() {
    return min;
  }

  /** The largest timestamp. */
  long max() {
    return max;
  }

  long channelId(int n) {
    return channelIds[n];
  }

  long timestamp(int n) {
    return timestamps[n];
  }

  long size(int n) {
    return sizes[n];
  }

  /** Where an entry begins, in the bytes that it was read from. */
  long position(int n) {
    return positions[n];
  }
}
