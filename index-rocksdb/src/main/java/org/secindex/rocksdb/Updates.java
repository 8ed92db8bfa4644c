package org.secindex.rocksdb;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.secindex.api.Durability;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;
import org.secindex.api.KeyDomain;
import org.secindex.api.LookupBuilder;
import org.secindex.api.SortedEntries;
import org.secindex.rocksdb.TableFile.Content;

/**
 * Updates and removals, each all or nothing. A small one is one write batch through the log, which
 * with {@link Durability#SYNC} is on stable storage when the call returns. A large one is written
 * into table files, which RocksDB takes in at once ({@link Ingestion}): an entry is then written
 * once, and not to the log, into a memtable and out of it again.
 */
final class Updates {
  private final Database database;
  private final KeyDomain domain;
  private final Durability durability;
  private final WriteSizes sizes;

  Updates(Database database, Durability durability, WriteSizes sizes) {
    this.database = database;
    this.durability = durability;
    this.sizes = sizes;
    domain = database.metadata().domain();
  }

  long update(SortedEntries entries) {
    return write(entries, Content.ENTRIES, "update");
  }

  void remove(long[] keys) {
    long[] sorted = LookupBuilder.distinctAscending(domain, keys);
    int[] nowhere = new int[sorted.length];
    write(SortedEntries.of(domain, sorted, nowhere, nowhere), Content.REMOVALS, "removal");
  }

  private long write(SortedEntries entries, Content content, String operation) {
    List<EntryBatch> first = new ArrayList<>();
    for (EntryBatch batch = new EntryBatch(); entries.read(batch); batch = new EntryBatch()) {
      first.add(batch);
      if (entries.count() >= sizes.ingestFrom()) {
        return new Ingestion(database, content, sizes)
            .run(followed(first, entries), operation, this::beginUncounted);
      }
    }
    if (!first.isEmpty()) {
      beginUncounted();
      log(first, content, operation);
    }
    return entries.count();
  }

  /** What has been read already, then the rest. */
  private static EntrySource followed(List<EntryBatch> read, EntrySource rest) {
    Iterator<EntryBatch> first = read.iterator();
    return into -> {
      if (!first.hasNext()) {
        return rest.read(into);
      }
      EntryBatch batch = first.next();
      into.setSize(batch.size());
      System.arraycopy(batch.keys, 0, into.keys, 0, batch.size());
      System.arraycopy(batch.chunkIds, 0, into.chunkIds, 0, batch.size());
      System.arraycopy(batch.subChunkIds, 0, into.subChunkIds, 0, batch.size());
      return true;
    };
  }

  /** From here on nobody knows how many of the keys are new; that is known before any is. */
  private void beginUncounted() {
    database.willWrite();
    if (database.metadata().entries().isPresent()) {
      database.store(database.metadata().uncounted());
    }
  }

  private void log(List<EntryBatch> batches, Content content, String operation) {
    ByteBuffer key = ByteBuffer.allocateDirect(EntryBytes.LENGTH);
    ByteBuffer value = ByteBuffer.allocateDirect(EntryBytes.LENGTH);
    try (WriteBatch writes = new WriteBatch()) {
      for (EntryBatch batch : batches) {
        for (int i = 0; i < batch.size(); i++) {
          key.clear().putLong(0, domain.toByteOrder(batch.keys[i]));
          if (content == Content.REMOVALS) {
            writes.delete(key);
          } else {
            value.clear().putLong(0, EntryBytes.value(batch.chunkIds[i], batch.subChunkIds[i]));
            writes.put(key, value);
          }
        }
      }
      boolean sync = durability == Durability.SYNC;
      DatabaseOptions options = database.options();
      database.rocks().write(sync ? options.synced : options.logged, writes);
    } catch (RocksDBException e) {
      throw RocksDbErrors.ofWrite(database.index(), operation, e);
    }
  }
}
