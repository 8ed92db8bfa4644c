package org.secindex.rocksdb;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.CompactRangeOptions.BottommostLevelCompaction;
import org.rocksdb.RocksDBException;
import org.secindex.api.IndexException;

/**
 * Brings all entries down to the lowest level. RocksDB does not say how far it is; it can be told
 * to end, from another thread than the one that is compacting.
 */
final class FullCompaction {
  private final Database database;

  FullCompaction(Database database) {
    this.database = database;
  }

  void run() {
    database.willWrite();
    try (CompactRangeOptions options = new CompactRangeOptions()) {
      // Files of the lowest level that hold what was removed are rewritten too, others are not.
      options.setBottommostLevelCompaction(BottommostLevelCompaction.kForceOptimized);
      CompletableFuture<Void> done =
          CompletableFuture.runAsync(() -> compact(options), work -> new Thread(work).start());
      await(done, options);
    }
  }

  private void compact(CompactRangeOptions options) {
    try {
      database.rocks().compactRange(database.entryFamily(), null, null, options);
    } catch (RocksDBException e) {
      throw RocksDbErrors.ofWrite(database.index(), "compaction", e);
    }
  }

  private void await(CompletableFuture<Void> done, CompactRangeOptions options) {
    try {
      done.get();
    } catch (InterruptedException e) {
      options.setCanceled(true);
      // The options must outlive the compaction. It ends with an error, unless it was done already.
      done.handle((nothing, failure) -> true).join();
      Thread.currentThread().interrupt();
      throw new IndexException(
          database.index() + ": the compaction was interrupted; the content is as it was", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException("a compaction failed", e);
    }
  }
}
