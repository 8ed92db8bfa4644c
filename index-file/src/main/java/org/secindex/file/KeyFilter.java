package org.secindex.file;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Tells of most keys that are not among up to 65 536 entries that they are not; of those that are,
 * never. A Bloom filter whose 8 bits of a key lie in one cache line (Putze, Sanders, Singler,
 * "Cache-, hash- and space-efficient Bloom filters", 2007), one in each of its words: with 12 bits
 * an entry, one in some 240 absent keys is taken for present. Built key by key, which cannot fail;
 * binary fuse filters would take 9.5 bits, and an update would wait for them longer.
 */
final class KeyFilter {
  /** How many entries one filter is for at most. */
  static final int MAX_ENTRIES = 1 << 16;

  private static final int BITS_PER_ENTRY = 12;
  private static final int WORDS = 8;
  private static final int MAX_GROUPS = groups(MAX_ENTRIES);

  /** Number of groups, before the groups. */
  private static final int HEADER = 4;

  static final int MAX_LENGTH = length(MAX_ENTRIES);
  static final int MIN_LENGTH = length(1);

  private final long[] words;

  private KeyFilter(long[] words) {
    this.words = words;
  }

  /** A filter for the first {@code count} keys, 1 .. {@link #MAX_ENTRIES}. */
  static KeyFilter of(long[] keys, int count) {
    KeyFilter filter = new KeyFilter(new long[WORDS * groups(count)]);
    for (int i = 0; i < count; i++) {
      filter.add(keys[i]);
    }
    return filter;
  }

  private static int groups(int entries) {
    return (entries * BITS_PER_ENTRY + WORDS * Long.SIZE - 1) / (WORDS * Long.SIZE);
  }

  /** Bytes that a filter for so many entries takes when it is stored. */
  static int length(int entries) {
    return HEADER + WORDS * Long.BYTES * groups(entries);
  }

  private void add(long key) {
    long hash = mix(key);
    int at = group(hash);
    for (int i = 0; i < WORDS; i++) {
      words[at + i] |= 1L << (hash >>> (6 * i));
    }
  }

  /** False if the key is not there. */
  boolean mayContain(long key) {
    long hash = mix(key);
    int at = group(hash);
    long all = 1;
    for (int i = 0; i < WORDS; i++) {
      all &= words[at + i] >>> (hash >>> (6 * i));
    }
    return all != 0;
  }

  /** Where the words of a key begin; by the 16 bits of the hash that no word uses. */
  private int group(long hash) {
    return WORDS * (int) (((hash >>> 48) * (words.length / WORDS)) >>> 16);
  }

  /** As in {@link org.secindex.api.EntryChecksum}: the last steps of SplitMix64. */
  private static long mix(long key) {
    long z = key + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /** Bytes in memory, and with a few more in the file. */
  int bytes() {
    return Long.BYTES * words.length;
  }

  /** Appends the filter to a buffer with room for {@link #MAX_LENGTH}. */
  void write(ByteBuffer out) {
    out.putInt(words.length / WORDS);
    for (long word : words) {
      out.putLong(word);
    }
  }

  /**
   * Reads a filter.
   *
   * @return null if there is none at the buffer's position
   */
  static @Nullable KeyFilter read(ByteBuffer in) {
    int groups = in.remaining() < HEADER ? 0 : in.getInt();
    if (groups < 1 || groups > MAX_GROUPS || in.remaining() < WORDS * Long.BYTES * groups) {
      return null;
    }
    long[] words = new long[WORDS * groups];
    for (int i = 0; i < words.length; i++) {
      words[i] = in.getLong();
    }
    return new KeyFilter(words);
  }
}
