package org.secindex.rocksdb;

import java.util.Optional;
import java.util.function.LongConsumer;
import org.secindex.api.Access;
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
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.api.Verification;

/** An open index: keeps its life, and hands each call to the class that knows how. */
final class RocksDbIndex implements SecondaryIndex {
  private final Database database;
  private final KeyDomain domain;
  private final Lifetime lifetime;
  private final Lookups lookups;
  private final BulkLoad bulkLoad;
  private final Updates updates;

  /** Whether a load has died and not been repeated: what is there must not be taken for content. */
  private volatile boolean unfinished;

  RocksDbIndex(Database database, Access access, RocksDbOptions options) {
    this(database, access, options, WriteSizes.measured());
  }

  RocksDbIndex(Database database, Access access, RocksDbOptions options, WriteSizes sizes) {
    this.database = database;
    domain = database.metadata().domain();
    unfinished = database.metadata().state() == IndexState.BUILDING;
    lifetime = new Lifetime(database.index(), access);
    lookups = new Lookups(database);
    bulkLoad = new BulkLoad(database, sizes);
    updates = new Updates(database, options.durability(), sizes);
  }

  @Override
  public KeyDomain domain() {
    return domain;
  }

  @Override
  public Optional<Location> find(long key) {
    long stamp = enter();
    try {
      return lookups.find(key);
    } finally {
      lifetime.exit(stamp);
    }
  }

  @Override
  public Lookup findAll(long[] keys) {
    long stamp = enter();
    try {
      return lookups.findAll(keys);
    } finally {
      lifetime.exit(stamp);
    }
  }

  @Override
  public EntryCursor scan(KeyRange range) {
    long stamp = enter();
    try {
      return lifetime.cursor(domain, source(range));
    } finally {
      lifetime.exit(stamp);
    }
  }

  private EntrySource source(KeyRange range) {
    if (!range.isEmpty(domain)) {
      return new Scan(database, range);
    }
    return batch -> {
      batch.clear();
      return false;
    };
  }

  @Override
  public long load(SortedEntries entries) {
    long stamp = lifetime.enterToWrite("load");
    try {
      entries.requireDomain(domain);
      return bulkLoad.load(entries);
    } finally {
      unfinished = database.metadata().state() == IndexState.BUILDING;
      lifetime.exitFromWriting(stamp);
    }
  }

  @Override
  public long update(SortedEntries entries) {
    long stamp = lifetime.enterToWrite("update");
    try {
      requireFinished();
      entries.requireDomain(domain);
      return updates.update(entries);
    } finally {
      lifetime.exitFromWriting(stamp);
    }
  }

  @Override
  public void remove(long[] keys) {
    long stamp = lifetime.enterToWrite("remove");
    try {
      requireFinished();
      updates.remove(keys);
    } finally {
      lifetime.exitFromWriting(stamp);
    }
  }

  @Override
  public void compact(LongConsumer progress) {
    long stamp = lifetime.enterToWrite("compact");
    try {
      requireFinished();
      new FullCompaction(database).run();
    } finally {
      lifetime.exitFromWriting(stamp);
    }
  }

  @Override
  public IndexStatistics statistics() {
    long stamp = lifetime.enter();
    try {
      return new DatabaseStatistics(database).read();
    } finally {
      lifetime.exit(stamp);
    }
  }

  @Override
  public Verification verify(LongConsumer progress) {
    long stamp = enter();
    try {
      return new Verifier(database, progress).verify();
    } finally {
      lifetime.exit(stamp);
    }
  }

  @Override
  public void close() {
    lifetime.close(database::close);
  }

  /** Begins a call that looks at the content. */
  private long enter() {
    long stamp = lifetime.enter();
    if (unfinished) {
      lifetime.exit(stamp);
      throw unfinished(database.index());
    }
    return stamp;
  }

  private void requireFinished() {
    if (unfinished) {
      throw unfinished(database.index());
    }
  }

  static IndexException unfinished(String index) {
    return new IndexException(
        index + " is BUILDING: a load is under way, or was killed; then load it again");
  }
}
