package org.secindex.rocksdb;

import java.util.Arrays;
import java.util.List;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.SortedEntries;

/**
 * Fills an empty index: sorted table files are written beside the database, then handed over to it
 * all at once.
 *
 * <p>The state on disk tells at any instant what a death there leaves. BUILDING is on stable
 * storage before anything else happens. RocksDB takes all files in by one edit of its manifest.
 * READY follows; who dies between the two has a full index that says BUILDING, and is emptied by
 * the next load.
 */
final class BulkLoad {
  private static final List<byte[]> ALL_KEYS = List.of(new byte[0], past(EntryBytes.LENGTH));

  private final Database database;
  private final WriteSizes sizes;

  BulkLoad(Database database, WriteSizes sizes) {
    this.database = database;
    this.sizes = sizes;
  }

  long load(SortedEntries entries) {
    requireEmpty();
    database.store(database.metadata().building());
    long count = fill(entries);
    // If this fails it may be stored nevertheless: what it tells of must stay.
    database.store(database.metadata().ready(count));
    return count;
  }

  private long fill(SortedEntries entries) {
    try {
      clear();
      return new Ingestion(database, TableFile.Content.ENTRIES, sizes)
          .run(entries, "load", () -> {});
    } catch (RuntimeException | Error e) {
      abandon(e);
      throw e;
    }
  }

  private void requireEmpty() {
    try {
      if (database.metadata().state() == IndexState.READY && !database.isEmpty()) {
        throw new IndexException(
            database.index()
                + ": not empty, and load fills an empty index only; use update, or drop the index"
                + " and create it anew");
      }
    } catch (RocksDBException e) {
      throw RocksDbErrors.of(database.index(), "load", e);
    }
  }

  /** Makes the index empty and READY again; where even that fails, it stays BUILDING. */
  private void abandon(Throwable reason) {
    try {
      clear();
      database.store(database.metadata().ready(0));
    } catch (IndexException e) {
      reason.addSuppressed(e);
    }
  }

  /**
   * Removes what another load left: its files, and the entries of one that died at the very end.
   */
  private void clear() {
    RocksDB rocks = database.rocks();
    try {
      database.directory().deleteLoading();
      if (!database.isEmpty()) {
        // Whole files of the lower levels, where a load puts them, cost nothing to delete.
        rocks.deleteFilesInRanges(database.entryFamily(), ALL_KEYS, false);
      }
      if (!database.isEmpty()) {
        rocks.deleteRange(database.options().synced, ALL_KEYS.get(0), ALL_KEYS.get(1));
      }
    } catch (RocksDBException e) {
      throw RocksDbErrors.of(database.index(), "remove the entries of an unfinished load", e);
    }
  }

  /** Bytes behind every key of the given length. */
  private static byte[] past(int length) {
    byte[] bytes = new byte[length + 1];
    Arrays.fill(bytes, (byte) 0xff);
    return bytes;
  }
}
