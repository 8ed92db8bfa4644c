package org.secindex.rocksdb;

import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.ReadOptions;
import org.rocksdb.WriteOptions;

/**
 * How RocksDB is told to work: all its option objects, made once for an open index and freed with
 * it. The comparator is always RocksDB's own bytewise one: a database can be opened with no other
 * than the one it was made with.
 */
final class DatabaseOptions implements AutoCloseable {
  /** Bits of filter for a key: one miss in a hundred reads a block in vain. */
  private static final double FILTER_BITS = 10;

  /** Entries are some 20 bytes before compression: a block holds about 200 or 400 of them. */
  private static final int BLOCK_BYTES = 4 << 10;

  private static final int LOG_FILE_BYTES = 1 << 20;
  private static final int LOG_FILES = 2;

  private final NativeObjects natives = new NativeObjects();
  final DBOptions database = natives.own(new DBOptions());
  final ColumnFamilyOptions entries = natives.own(new ColumnFamilyOptions());
  final ColumnFamilyOptions metadata = natives.own(new ColumnFamilyOptions());
  final ReadOptions read = natives.own(new ReadOptions());

  /** For a write that is on stable storage when it returns. */
  final WriteOptions synced = natives.own(new WriteOptions());

  /** For a write that is in the log when it returns. */
  final WriteOptions logged = natives.own(new WriteOptions());

  DatabaseOptions(RocksDbOptions options, int maxOpenFiles) {
    database
        .setMaxOpenFiles(maxOpenFiles)
        .setMaxBackgroundJobs(Math.max(2, Runtime.getRuntime().availableProcessors()))
        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
        .setMaxLogFileSize(LOG_FILE_BYTES)
        .setKeepLogFileNum(LOG_FILES);
    entries
        .setCompressionType(compression(options.compression()))
        .setTableFormatConfig(table(options));
    synced.setSync(true);
  }

  private BlockBasedTableConfig table(RocksDbOptions options) {
    return new BlockBasedTableConfig()
        .setBlockCache(natives.own(new LRUCache(options.cacheBytes())))
        .setBlockSize(BLOCK_BYTES)
        .setFilterPolicy(natives.own(new BloomFilter(FILTER_BITS)))
        .setWholeKeyFiltering(true);
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
