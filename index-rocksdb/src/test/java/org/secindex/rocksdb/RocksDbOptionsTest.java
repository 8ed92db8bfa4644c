package org.secindex.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.secindex.api.Durability;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexUri;
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
        .hasMessageContaining("option 'cache': '4k' is less than 1MiB")
        .hasMessageContaining("unknown option 'compresion': did you mean 'compression'?");
  }

  @Test
  void aCacheTooSmallIsRefusedInCodeToo() {
    assertThatThrownBy(
            () ->
                new RocksDbOptions(Durability.SYNC, 4096, Filters.MEMORY, Compression.NONE, false))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("1 MiB");
  }
}
