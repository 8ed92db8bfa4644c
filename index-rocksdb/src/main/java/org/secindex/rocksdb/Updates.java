package org.secindex.rocksdb;

import java.nio.ByteBuffer;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.secindex.api.Durability;
import org.secindex.api.EntryBatch;
import org.secindex.api.KeyDomain;
import org.secindex.api.LookupBuilder;
import org.secindex.api.SortedEntries;

/**
 * Updates and removals: write batches of bounded size through the log, which is always on. With
 * {@link Durability#SYNC} the log is brought to stable storage once, before the call returns.
 */
final class Updates {
  private final Database database;
  private final KeyDomain domain;
  private final Durability durability;

  Updates(Database database, Durability durability) {
    this.database = database;
    this.durability = durability;
    domain = database.metadata().domain();
  }

  long update(SortedEntries entries) {
    beginUncounted();
    ByteBuffer key = ByteBuffer.allocateDirect(EntryBytes.LENGTH);
    ByteBuffer value = ByteBuffer.allocateDirect(EntryBytes.LENGTH);
    EntryBatch batch = new EntryBatch();
    long count = 0;
    try (WriteBatch writes = new WriteBatch()) {
      while (entries.read(batch)) {
        for (int i = 0; i < batch.size(); i++) {
          key.clear().putLong(0, domain.toByteOrder(batch.keys[i]));
          value.clear().putLong(0, EntryBytes.value(batch.chunkIds[i], batch.subChunkIds[i]));
          writes.put(key, value);
        }
        write(writes);
        count += batch.size();
      }
      makeDurable();
      return count;
    } catch (RocksDBException e) {
      throw RocksDbErrors.ofWrite(database.index(), "update", e);
    }
  }

  void remove(long[] keys) {
    beginUncounted();
    long[] sorted = LookupBuilder.distinctAscending(domain, keys);
    ByteBuffer key = ByteBuffer.allocateDirect(EntryBytes.LENGTH);
    try (WriteBatch writes = new WriteBatch()) {
      for (int i = 0; i < sorted.length; i++) {
        key.clear().putLong(0, domain.toByteOrder(sorted[i]));
        writes.delete(key);
        if (writes.count() == EntryBatch.DEFAULT_CAPACITY || i == sorted.length - 1) {
          write(writes);
        }
      }
      makeDurable();
    } catch (RocksDBException e) {
      throw RocksDbErrors.ofWrite(database.index(), "removal", e);
    }
  }

  /** From here on nobody knows how many of the keys are new; that is known before any is. */
  private void beginUncounted() {
    database.willWrite();
    if (database.metadata().entries().isPresent()) {
      database.store(database.metadata().uncounted());
    }
  }

  private void write(WriteBatch writes) throws RocksDBException {
    database.rocks().write(database.options().logged, writes);
    writes.clear();
  }

  private void makeDurable() throws RocksDBException {
    if (durability == Durability.SYNC) {
      database.rocks().syncWal();
    }
  }
}
