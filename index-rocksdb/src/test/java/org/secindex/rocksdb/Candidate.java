package org.secindex.rocksdb;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DataBlockIndexType;
import org.rocksdb.IndexSearchType;
import org.rocksdb.IndexType;
import org.rocksdb.LRUCache;
import org.secindex.rocksdb.RocksDbOptions.Compression;
import org.secindex.rocksdb.RocksDbOptions.Filters;

/**
 * One setting other than the default one, for {@link OptionsReport}.
 *
 * @param name what is other
 * @param wanted the options of the index
 * @param change what no option can tell
 * @param raw how the table file is written, if not by a load
 */
record Candidate(String name, RocksDbOptions wanted, Change change, @Nullable RawFile raw) {
  /** Changes the options of a database that is not open yet. */
  @FunctionalInterface
  interface Change {
    void apply(DatabaseOptions options, BlockBasedTableConfig table);
  }

  static final Candidate DEFAULT = of("default", (options, table) -> {});

  private static final int DICTIONARY_BYTES = 16 << 10;

  private static Candidate of(String name, Change change) {
    return new Candidate(name, RocksDbOptions.defaults(), change, null);
  }

  private static Candidate of(
      String name, Filters filters, Compression compression, Change change) {
    RocksDbOptions defaults = RocksDbOptions.defaults();
    return new Candidate(
        name,
        new RocksDbOptions(
            defaults.durability(), defaults.cacheBytes(), filters, compression, false),
        change,
        null);
  }

  /** The same with a cache of this size. */
  Candidate withCache(long bytes) {
    RocksDbOptions resized =
        new RocksDbOptions(
            wanted.durability(),
            bytes,
            wanted.filters(),
            wanted.compression(),
            wanted.statistics());
    return new Candidate(name, resized, change, raw);
  }

  DatabaseOptions options() {
    DatabaseOptions options = new DatabaseOptions(wanted, OpenFiles.ALL);
    BlockBasedTableConfig table = options.table(wanted);
    change.apply(options, table);
    options.setTable(table);
    return options;
  }

  /** Whether look-ups can be answered. */
  boolean isReadable() {
    return raw == null || raw.values() == RawFile.Values.AS_EVER;
  }

  static List<Candidate> all() {
    List<Candidate> all = new ArrayList<>();
    for (int size : new int[] {1 << 10, 2 << 10, 8 << 10, 16 << 10, 32 << 10}) {
      all.add(of("block of " + (size >> 10) + " KiB", (o, table) -> table.setBlockSize(size)));
    }
    for (int interval : new int[] {4, 8, 32}) {
      all.add(
          of(
              "whole key every " + interval + " entries (16)",
              (o, table) -> table.setBlockRestartInterval(interval)));
    }
    all.add(
        of(
            "hash index in data blocks",
            (o, table) -> table.setDataBlockIndexType(DataBlockIndexType.kDataBlockBinaryAndHash)));
    all.add(
        of(
            "keys and values apart in data blocks",
            (o, t) -> t.setSeparateKeyValueInDataBlock(true)));
    all.add(
        of(
            "interpolation where keys are even",
            (o, table) ->
                table.setIndexSearchType(IndexSearchType.kAuto).setUniformCvThreshold(0.2)));
    for (int version : new int[] {5, 6, 7}) {
      all.add(of("format version " + version, (o, table) -> table.setFormatVersion(version)));
    }
    addFilters(all);
    addCompressions(all);
    all.add(
        of(
            "cache by least recent use",
            (o, table) ->
                table.setBlockCache(
                    o.natives.own(new LRUCache(RocksDbOptions.defaults().cacheBytes())))));
    all.add(of("direct reads", (o, table) -> o.database.setUseDirectReads(true)));
    all.add(of("max_open_files 20", (o, table) -> o.database.setMaxOpenFiles(OpenFiles.FEW)));
    all.add(
        new Candidate(
            "statistics=true",
            new RocksDbOptions(
                RocksDbOptions.defaults().durability(),
                RocksDbOptions.defaults().cacheBytes(),
                Filters.MEMORY,
                RocksDbOptions.defaults().compression(),
                true),
            (o, table) -> {},
            null));
    return all;
  }

  private static void addFilters(List<Candidate> all) {
    all.add(of("no filter", (o, table) -> table.setFilterPolicy(null)));
    for (int bits : new int[] {7, 14}) {
      all.add(
          of(
              "bloom filter of " + bits + " bits (10)",
              (o, table) -> table.setFilterPolicy(o.natives.own(new BloomFilter(bits)))));
    }
    Properties ribbon = new Properties();
    ribbon.setProperty(
        "block_based_table_factory", "{filter_policy=ribbonfilter:10;block_size=4096}");
    ribbon.setProperty("compression", "kLZ4Compression");
    all.add(
        new Candidate(
            "ribbon filter as good as bloom of 10 bits",
            RocksDbOptions.defaults(),
            (o, table) -> {},
            new RawFile(
                () -> ColumnFamilyOptions.getColumnFamilyOptionsFromProps(ribbon),
                RawFile.Values.AS_EVER)));
    Compression compression = RocksDbOptions.defaults().compression();
    all.add(of("filters=cache", Filters.CACHE, compression, (o, table) -> {}));
    all.add(
        of(
            "filters in the cache, not in parts",
            (o, table) -> table.setCacheIndexAndFilterBlocks(true)));
    all.add(
        of(
            "index in parts, filters whole, memory",
            (o, table) -> table.setIndexType(IndexType.kTwoLevelIndexSearch)));
  }

  private static void addCompressions(List<Candidate> all) {
    for (Compression compression : Compression.values()) {
      if (compression != RocksDbOptions.defaults().compression()) {
        all.add(of("compression=" + compression, Filters.MEMORY, compression, (o, table) -> {}));
      }
    }
    all.add(
        of(
            "zstd with a dictionary of 16 KiB a file",
            Filters.MEMORY,
            Compression.ZSTD,
            (o, table) ->
                o.entries.setCompressionOptions(
                    o.natives.own(
                        new CompressionOptions()
                            .setEnabled(true)
                            .setMaxDictBytes(DICTIONARY_BYTES)
                            .setZStdMaxTrainBytes(100 * DICTIONARY_BYTES)))));
    all.add(
        of(
            "zstd, block of 16 KiB",
            Filters.MEMORY,
            Compression.ZSTD,
            (o, table) -> table.setBlockSize(16 << 10)));
    for (Compression compression : new Compression[] {Compression.LZ4, Compression.ZSTD}) {
      CompressionType type =
          compression == Compression.LZ4
              ? CompressionType.LZ4_COMPRESSION
              : CompressionType.ZSTD_COMPRESSION;
      all.add(
          new Candidate(
              "value packed to 2-6 bytes, " + compression,
              RocksDbOptions.defaults(),
              (o, table) -> {},
              new RawFile(
                  () ->
                      new ColumnFamilyOptions()
                          .setCompressionType(type)
                          .setTableFormatConfig(
                              new BlockBasedTableConfig().setFilterPolicy(new BloomFilter(10))),
                  RawFile.Values.PACKED)));
    }
  }
}
