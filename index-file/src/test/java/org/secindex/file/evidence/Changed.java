package org.secindex.file.evidence;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.secindex.api.EntryBatch;
import org.secindex.api.Location;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.testkit.Catalogue;

/**
 * Entries to write over a catalogue: half of them keys that are there, with another chunk, spread
 * evenly; the other half new keys beside them.
 */
final class Changed {
  private static final int CHECKED = 1_000_000;

  private final Place place;
  private final EntryBatch rows;
  private final int round;

  private Changed(Place place, EntryBatch rows, int round) {
    this.place = place;
    this.rows = rows;
    this.round = round;
  }

  /** Other ranks in each round, where the catalogue is large enough, and other chunks. */
  static Changed of(Place place, int count, int round) {
    Catalogue catalogue = place.catalogue();
    EntryBatch rows = new EntryBatch(count);
    int existing = count / 2;
    for (int i = 0; i < existing; i++) {
      long rank = i * catalogue.size() / existing + round % (catalogue.size() / existing);
      rows.keys[i] = catalogue.key(rank);
      rows.keys[existing + i] = catalogue.newKey(rank);
    }
    Arrays.sort(rows.keys);
    for (int i = 0; i < count; i++) {
      rows.chunkIds[i] = catalogue.chunkId(rows.keys[i]) + 1 + round;
      rows.subChunkIds[i] = catalogue.subChunkId(rows.keys[i]);
    }
    return new Changed(place, rows, round);
  }

  SortedEntries entries() {
    return SortedEntries.of(place.catalogue().domain(), rows.keys, rows.chunkIds, rows.subChunkIds);
  }

  /** Looks a part of them up. */
  void check(SecondaryIndex index) {
    SplittableRandom random = new SplittableRandom(round);
    int[] ranks = random.ints(CHECKED, 0, rows.keys.length).toArray();
    for (int i : ranks) {
      Location expected = new Location(rows.chunkIds[i], rows.subChunkIds[i]);
      if (!index.find(rows.keys[i]).orElseThrow().equals(expected)) {
        throw new AssertionError("key " + rows.keys[i] + " has not been updated");
      }
    }
  }
}
