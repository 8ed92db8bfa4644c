package org.secindex.file;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.secindex.api.CorruptIndexException;

/**
 * The filters of an overlay's segment: one for each run of up to {@link KeyFilter#MAX_ENTRIES}
 * entries, found by the first key of the run. Other segments have none, and may contain any key.
 */
final class KeyFilters {
  static final KeyFilters NONE = new KeyFilters(0);

  /** The first key of a run, before its filter. */
  static final int HEADER = 8;

  private static final int READ = 1 << 20;

  private long[] firstKeys;
  private KeyFilter[] filters;
  private int size;
  private long bytes;

  KeyFilters(int capacity) {
    firstKeys = new long[capacity];
    filters = new KeyFilter[capacity];
  }

  void add(long firstKey, KeyFilter filter) {
    if (size == filters.length) {
      firstKeys = Arrays.copyOf(firstKeys, 2 * size + 4);
      filters = Arrays.copyOf(filters, 2 * size + 4);
    }
    firstKeys[size] = firstKey;
    filters[size++] = filter;
    bytes += Long.BYTES + filter.bytes();
  }

  int size() {
    return size;
  }

  /** Bytes in memory. */
  long bytes() {
    return bytes;
  }

  long firstKey(int i) {
    return firstKeys[i];
  }

  KeyFilter filter(int i) {
    return filters[i];
  }

  /** False if no entry has this key. */
  boolean mayContain(long key) {
    if (size == 0) {
      return true;
    }
    int at = Arrays.binarySearch(firstKeys, 0, size, key);
    return at >= 0 || (at < -1 && filters[-at - 2].mayContain(key));
  }

  /**
   * Reads the filters of a segment and checks them.
   *
   * @param path of the file, for messages
   * @throws CorruptIndexException if they are damaged
   */
  static KeyFilters read(SegmentFile file, Footer footer, String path) {
    long end = footer.fencesAt();
    long length = end - footer.filtersAt();
    if (footer.filters() == 0) {
      return NONE;
    }
    if (footer.filters() > length / (HEADER + KeyFilter.MIN_LENGTH)) {
      throw corrupt(path, footer, "there is no room for so many filters");
    }
    KeyFilters filters = new KeyFilters(footer.filters());
    CRC32C crc = new CRC32C();
    ByteBuffer window =
        ByteBuffer.allocate((int) Math.min(READ, length)).order(ByteOrder.LITTLE_ENDIAN).limit(0);
    long at = footer.filtersAt();
    for (int i = 0; i < footer.filters(); i++) {
      if (window.remaining() < HEADER + KeyFilter.MAX_LENGTH && at < end) {
        int kept = window.compact().position();
        window.limit((int) Math.min(window.capacity(), kept + end - at));
        file.read(at, window);
        at += window.limit() - kept;
        crc.update(window.position(kept));
        window.position(0);
      }
      long firstKey = window.remaining() < HEADER ? 0 : window.getLong();
      KeyFilter filter = KeyFilter.read(window);
      boolean sound = i == 0 ? firstKey == footer.min() : firstKey > filters.firstKey(i - 1);
      if (filter == null || !sound) {
        throw corrupt(path, footer, "filter " + i + " is damaged");
      }
      filters.add(firstKey, filter);
    }
    if (at != end || window.hasRemaining() || (int) crc.getValue() != footer.filtersCrc()) {
      throw corrupt(path, footer, "checksum of the filters does not match");
    }
    return filters;
  }

  private static CorruptIndexException corrupt(String path, Footer footer, String what) {
    return new CorruptIndexException(path + ":" + footer.filtersAt() + ": " + what);
  }
}
