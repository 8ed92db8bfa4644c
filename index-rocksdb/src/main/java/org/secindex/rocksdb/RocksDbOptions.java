package org.secindex.rocksdb;

import java.util.List;
import org.secindex.api.Durability;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexOption;
import org.secindex.api.IndexUri;
import org.secindex.api.OptionReader;

/**
 * How an index in a RocksDB database is opened.
 *
 * @param durability what a write call that has returned survives
 * @param cacheBytes size of the cache of uncompressed blocks, from {@link #MIN_CACHE_BYTES} to
 *     {@link #MAX_CACHE_BYTES}; each open index has its own
 * @param filters where filters and block indexes are held, some 1.4 bytes an entry
 * @param compression how blocks that are written from now on are compressed; those that are there
 *     are read whatever they are
 * @param statistics whether the statistics of the index tell what its look-ups read
 */
public record RocksDbOptions(
    Durability durability,
    long cacheBytes,
    Filters filters,
    Compression compression,
    boolean statistics) {
  /** Where filters and block indexes are held while an index is open. */
  public enum Filters {
    /** Beside the cache, all of them, read when the index is opened. */
    MEMORY,
    /**
     * In the cache, in parts, as they are needed: memory stays within the size of the cache,
     * whatever the size of the index. To be given when the index is loaded too, for only then are
     * they written in parts.
     */
    CACHE
  }

  /** How a block is compressed. */
  public enum Compression {
    /** Not at all. */
    NONE,
    /** Fast to read, moderately small. */
    LZ4,
    /** Smallest. */
    ZSTD
  }

  /** The smallest cache that is accepted: 1 MiB. */
  public static final long MIN_CACHE_BYTES = 1 << 20;

  /** The largest: 1 TiB. RocksDB reserves addresses by it, and crashes where those end. */
  public static final long MAX_CACHE_BYTES = 1L << 40;

  /** The options of an address. */
  static final List<IndexOption> OPTIONS =
      List.of(
          IndexOption.DURABILITY,
          new IndexOption(
              "cache", "256MiB", "memory for uncompressed blocks of this open index; 1MiB to 1TiB"),
          new IndexOption(
              "filters",
              "memory",
              "where filters and block indexes are held, 1.4 bytes an entry: memory or cache"),
          new IndexOption(
              "compression", "lz4", "none, lz4 or zstd, for blocks written from now on"),
          new IndexOption(
              "statistics", "false", "whether to count what look-ups read, for the statistics"));

  /** {@code durability=sync&cache=256MiB&filters=memory&compression=lz4&statistics=false}. */
  public static RocksDbOptions defaults() {
    return new RocksDbOptions(Durability.SYNC, 256L << 20, Filters.MEMORY, Compression.LZ4, false);
  }

  /**
   * @throws IndexConfigException if the cache is too small or too large
   */
  public RocksDbOptions {
    if (!isCacheSize(cacheBytes)) {
      throw new IndexConfigException(
          "rocksdb: option 'cache': " + cacheBytes + " bytes are not between 1 MiB and 1 TiB");
    }
  }

  private static boolean isCacheSize(long bytes) {
    return bytes >= MIN_CACHE_BYTES && bytes <= MAX_CACHE_BYTES;
  }

  /**
   * Reads the options of an address.
   *
   * @throws IndexConfigException with all problems, if there are any
   */
  static RocksDbOptions from(IndexUri uri) {
    OptionReader in = new OptionReader(uri, OPTIONS);
    Durability durability = in.oneOf("durability", Durability.class);
    long cacheBytes = in.bytes("cache");
    if (!isCacheSize(cacheBytes)) {
      in.problem("cache", "'" + in.text("cache") + "' is not between 1MiB and 1TiB");
    }
    Filters filters = in.oneOf("filters", Filters.class);
    Compression compression = in.oneOf("compression", Compression.class);
    boolean statistics = in.flag("statistics");
    in.finish();
    return new RocksDbOptions(durability, cacheBytes, filters, compression, statistics);
  }
}
