package org.secindex.tide;

/**
 * A sum over places of entries that does not depend on their order: by it the rows of index blocks
 * are compared with the entries of a chunk in constant memory.
 */
final class Fingerprint {
  private long count;
  private long sum;

  void add(long channelId, long chunkId, long timestamp, long offset) {
    count++;
    sum += mix(mix(mix(mix(channelId) ^ chunkId) ^ timestamp) ^ offset);
  }

  /** The finalizer of MurmurHash3. */
  private static long mix(long value) {
    long mixed = value + 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ mixed >>> 33) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ mixed >>> 33;
  }

  long count() {
    return count;
  }

  boolean sameAs(Fingerprint other) {
    return count == other.count && sum == other.sum;
  }
}
