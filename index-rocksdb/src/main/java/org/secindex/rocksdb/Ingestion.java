package org.secindex.rocksdb;

import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.RocksDBException;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexException;

/**
 * Writes ascending entries into table files, then hands those over to RocksDB by one edit of its
 * manifest: all or nothing, at whatever instant the process dies.
 *
 * <p>RocksDB first flushes what its memtables hold of the same keys, and gives the files a sequence
 * number of their own: they are newer than all that was written before, and older than what
 * follows. Files, directory and manifest are on stable storage when this returns, whatever the
 * durability.
 */
final class Ingestion {
  private final Database database;
  private final TableFile.Content content;
  private final WriteSizes sizes;

  Ingestion(Database database, TableFile.Content content, WriteSizes sizes) {
    this.database = database;
    this.content = content;
    this.sizes = sizes;
  }

  /**
   * Takes in all entries, and returns how many there were. If this throws, no file is left behind.
   *
   * @param operation what is being done, for messages
   * @param beforeTaking stores what must be known before any of the entries is to be seen
   */
  long run(EntrySource entries, String operation, Runnable beforeTaking) {
    long count;
    try (TableFiles files = new TableFiles(database, content, sizes)) {
      count = files.write(entries);
      awaitRoom(operation);
      beforeTaking.run();
      if (!files.paths().isEmpty()) {
        take(files, operation);
      }
    } catch (RuntimeException | Error e) {
      try {
        database.directory().deleteLoading();
      } catch (IndexException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
    database.directory().deleteLoading();
    return count;
  }

  private void awaitRoom(String operation) {
    try {
      database.stalls().awaitRoom(database);
    } catch (RocksDBException e) {
      throw RocksDbErrors.of(database.index(), operation, e);
    }
  }

  private void take(TableFiles files, String operation) {
    try (IngestExternalFileOptions options = new IngestExternalFileOptions().setMoveFiles(true)) {
      database.rocks().ingestExternalFile(files.paths(), options);
    } catch (RocksDBException e) {
      throw RocksDbErrors.ofWrite(database.index(), operation, e);
    }
  }
}
