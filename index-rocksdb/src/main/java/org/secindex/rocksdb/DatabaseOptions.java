package org.secindex.rocksdb;

import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.HyperClockCache;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.ReadOptions;
import org.rocksdb.Statistics;
import org.rocksdb.StatsLevel;
import org.rocksdb.WriteOptions;

/**
 * How RocksDB is told to work: all its option objects, made once for an open index and freed with
 * it. The comparator is always RocksDB's own bytewise one: a database can be opened with no other
 * than the one it was made with. What each setting gives: docs/rocksdb-options.md.
 */
final class DatabaseOptions implements AutoCloseable {
  /** Bits of filter for a key: one miss in a hundred reads a block in vain. */
  private static final double FILTER_BITS = 10;

  /** Before compression; an entry has some 20 bytes there. */
  private static final int BLOCK_BYTES = 4 << 10;

  private static final int LOG_FILE_BYTES = 1 << 20;
  private static final int LOG_FILES = 2;

  final NativeObjects natives = new NativeObjects();
  final DBOptions database = natives.own(new DBOptions());
  final ColumnFamilyOptions entries = natives.own(new ColumnFamilyOptions());
  final ColumnFamilyOptions metadata = natives.own(new ColumnFamilyOptions());
  final ReadOptions read = natives.own(new ReadOptions());

  /** For a write that is on stable storage when it returns. */
  final WriteOptions synced = natives.own(new WriteOptions());

  /** For a write that is in the log when it returns. */
  final WriteOptions logged = natives.own(new WriteOptions());

  /** What was counted since the index was opened, if that was asked for. */
  final @Nullable Statistics statistics;

  DatabaseOptions(RocksDbOptions options, int maxOpenFiles) {
    statistics = options.statistics() ? natives.own(new Statistics()) : null;
    if (statistics != null) {
      statistics.setStatsLevel(StatsLevel.EXCEPT_DETAILED_TIMERS);
      database.setStatistics(statistics);
    }
    database
        .setMaxOpenFiles(maxOpenFiles)
        .setMaxBackgroundJobs(Math.max(2, Runtime.getRuntime().availableProcessors()))
        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
        .setMaxLogFileSize(LOG_FILE_BYTES)
        .setKeepLogFileNum(LOG_FILES);
    entries.setCompressionType(compression(options.compression()));
    setTable(table(options));
    synced.setSync(true);
  }

  /** How table files of entries are written and read. */
  BlockBasedTableConfig table(RocksDbOptions options) {
    BlockBasedTableConfig table =
        new BlockBasedTableConfig()
            // Its look-ups take no lock, unlike those of the cache by least recent use.
            .setBlockCache(natives.own(new HyperClockCache(options.cacheBytes(), 0, -1, false)))
            .setBlockSize(BLOCK_BYTES)
            .setFilterPolicy(natives.own(new BloomFilter(FILTER_BITS)))
            .setWholeKeyFiltering(true);
    if (options.filters() == RocksDbOptions.Filters.CACHE) {
      // In parts of a block's size: whole, they are as large as 17 MB a file.
      table
          .setIndexType(IndexType.kTwoLevelIndexSearch)
          .setPartitionFilters(true)
          .setCacheIndexAndFilterBlocks(true)
          .setPinTopLevelIndexAndFilter(true);
    }
    return table;
  }

  void setTable(BlockBasedTableConfig table) {
    entries.setTableFormatConfig(table);
  }

  private static CompressionType compression(RocksDbOptions.Compression compression) {
    return switch (compression) {
      case NONE -> CompressionType.NO_COMPRESSION;
      case LZ4 -> CompressionType.LZ4_COMPRESSION;
      case ZSTD -> CompressionType.ZSTD_COMPRESSION;
    };
  }

  @Override
  public void close() {
    natives.close();
  }
}
