package org.secindex.api;

import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The answers to a batch of keys, in the order of the request. Immutable.
 *
 * <p>Positions run from 0 to {@link #size} - 1 and are those of the requested array; a key that was
 * asked for twice is answered twice. Keys are unique in this version; should an index one day hold
 * several locations for a key, {@link #forEach} will call once for each of them, and the positional
 * methods will give the first.
 */
public final class Lookup {
  /** Receives the locations that were found. */
  @FunctionalInterface
  public interface Visitor {
    /** One answer: the position in the request, the key there, and where it lives. */
    void accept(int position, long key, int chunkId, int subChunkId);
  }

  private final long[] keys;
  private final boolean[] found;
  private final int[] chunkIds;
  private final int[] subChunkIds;
  private final int foundCount;

  Lookup(long[] keys, boolean[] found, int[] chunkIds, int[] subChunkIds) {
    this.keys = keys;
    this.found = found;
    this.chunkIds = chunkIds;
    this.subChunkIds = subChunkIds;
    int n = 0;
    for (boolean f : found) {
      n += f ? 1 : 0;
    }
    foundCount = n;
  }

  /** How many keys were asked for. */
  public int size() {
    return keys.length;
  }

  /** How many positions have an answer. */
  public int foundCount() {
    return foundCount;
  }

  /** The key asked for at this position. */
  public long key(int position) {
    return keys[position];
  }

  /** Whether the index holds the key at this position. */
  public boolean isFound(int position) {
    return found[position];
  }

  /**
   * The chunk of the key at this position.
   *
   * @throws NoSuchElementException if the index does not hold the key
   */
  public int chunkId(int position) {
    requireFound(position);
    return chunkIds[position];
  }

  /**
   * The subchunk of the key at this position.
   *
   * @throws NoSuchElementException if the index does not hold the key
   */
  public int subChunkId(int position) {
    requireFound(position);
    return subChunkIds[position];
  }

  /** The location of the key at this position, empty if the index does not hold the key. */
  public Optional<Location> location(int position) {
    return found[position]
        ? Optional.of(new Location(chunkIds[position], subChunkIds[position]))
        : Optional.empty();
  }

  private void requireFound(int position) {
    if (!found[position]) {
      throw new NoSuchElementException(
          "the key at position " + position + " is not in the index: check isFound first");
    }
  }

  /** Calls the visitor for each answer, by ascending position. A missing key makes no call. */
  public void forEach(Visitor visitor) {
    for (int i = 0; i < keys.length; i++) {
      if (found[i]) {
        visitor.accept(i, keys[i], chunkIds[i], subChunkIds[i]);
      }
    }
  }

  /** The keys without an answer, in request order, repeats included. */
  public long[] missing() {
    long[] missing = new long[keys.length - foundCount];
    int n = 0;
    for (int i = 0; i < keys.length; i++) {
      if (!found[i]) {
        missing[n++] = keys[i];
      }
    }
    return missing;
  }

  /**
   * The answers as a query planner wants them: each chunk that holds any of the keys, in ascending
   * order, with its subchunks, ascending and without repeats.
   */
  public SortedMap<Integer, int[]> byChunk() {
    // A location as one number sorts by chunk, then by subchunk, since both are >= 0.
    long[] places = new long[foundCount];
    int n = 0;
    for (int i = 0; i < keys.length; i++) {
      if (found[i]) {
        places[n++] = ((long) chunkIds[i] << 32) | subChunkIds[i];
      }
    }
    Arrays.sort(places);
    SortedMap<Integer, int[]> chunks = new TreeMap<>();
    int from = 0;
    while (from < n) {
      int chunk = (int) (places[from] >>> 32);
      int to = from;
      while (to < n && (int) (places[to] >>> 32) == chunk) {
        to++;
      }
      chunks.put(
          chunk, Arrays.stream(places, from, to).mapToInt(p -> (int) p).distinct().toArray());
      from = to;
    }
    return chunks;
  }
}
