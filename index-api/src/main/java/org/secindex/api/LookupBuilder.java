package org.secindex.api;

import java.util.Arrays;

/**
 * For implementers of backends: turns a request in any order, with repeats, into distinct ascending
 * keys, and the answers to those back into request order.
 */
public final class LookupBuilder {
  private final long[] request;
  private final KeyDomain domain;

  /** Distinct keys, ascending in the domain's order. */
  private final long[] sorted;

  /** For each position of the request, the rank of its key. */
  private final int[] ranks;

  private final boolean[] found;
  private final int[] chunkIds;
  private final int[] subChunkIds;

  /** Takes a copy of the requested keys. */
  public LookupBuilder(KeyDomain domain, long[] keys) {
    this.domain = domain;
    request = keys.clone();
    KeyOrder order = new KeyOrder(domain, request);
    sorted = order.distinct();
    ranks = order.ranks();
    found = new boolean[sorted.length];
    chunkIds = new int[sorted.length];
    subChunkIds = new int[sorted.length];
  }

  /** The keys without repeats, in ascending order of the domain. */
  public static long[] distinctAscending(KeyDomain domain, long[] keys) {
    long[] sorted = new long[keys.length];
    for (int i = 0; i < keys.length; i++) {
      sorted[i] = domain.toSortOrder(keys[i]);
    }
    Arrays.sort(sorted);
    int n = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        sorted[n++] = sorted[i];
      }
    }
    sorted = n == sorted.length ? sorted : Arrays.copyOf(sorted, n);
    for (int i = 0; i < n; i++) {
      sorted[i] = domain.toSortOrder(sorted[i]);
    }
    return sorted;
  }

  /** How many distinct keys there are. */
  public int size() {
    return sorted.length;
  }

  /** The distinct key at this rank. */
  public long key(int rank) {
    return sorted[rank];
  }

  /**
   * Answers the distinct key at this rank. Several threads may answer different ranks at once; what
   * they wrote must be made visible to the thread that builds (joining them does that).
   */
  public void found(int rank, int chunkId, int subChunkId) {
    chunkIds[rank] = chunkId;
    subChunkIds[rank] = subChunkId;
    found[rank] = true;
  }

  /** The rank of a distinct key, or a negative number if it was not asked for. */
  public int rank(long key) {
    int low = 0;
    int high = sorted.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = domain.compare(sorted[middle], key);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  /** The answers in request order. Ranks that were not answered are absent. */
  public Lookup build() {
    boolean[] foundAt = new boolean[request.length];
    int[] chunkAt = new int[request.length];
    int[] subChunkAt = new int[request.length];
    for (int i = 0; i < request.length; i++) {
      int rank = ranks[i];
      foundAt[i] = found[rank];
      chunkAt[i] = chunkIds[rank];
      subChunkAt[i] = subChunkIds[rank];
    }
    return new Lookup(request, foundAt, chunkAt, subChunkAt);
  }
}
