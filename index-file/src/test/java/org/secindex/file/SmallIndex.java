package org.secindex.file;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.secindex.api.Access;
import org.secindex.api.EntryCursor;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.Location;
import org.secindex.api.Lookup;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.testkit.Catalogue;

/**
 * An index in memory that has all that the format has: base segments, overlays that replace, insert
 * and remove, and a retired file; and what it should answer.
 */
final class SmallIndex {
  /** Small segments, and overlays that stay as they are. */
  static final SegmentOptions OPTIONS =
      SegmentOptions.defaults(Duration.ZERO)
          .withSegmentSize(SegmentFormat.SMALLEST_SEGMENT)
          .withCompaction(SegmentOptions.Compacting.OFF);

  /** A file that is kept for others, and is no part of the index. */
  static final String RETIRED = "segment-1-99";

  private static final int ABSENT = -1;

  private final KeyDomain domain;
  private final MemoryStore store = new MemoryStore();
  private final NavigableMap<Long, Location> content;

  /** Ascending: the keys of the catalogue, be they there or removed, and their neighbours. */
  private long[] asked = {};

  private int[] chunks = {};
  private int[] subChunks = {};

  private SmallIndex(KeyDomain domain) {
    this.domain = domain;
    content = new TreeMap<>(domain::compare);
  }

  /** With so many entries of a generated catalogue in its base, and half as many overlaid. */
  static SmallIndex of(String catalogue, KeyDomain domain, int entries) {
    Catalogue keys = Catalogue.of(catalogue, entries);
    SmallIndex small = new SmallIndex(domain);
    small.fill(keys, entries);
    small.retire();
    small.expect(keys, entries);
    return small;
  }

  private void fill(Catalogue keys, int entries) {
    try (SecondaryIndex index = SegmentIndexes.create(store, "memory", domain, OPTIONS)) {
      for (int rank = 0; rank < entries; rank++) {
        long key = keys.key(rank);
        content.put(place(key), new Location(keys.chunkId(key), keys.subChunkId(key)));
      }
      index.load(entries(content));
      for (int layer = 0; layer < 3; layer++) {
        NavigableMap<Long, Location> placed = new TreeMap<>(domain::compare);
        List<Long> removed = new ArrayList<>();
        for (int rank = layer; rank < entries; rank += 7) {
          long key = place(keys.key(rank));
          placed.put(key, new Location(layer * 1000, rank));
          placed.put(key + 1, new Location(Integer.MAX_VALUE, Integer.MAX_VALUE - layer));
          removed.add(place(keys.key(Math.min(entries - 1, rank + 3))));
        }
        index.update(entries(placed));
        content.putAll(placed);
        index.remove(removed.stream().mapToLong(Long::longValue).toArray());
        removed.forEach(content::remove);
      }
    }
  }

  /** The same rank in the order of the domain as the catalogue's key has among signed ones. */
  private long place(long catalogueKey) {
    return domain.toSortOrder(catalogueKey);
  }

  private SortedEntries entries(NavigableMap<Long, Location> some) {
    return SortedEntries.of(
        domain,
        some.keySet().stream().mapToLong(Long::longValue).toArray(),
        some.values().stream().mapToInt(Location::chunkId).toArray(),
        some.values().stream().mapToInt(Location::subChunkId).toArray());
  }

  private void retire() {
    Manifest now = new Manifests(store).newest().orElseThrow();
    byte[] bytes = {1, 2, 3};
    store.put(RETIRED, bytes);
    store.put(
        now.name(),
        new Manifest(
                now.number(),
                domain,
                now.state(),
                now.layers(),
                List.of(new RetiredSegment(RETIRED, bytes.length, 1_796_000_000_000L)))
            .encode());
  }

  private void expect(Catalogue keys, int entries) {
    asked =
        LongStream.range(0, entries)
            .map(rank -> place(keys.key(rank)))
            .flatMap(key -> LongStream.of(key - 1, key, key + 1))
            .boxed()
            .distinct()
            .sorted(domain::compare)
            .mapToLong(Long::longValue)
            .toArray();
    chunks = Arrays.stream(asked).mapToInt(key -> chunkOf(key)).toArray();
    subChunks =
        Arrays.stream(asked)
            .mapToInt(key -> content.getOrDefault(key, new Location(0, 0)).subChunkId())
            .toArray();
  }

  private int chunkOf(long key) {
    Location location = content.get(key);
    return location == null ? ABSENT : location.chunkId();
  }

  /** Its files; what changes them damages the index. */
  MemoryStore store() {
    return store;
  }

  KeyDomain domain() {
    return domain;
  }

  long[] asked() {
    return asked;
  }

  SecondaryIndex open() {
    return SegmentIndexes.open(store, "memory", Access.READ, OPTIONS);
  }

  /** Whether single look-ups of all keys give what they should. */
  boolean isRight(SecondaryIndex index, int from, int step) {
    for (int i = from; i < asked.length; i += step) {
      var found = index.find(asked[i]);
      boolean right =
          found.isPresent()
              ? found.get().chunkId() == chunks[i] && found.get().subChunkId() == subChunks[i]
              : chunks[i] == ABSENT;
      if (!right) {
        return false;
      }
    }
    return true;
  }

  /** Whether a batch of all keys gives what it should. */
  boolean isBatchRight(SecondaryIndex index) {
    Lookup found = index.findAll(asked);
    for (int i = 0; i < asked.length; i++) {
      boolean right =
          found.isFound(i)
              ? found.chunkId(i) == chunks[i] && found.subChunkId(i) == subChunks[i]
              : chunks[i] == ABSENT;
      if (!right) {
        return false;
      }
    }
    return true;
  }

  /** Whether a scan gives what it should. */
  boolean isScanRight(SecondaryIndex index) {
    try (EntryCursor rows = index.scan(KeyRange.all())) {
      for (int i = 0; i < asked.length; i++) {
        if (chunks[i] == ABSENT) {
          continue;
        }
        boolean right =
            rows.next()
                && rows.key() == asked[i]
                && rows.chunkId() == chunks[i]
                && rows.subChunkId() == subChunks[i];
        if (!right) {
          return false;
        }
      }
      return !rows.next();
    }
  }
}
