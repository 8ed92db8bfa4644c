package org.secindex.testkit;

import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntryCursor;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexStatistics;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.Location;
import org.secindex.api.Lookup;
import org.secindex.api.LookupBuilder;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.api.Verification;

/** An index that does one thing wrong. */
final class WrongIndex implements SecondaryIndex {
  private final SecondaryIndex right;
  private final Fault fault;
  private volatile boolean closed;
  private long[] removed = {};

  WrongIndex(SecondaryIndex right, Fault fault) {
    this.right = right;
    this.fault = fault;
    if (fault == Fault.LEAKS_THREADS) {
      Thread leaked = new Thread(LockSupport::park);
      leaked.setDaemon(true);
      leaked.start();
    }
  }

  @Override
  public KeyDomain domain() {
    return fault == Fault.FORGETS_DOMAIN ? KeyDomain.SIGNED : right.domain();
  }

  @Override
  public Optional<Location> find(long key) {
    if (closed && fault == Fault.ABSENT_AFTER_CLOSE) {
      return Optional.empty();
    }
    Optional<Location> found = right.find(fault == Fault.CUTS_KEYS ? (int) key : key);
    return fault == Fault.SENTINEL_FOR_ABSENT && found.isEmpty()
        ? Optional.of(new Location(0, 0))
        : found;
  }

  @Override
  public Lookup findAll(long[] keys) {
    return switch (fault) {
      case BATCH_IN_KEY_ORDER -> {
        long[] sorted = keys.clone();
        Arrays.sort(sorted);
        yield right.findAll(sorted);
      }
      case BATCH_LIMIT -> {
        LookupBuilder all = new LookupBuilder(domain(), keys);
        Lookup some = right.findAll(Arrays.copyOf(keys, Math.min(keys.length, 65_535)));
        some.forEach((position, key, chunk, sub) -> all.found(all.rank(key), chunk, sub));
        yield all.build();
      }
      default -> right.findAll(keys);
    };
  }

  @Override
  public EntryCursor scan(KeyRange range) {
    return switch (fault) {
      case UNSIGNED_ORDER ->
          range.equals(KeyRange.all())
              ? new EntryCursor(
                  domain(),
                  joined(right.scan(KeyRange.atLeast(0)), right.scan(KeyRange.lessThan(0))))
              : right.scan(range);
      case SCAN_END_EXCLUSIVE ->
          range.isEmpty(domain()) || range.last(domain()) == domain().max()
              ? right.scan(range)
              : right.scan(KeyRange.closedOpen(range.first(domain()), range.last(domain())));
      case SCAN_NOT_SNAPSHOT, CURSOR_AFTER_CLOSE -> new EntryCursor(domain(), late(range));
      default -> right.scan(range);
    };
  }

  private static EntrySource joined(EntrySource first, EntrySource second) {
    return into -> first.read(into) || second.read(into);
  }

  /** Looks again at each read, and does not mind whether the index is still open. */
  private EntrySource late(KeyRange range) {
    EntryCursor[] open = {right.scan(range)};
    long[] delivered = {0};
    boolean again = fault == Fault.SCAN_NOT_SNAPSHOT;
    return into -> {
      if (!again) {
        try {
          return open[0].read(into);
        } catch (IllegalStateException closed) {
          into.clear();
          return false;
        }
      }
      try (EntryCursor now = right.scan(range)) {
        into.clear();
        long skip = delivered[0];
        while (skip > 0 && now.next()) {
          skip--;
        }
        while (!into.isFull() && now.next()) {
          into.add(now.key(), now.chunkId(), now.subChunkId());
        }
      }
      delivered[0] += into.size();
      return into.size() > 0;
    };
  }

  @Override
  public long load(SortedEntries entries) {
    return switch (fault) {
      case DROPS_LAST_KEY -> {
        long count = right.load(entries);
        if (count > 0) {
          right.remove(new long[] {right.statistics().lastKey().orElseThrow()});
        }
        yield count;
      }
      case LOAD_NOT_ATOMIC -> right.update(entries);
      case LOAD_OVER_CONTENT ->
          right.statistics().entries() == 0 ? right.load(entries) : right.update(entries);
      case SOURCE_FAILURE_SWALLOWED -> right.load(swallowing(entries));
      default -> right.load(entries);
    };
  }

  private SortedEntries swallowing(SortedEntries entries) {
    return SortedEntries.of(
        entries.domain(),
        into -> {
          try {
            return entries.read(into);
          } catch (RuntimeException swallowed) {
            into.clear();
            return false;
          }
        });
  }

  @Override
  public long update(SortedEntries entries) {
    return right.update(fault == Fault.UPDATE_KEEPS_OLD ? onlyNew(entries) : entries);
  }

  private SortedEntries onlyNew(SortedEntries entries) {
    EntryBatch all = new EntryBatch();
    return SortedEntries.of(
        domain(),
        into -> {
          into.clear();
          while (into.size() == 0 && entries.read(all)) {
            for (int i = 0; i < all.size(); i++) {
              if (right.find(all.keys[i]).isEmpty()) {
                into.add(all.keys[i], all.chunkIds[i], all.subChunkIds[i]);
              }
            }
          }
          return into.size() > 0;
        });
  }

  @Override
  public void remove(long[] keys) {
    if (fault != Fault.REMOVE_IGNORED) {
      right.remove(keys);
      removed = keys.length == 0 ? keys : new long[] {keys[0]};
    }
  }

  @Override
  public void compact(LongConsumer progress) {
    switch (fault) {
      case COMPACT_LOSES_A_KEY -> {
        right.compact(progress);
        right.statistics().firstKey().ifPresent(key -> right.remove(new long[] {key}));
      }
      case COMPACT_REVIVES -> {
        right.compact(progress);
        right.update(
            SortedEntries.of(domain(), removed, new int[removed.length], new int[removed.length]));
      }
      case COMPACT_SWALLOWS_INTERRUPT -> {
        boolean ignored = Thread.interrupted();
        right.compact(progress);
      }
      default -> right.compact(progress);
    }
  }

  @Override
  public IndexStatistics statistics() {
    return right.statistics();
  }

  @Override
  public Verification verify(LongConsumer progress) {
    return right.verify(progress);
  }

  @Override
  public void close() {
    right.close();
    closed = true;
  }
}
