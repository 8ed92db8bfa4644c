package org.secindex.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.secindex.rocksdb.TestIndexes.entries;
import static org.secindex.rocksdb.TestIndexes.keys;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;

/** Keys that a comparator of text, of signed bytes or of doubles puts into a wrong order. */
class KeyOrderTest {
  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(KeyDomain.class)
  void scansFromEachKeyOnGiveAllThatFollow(KeyDomain domain) {
    List<Long> sorted =
        LongStream.concat(
                LongStream.rangeClosed((1L << 53) - 2, (1L << 53) + 3),
                LongStream.of(
                    0,
                    9,
                    10,
                    0x7e,
                    0x7f,
                    0x80,
                    0x81,
                    0xff,
                    0x100,
                    0x7fff,
                    0x8000,
                    0x7f80,
                    0x807fL,
                    0x7fff_ffffL,
                    0x8000_0000L,
                    Long.MAX_VALUE,
                    Long.MIN_VALUE,
                    -1,
                    -2,
                    -128,
                    -129))
            .boxed()
            .sorted(domain::compare)
            .toList();
    long[] loaded = sorted.stream().mapToLong(Long::longValue).toArray();
    // One half is loaded into table files, the other put into the memtable: they must merge.
    long[] even =
        LongStream.range(0, loaded.length)
            .filter(i -> i % 2 == 0)
            .map(i -> loaded[(int) i])
            .toArray();
    long[] odd =
        LongStream.range(0, loaded.length)
            .filter(i -> i % 2 == 1)
            .map(i -> loaded[(int) i])
            .toArray();
    try (SecondaryIndex index = TestIndexes.create(directory.resolve("i"), domain)) {
      index.load(entries(domain, even));
      index.update(entries(domain, odd));
      for (int i = 0; i < loaded.length; i++) {
        assertThat(keys(index, KeyRange.atLeast(loaded[i])))
            .isEqualTo(sorted.subList(i, sorted.size()));
        assertThat(keys(index, KeyRange.atMost(loaded[i]))).isEqualTo(sorted.subList(0, i + 1));
        assertThat(index.find(loaded[i])).isPresent();
      }
      assertThat(index.findAll(loaded).missing()).isEmpty();
      assertThat(index.verify().problems()).isEmpty();
      assertThat(index.statistics().firstKey()).hasValue(domain.min());
      assertThat(index.statistics().lastKey()).hasValue(domain.max());
    }
    assertThat(Arrays.stream(loaded).distinct().count()).isEqualTo(loaded.length);
  }
}
