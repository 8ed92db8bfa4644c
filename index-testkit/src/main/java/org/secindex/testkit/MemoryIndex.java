package org.secindex.testkit;

import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.secindex.api.Access;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntryChecksum;
import org.secindex.api.EntryCursor;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.IndexStatistics;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.Lifetime;
import org.secindex.api.Location;
import org.secindex.api.Lookup;
import org.secindex.api.LookupBuilder;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.api.Verification;

/**
 * The oracle: an index so plain that it is right by inspection. A sorted map of everything, copied
 * at each write; for tests of some thousand entries.
 */
final class MemoryIndex implements SecondaryIndex {
  /** What stays when an index is closed: in the other backends, what is on disk. */
  static final class Stored {
    final KeyDomain domain;
    volatile IndexState state = IndexState.READY;
    volatile @Nullable MemoryIndex writer;

    /** Never changed, only replaced: whoever holds it has a snapshot. */
    volatile NavigableMap<Long, Location> entries;

    Stored(KeyDomain domain) {
      this.domain = domain;
      this.entries = new TreeMap<>(domain::compare);
    }
  }

  private final Stored stored;
  private final Lifetime lifetime;

  MemoryIndex(String uri, Stored stored, Access access) {
    this.stored = stored;
    this.lifetime = new Lifetime(uri, access);
    if (access == Access.WRITE) {
      stored.writer = this;
    }
  }

  @Override
  public KeyDomain domain() {
    return stored.domain;
  }

  @Override
  public Optional<Location> find(long key) {
    long stamp = lifetime.enter();
    try {
      return Optional.ofNullable(stored.entries.get(key));
    } finally {
      lifetime.exit(stamp);
    }
  }

  @Override
  public Lookup findAll(long[] keys) {
    long stamp = lifetime.enter();
    try {
      LookupBuilder lookup = new LookupBuilder(domain(), keys);
      NavigableMap<Long, Location> entries = stored.entries;
      for (int rank = 0; rank < lookup.size(); rank++) {
        Location location = entries.get(lookup.key(rank));
        if (location != null) {
          lookup.found(rank, location.chunkId(), location.subChunkId());
        }
      }
      return lookup.build();
    } finally {
      lifetime.exit(stamp);
    }
  }

  @Override
  public EntryCursor scan(KeyRange range) {
    long stamp = lifetime.enter();
    try {
      NavigableMap<Long, Location> rows =
          range.isEmpty(domain())
              ? new TreeMap<>()
              : stored.entries.subMap(range.first(domain()), true, range.last(domain()), true);
      return lifetime.cursor(domain(), rowsOf(rows));
    } finally {
      lifetime.exit(stamp);
    }
  }

  private static EntrySource rowsOf(NavigableMap<Long, Location> entries) {
    var rows = entries.entrySet().iterator();
    return into -> {
      into.clear();
      while (!into.isFull() && rows.hasNext()) {
        var row = rows.next();
        into.add(row.getKey(), row.getValue().chunkId(), row.getValue().subChunkId());
      }
      return into.size() > 0;
    };
  }

  @Override
  public long load(SortedEntries entries) {
    long stamp = lifetime.enterToWrite("load");
    try {
      entries.requireDomain(domain());
      if (!stored.entries.isEmpty()) {
        throw new IndexException("memory: load: the index is not empty: update it, or drop it");
      }
      stored.state = IndexState.BUILDING;
      NavigableMap<Long, Location> all = new TreeMap<>(domain()::compare);
      try {
        readInto(all, entries);
        stored.entries = all;
      } finally {
        stored.state = IndexState.READY;
      }
      return all.size();
    } finally {
      lifetime.exitFromWriting(stamp);
    }
  }

  @Override
  public long update(SortedEntries entries) {
    long stamp = lifetime.enterToWrite("update");
    try {
      entries.requireDomain(domain());
      NavigableMap<Long, Location> all = new TreeMap<>(stored.entries);
      readInto(all, entries);
      stored.entries = all;
      return entries.count();
    } finally {
      lifetime.exitFromWriting(stamp);
    }
  }

  private static void readInto(NavigableMap<Long, Location> all, SortedEntries entries) {
    EntryBatch batch = new EntryBatch();
    while (entries.read(batch)) {
      for (int i = 0; i < batch.size(); i++) {
        all.put(batch.keys[i], new Location(batch.chunkIds[i], batch.subChunkIds[i]));
      }
    }
  }

  @Override
  public void remove(long[] keys) {
    long stamp = lifetime.enterToWrite("remove");
    try {
      NavigableMap<Long, Location> all = new TreeMap<>(stored.entries);
      for (long key : keys) {
        all.remove(key);
      }
      stored.entries = all;
    } finally {
      lifetime.exitFromWriting(stamp);
    }
  }

  @Override
  public void compact(LongConsumer progress) {
    long stamp = lifetime.enterToWrite("compact");
    try {
      if (Thread.currentThread().isInterrupted()) {
        throw new IndexException("memory: compact: interrupted");
      }
    } finally {
      lifetime.exitFromWriting(stamp);
    }
  }

  @Override
  public IndexStatistics statistics() {
    long stamp = lifetime.enter();
    try {
      NavigableMap<Long, Location> entries = stored.entries;
      return new IndexStatistics(
          "memory",
          domain(),
          stored.state,
          entries.size(),
          true,
          OptionalLong.empty(),
          entries.isEmpty() ? OptionalLong.empty() : OptionalLong.of(entries.firstKey()),
          entries.isEmpty() ? OptionalLong.empty() : OptionalLong.of(entries.lastKey()),
          "memory",
          Map.of());
    } finally {
      lifetime.exit(stamp);
    }
  }

  @Override
  public Verification verify(LongConsumer progress) {
    long stamp = lifetime.enter();
    try {
      EntryChecksum checksum = new EntryChecksum();
      stored.entries.forEach((key, at) -> checksum.add(key, at.chunkId(), at.subChunkId()));
      progress.accept(checksum.count());
      return new Verification(checksum.count(), checksum.value(), java.util.List.of());
    } finally {
      lifetime.exit(stamp);
    }
  }

  @Override
  public void close() {
    lifetime.close(
        () -> {
          if (stored.writer == this) {
            stored.writer = null;
          }
        });
  }
}
