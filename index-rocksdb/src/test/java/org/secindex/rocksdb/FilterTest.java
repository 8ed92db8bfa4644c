package org.secindex.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Access;
import org.secindex.api.SecondaryIndex;
import org.secindex.rocksdb.RocksDbOptions.Filters;
import org.secindex.testkit.Catalogue;
import org.secindex.testkit.Miss;
import org.secindex.testkit.Seed;

/**
 * Keys that are not there, but lie among those that are, are decided by the filter: no block of
 * data is looked at. {@code -Dsecindex.filter.entries=50000000} does it at another size.
 */
class FilterTest {
  private static final int ASKED = 20_000;

  private final Catalogue catalogue =
      Catalogue.of("lsst", Long.getLong("secindex.filter.entries", 300_000));

  @TempDir Path directory;

  @Test
  void missesReadNoDataBlocks() {
    for (Filters filters : Filters.values()) {
      Path path = directory.resolve(filters.toString());
      RocksDbOptions options = options(filters);
      RocksDbIndexProvider provider = new RocksDbIndexProvider();
      try (SecondaryIndex index = provider.create(path, catalogue.domain(), options)) {
        index.load(catalogue.entries());
      }
      try (SecondaryIndex index = provider.open(path, Access.READ, options)) {
        Map<String, String> counted = askHalfMisses(index);
        long misses = ASKED / 2;
        assertThat(number(counted, "filter checks that ended a look-up"))
            .as("%s: %s", filters, counted)
            .isGreaterThan(misses * 98 / 100);
        assertThat(number(counted, "filter checks passed in vain")).isLessThan(misses * 2 / 100);
        assertThat(blocks(counted)).isBetween((long) ASKED / 2, ASKED / 2 + misses * 2 / 100);
      }
    }
  }

  /** That the counters would show it: without the filter, every miss looks at a block. */
  @Test
  void withoutAFilterTheyWould() {
    RocksDbOptions options = options(Filters.MEMORY);
    IndexDirectory place = new IndexDirectory("rocksdb:" + directory, directory.resolve("none"));
    NativeLibrary.load();
    place.beginMaking();
    Database database = Database.create(place, catalogue.domain(), unfiltered(options));
    try (SecondaryIndex index = new RocksDbIndex(database, Access.WRITE, options)) {
      index.load(catalogue.entries());
    }
    Database again = Database.open(place, Access.READ, unfiltered(options));
    try (SecondaryIndex index = new RocksDbIndex(again, Access.READ, options)) {
      assertThat(blocks(askHalfMisses(index))).isGreaterThan(ASKED * 9 / 10);
    }
  }

  private static RocksDbOptions options(Filters filters) {
    RocksDbOptions defaults = RocksDbOptions.defaults();
    return new RocksDbOptions(
        defaults.durability(), defaults.cacheBytes(), filters, defaults.compression(), true);
  }

  private static DatabaseOptions unfiltered(RocksDbOptions wanted) {
    DatabaseOptions options = new DatabaseOptions(wanted, OpenFiles.ALL);
    options.setTable(options.table(wanted).setFilterPolicy(null));
    return options;
  }

  private Map<String, String> askHalfMisses(SecondaryIndex index) {
    SplittableRandom random = Seed.forTest("filter").random();
    for (int i = 0; i < ASKED / 2; i++) {
      assertThat(index.find(catalogue.key(random.nextLong(catalogue.size())))).isPresent();
      assertThat(index.find(catalogue.miss(Miss.INSIDE_RUN, random))).isEmpty();
    }
    return index.statistics().details();
  }

  private static long blocks(Map<String, String> counted) {
    return number(counted, "data blocks from the cache")
        + number(counted, "data blocks from files");
  }

  private static long number(Map<String, String> counted, String name) {
    assertThat(counted).containsKey(name);
    return Long.parseLong(counted.getOrDefault(name, ""));
  }
}
