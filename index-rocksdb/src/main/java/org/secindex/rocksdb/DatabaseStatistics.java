package org.secindex.rocksdb;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;
import org.secindex.api.IndexStatistics;
import org.secindex.api.KeyDomain;

/** What RocksDB and the metadata tell of an index without reading it all. */
final class DatabaseStatistics {
  private final Database database;
  private final KeyDomain domain;

  DatabaseStatistics(Database database) {
    this.database = database;
    domain = database.metadata().domain();
  }

  IndexStatistics read() {
    Metadata metadata = database.metadata();
    try (RocksIterator rows = database.rocks().newIterator(database.options().read)) {
      rows.seekToFirst();
      OptionalLong first = key(rows);
      rows.seekToLast();
      OptionalLong last = key(rows);
      return new IndexStatistics(
          "rocksdb",
          domain,
          metadata.state(),
          metadata.entries().isPresent()
              ? metadata.entries().getAsLong()
              : database.rocks().getLongProperty("rocksdb.estimate-num-keys"),
          metadata.entries().isPresent(),
          OptionalLong.of(database.directory().bytes()),
          first,
          last,
          "rocksdb " + Metadata.FORMAT_VERSION,
          details());
    } catch (RocksDBException e) {
      throw RocksDbErrors.of(database.index(), "read the statistics", e);
    }
  }

  private OptionalLong key(RocksIterator rows) throws RocksDBException {
    rows.status();
    return rows.isValid()
        ? OptionalLong.of(domain.toByteOrder(EntryBytes.get(rows.key())))
        : OptionalLong.empty();
  }

  private Map<String, String> details() throws RocksDBException {
    Map<String, String> details = new LinkedHashMap<>();
    details.put("engine", NativeLibrary.engine());
    List<LiveFileMetaData> files = database.rocks().getLiveFilesMetaData();
    details.put("table files", Integer.toString(files.size()));
    Map<Integer, Integer> levels = new TreeMap<>();
    files.forEach(file -> levels.merge(file.level(), 1, Integer::sum));
    levels.forEach((level, count) -> details.put("level " + level, count + " files"));
    details.put("write stalls", database.stalls().describe(database.rocks()));
    details.put("memtable bytes", property("rocksdb.cur-size-all-mem-tables"));
    details.put("filter and index bytes", property("rocksdb.estimate-table-readers-mem"));
    details.put("block cache bytes", property("rocksdb.block-cache-usage"));
    Statistics counted = database.options().statistics;
    if (counted != null) {
      addCounters(details, counted);
    }
    return details;
  }

  /** A look-up asks the filter of each file whose range holds the key. */
  private static void addCounters(Map<String, String> details, Statistics counted) {
    long ended = counted.getTickerCount(TickerType.BLOOM_FILTER_USEFUL);
    long passed = counted.getTickerCount(TickerType.BLOOM_FILTER_FULL_POSITIVE);
    long rightly = counted.getTickerCount(TickerType.BLOOM_FILTER_FULL_TRUE_POSITIVE);
    details.put("filter checks", Long.toString(ended + passed));
    details.put("filter checks that ended a look-up", Long.toString(ended));
    details.put("filter checks passed in vain", Long.toString(passed - rightly));
    details.put(
        "data blocks from the cache",
        Long.toString(counted.getTickerCount(TickerType.BLOCK_CACHE_DATA_HIT)));
    details.put(
        "data blocks from files",
        Long.toString(counted.getTickerCount(TickerType.BLOCK_CACHE_DATA_MISS)));
  }

  private String property(String name) throws RocksDBException {
    return Long.toString(database.rocks().getLongProperty(name));
  }
}
