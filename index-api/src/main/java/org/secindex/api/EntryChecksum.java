package org.secindex.api;

import java.util.HexFormat;

/**
 * A checksum of a set of entries that does not depend on their order: equal sets give equal sums on
 * every backend, whatever the order in which the entries were met.
 *
 * <p>Each entry is hashed to 64 bits by two rounds of the SplitMix64 finalizer (Steele, Lea and
 * Flood, "Fast splittable pseudorandom number generators", 2014); the sum is taken modulo 2^64.
 * Entries met twice count twice. Not safe for use by several threads; {@link #add(EntryChecksum)}
 * joins the sums of several.
 */
public final class EntryChecksum {
  private long sum;
  private long count;

  /** Adds one entry. */
  public void add(long key, int chunkId, int subChunkId) {
    sum += mix(mix(key) ^ (((long) chunkId << 32) | (subChunkId & 0xffffffffL)));
    count++;
  }

  /** Adds all entries of a batch. */
  public void add(EntryBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      add(batch.keys[i], batch.chunkIds[i], batch.subChunkIds[i]);
    }
  }

  /** Adds the entries that another checksum has seen. */
  public void add(EntryChecksum other) {
    sum += other.sum;
    count += other.count;
  }

  /** How many entries have been added. */
  public long count() {
    return count;
  }

  /** The sum so far. */
  public long value() {
    return sum;
  }

  private static long mix(long z) {
    z += 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /** The text form of a {@link #value}: sixteen hexadecimal digits. */
  public static String format(long value) {
    return HexFormat.of().toHexDigits(value);
  }

  @Override
  public String toString() {
    return format(sum);
  }
}
