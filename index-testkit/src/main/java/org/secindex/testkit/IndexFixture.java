package org.secindex.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.secindex.api.Access;
import org.secindex.api.EntryCursor;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/** What every group of the contract works with: new addresses, and indexes that get closed. */
final class IndexFixture {
  private final Supplier<String> newUri;
  private final List<SecondaryIndex> opened = new ArrayList<>();
  private final List<String> used = new ArrayList<>();

  IndexFixture(Supplier<String> newUri) {
    this.newUri = newUri;
  }

  /** An address where nothing stands. */
  String newUri() {
    String uri = newUri.get();
    used.add(uri);
    return uri;
  }

  /** An empty SIGNED index at a new address, open for writing. */
  SecondaryIndex create() {
    return create(newUri(), KeyDomain.SIGNED);
  }

  SecondaryIndex create(String uri, KeyDomain domain) {
    return closedLater(Indexes.create(uri, domain));
  }

  SecondaryIndex open(String uri) {
    return closedLater(Indexes.open(uri));
  }

  SecondaryIndex openToWrite(String uri) {
    return closedLater(Indexes.open(uri, Access.WRITE));
  }

  /**
   * A new index with these keys, each at {@link #chunkOf} and {@link #subChunkOf}; open to write.
   */
  SecondaryIndex loaded(KeyDomain domain, long... keys) {
    SecondaryIndex index = create(newUri(), domain);
    index.load(entries(domain, 0, keys));
    return index;
  }

  private SecondaryIndex closedLater(SecondaryIndex index) {
    opened.add(index);
    return index;
  }

  void closeAndDropAll() {
    opened.forEach(SecondaryIndex::close);
    used.forEach(Indexes::drop);
    opened.clear();
    used.clear();
  }

  /**
   * The location that tests give to a key: a function of the key, so that no test stores it, and of
   * a generation, so that an update shows.
   */
  static int chunkOf(long key, int generation) {
    return (Long.hashCode(key * 0x9e3779b97f4a7c15L) & 0xffff) + 100_000 * generation;
  }

  static int subChunkOf(long key) {
    return (int) Long.remainderUnsigned(key, 36);
  }

  /** These keys, in any order, with their locations, sorted. */
  static SortedEntries entries(KeyDomain domain, int generation, long... keys) {
    SortedMap<Long, Integer> sorted = new TreeMap<>(domain::compare);
    for (long key : keys) {
      sorted.put(key, 0);
    }
    long[] ascending = sorted.keySet().stream().mapToLong(Long::longValue).toArray();
    int[] chunks = new int[ascending.length];
    int[] subChunks = new int[ascending.length];
    for (int i = 0; i < ascending.length; i++) {
      chunks[i] = chunkOf(ascending[i], generation);
      subChunks[i] = subChunkOf(ascending[i]);
    }
    return SortedEntries.of(domain, ascending, chunks, subChunks);
  }

  /** The keys of a range in the order of the scan. */
  static List<Long> keysOf(SecondaryIndex index, KeyRange range) {
    List<Long> keys = new ArrayList<>();
    try (EntryCursor rows = index.scan(range)) {
      while (rows.next()) {
        keys.add(rows.key());
      }
    }
    return keys;
  }

  /** {@code count} keys: {@code first}, {@code first + step}, ... */
  static long[] sequence(long first, long step, int count) {
    long[] keys = new long[count];
    for (int i = 0; i < count; i++) {
      keys[i] = first + i * step;
    }
    return keys;
  }
}
