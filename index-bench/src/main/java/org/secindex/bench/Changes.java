package org.secindex.bench;

import java.util.Arrays;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntryChecksum;
import org.secindex.api.SortedEntries;
import org.secindex.testkit.Catalogue;

/**
 * Entries to write over an index that holds a catalogue: one half are keys that are there, spread
 * evenly, and the other half new keys beside them. All have another location than the catalogue
 * says.
 */
final class Changes {
  private final Catalogue catalogue;
  private final int existing;
  private final long[] keys;
  private final int[] chunkIds;
  private final int[] subChunkIds;

  private Changes(Catalogue catalogue, int existing, long[] keys) {
    this.catalogue = catalogue;
    this.existing = existing;
    this.keys = keys;
    chunkIds = new int[keys.length];
    subChunkIds = new int[keys.length];
    for (int i = 0; i < keys.length; i++) {
      chunkIds[i] = Move.chunkId(catalogue, keys[i]);
      subChunkIds[i] = Move.subChunkId(catalogue, keys[i]);
    }
  }

  static Changes of(Catalogue catalogue, int most) {
    int count = (int) Math.min(catalogue.size(), most);
    int existing = (count + 1) / 2;
    long[] keys = new long[count];
    for (int i = 0; i < count; i++) {
      keys[i] =
          i < existing
              ? catalogue.key(rank(catalogue, i, existing))
              : catalogue.newKey(rank(catalogue, i - existing, existing));
    }
    Arrays.sort(keys);
    return new Changes(catalogue, existing, keys);
  }

  private static long rank(Catalogue catalogue, int i, int of) {
    return i * catalogue.size() / of;
  }

  int size() {
    return keys.length;
  }

  SortedEntries entries() {
    return SortedEntries.of(catalogue.domain(), keys, chunkIds, subChunkIds);
  }

  /** Of all entries of the index after the update. */
  EntryChecksum checksumAfter() {
    EntryChecksum sum = new EntryChecksum();
    for (int i = 0; i < keys.length; i++) {
      sum.add(keys[i], chunkIds[i], subChunkIds[i]);
    }
    SortedEntries entries = catalogue.entries();
    EntryBatch batch = new EntryBatch();
    long rank = 0;
    int next = 0;
    while (entries.read(batch)) {
      for (int i = 0; i < batch.size(); i++, rank++) {
        if (next < existing && rank == rank(catalogue, next, existing)) {
          next++;
        } else {
          sum.add(batch.keys[i], batch.chunkIds[i], batch.subChunkIds[i]);
        }
      }
    }
    return sum;
  }
}
