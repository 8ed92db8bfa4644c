package org.secindex.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Durability;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexUri;
import org.secindex.api.KeyDomain;
import org.secindex.api.SecondaryIndex;
import org.secindex.rocksdb.RocksDbOptions.Compression;
import org.secindex.rocksdb.RocksDbOptions.Filters;

class RocksDbOptionsTest {
  @Test
  void defaultsOfTheAddressAreTheDefaultsOfTheRecord() {
    assertThat(RocksDbOptions.from(IndexUri.parse("rocksdb:/data/idx")))
        .isEqualTo(RocksDbOptions.defaults());
  }

  @Test
  void allAreRead() {
    IndexUri uri =
        IndexUri.parse(
            "rocksdb:/data/idx?durability=relaxed&cache=1g&filters=cache&compression=zstd&statistics=true");
    assertThat(RocksDbOptions.from(uri))
        .isEqualTo(
            new RocksDbOptions(
                Durability.RELAXED, 1L << 30, Filters.CACHE, Compression.ZSTD, true));
  }

  @Test
  void allProblemsAreReportedAtOnce() {
    IndexUri uri = IndexUri.parse("rocksdb:/data/idx?durability=maybe&cache=4k&compresion=zstd");
    assertThatThrownBy(() -> RocksDbOptions.from(uri))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("option 'durability': 'maybe' is none of sync, relaxed")
        .hasMessageContaining("option 'cache': '4k' is not between 1MiB and 1TiB")
        .hasMessageContaining("unknown option 'compresion': did you mean 'compression'?");
  }

  @Test
  void aCacheTooSmallOrTooLargeIsRefusedInCodeToo() {
    for (long bytes : new long[] {4096, (1L << 40) + 1, Long.MAX_VALUE}) {
      assertThatThrownBy(
              () ->
                  new RocksDbOptions(
                      Durability.SYNC, bytes, Filters.MEMORY, Compression.NONE, false))
          .isInstanceOf(IndexConfigException.class)
          .hasMessageContaining("1 MiB and 1 TiB");
    }
  }

  /** RocksDB itself would end the process at a size that it cannot reserve addresses for. */
  @Test
  void theLargestCacheCanBeMade(@TempDir Path directory) {
    RocksDbOptions largest =
        new RocksDbOptions(
            Durability.SYNC,
            RocksDbOptions.MAX_CACHE_BYTES,
            Filters.MEMORY,
            Compression.NONE,
            false);
    try (SecondaryIndex index =
        new RocksDbIndexProvider().create(directory.resolve("i"), KeyDomain.SIGNED, largest)) {
      assertThat(index.find(1)).isEmpty();
    }
  }
}
