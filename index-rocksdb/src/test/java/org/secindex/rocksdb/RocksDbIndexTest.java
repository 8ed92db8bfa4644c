package org.secindex.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.secindex.rocksdb.TestIndexes.entries;
import static org.secindex.rocksdb.TestIndexes.everyTenth;
import static org.secindex.rocksdb.TestIndexes.keys;

import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Access;
import org.secindex.api.Durability;
import org.secindex.api.EntryCursor;
import org.secindex.api.IndexClosedException;
import org.secindex.api.IndexStatistics;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.Lookup;
import org.secindex.api.SecondaryIndex;

class RocksDbIndexTest {
  @TempDir Path directory;
  private Path path = Path.of("");

  @BeforeEach
  void choosePath() {
    path = directory.resolve("i");
  }

  @Test
  void aReaderInTheSameProcessSeesTheIndexAsItWasWhenItOpenedIt() {
    try (SecondaryIndex writer = TestIndexes.create(path, KeyDomain.SIGNED)) {
      writer.load(everyTenth(1000));
      try (SecondaryIndex reader = TestIndexes.open(path, Access.READ)) {
        writer.update(entries(KeyDomain.SIGNED, 5));
        assertThat(writer.find(5)).isPresent();
        assertThat(reader.find(5)).isEmpty();
        assertThat(reader.find(50)).isPresent();
      }
      try (SecondaryIndex reader = TestIndexes.open(path, Access.READ)) {
        assertThat(reader.find(5)).isPresent();
      }
    }
  }

  @Test
  void aReaderKeepsReadingFilesThatTheWriterHasReplaced() {
    try (SecondaryIndex writer = TestIndexes.create(path, KeyDomain.SIGNED)) {
      writer.load(everyTenth(1000));
    }
    try (SecondaryIndex reader = TestIndexes.open(path, Access.READ)) {
      try (SecondaryIndex writer = TestIndexes.open(path, Access.WRITE)) {
        writer.remove(LongStream.range(0, 1000).map(i -> i * 10).toArray());
      }
      new RocksDbIndexProvider().drop(org.secindex.api.IndexUri.parse("rocksdb:" + path));
      assertThat(reader.find(50)).isPresent();
      assertThat(keys(reader, KeyRange.all())).hasSize(1000);
    }
  }

  @Test
  void boundsOfAScanOutliveGarbageCollection() {
    try (SecondaryIndex index = TestIndexes.create(path, KeyDomain.SIGNED)) {
      index.load(everyTenth(50_000));
      try (EntryCursor rows = index.scan(KeyRange.closed(100, 400_000))) {
        long expected = 100;
        while (rows.next()) {
          if (expected % 100_000 == 0) {
            System.gc();
          }
          assertThat(rows.key()).isEqualTo(expected);
          expected += 10;
        }
        assertThat(expected).isEqualTo(400_010);
      }
    }
  }

  @Test
  void cursorsMayBeClosedInAnyOrderAndAfterTheIndex() {
    SecondaryIndex index = TestIndexes.create(path, KeyDomain.SIGNED);
    index.load(everyTenth(50_000));
    EntryCursor first = index.scan(KeyRange.all());
    EntryCursor second = index.scan(KeyRange.atLeast(50));
    EntryCursor third = index.scan(KeyRange.atMost(50));
    assertThat(second.next()).isTrue();
    first.close();
    index.close();
    assertThatThrownBy(
            () -> {
              while (second.next()) {
                assertThat(second.key()).isLessThan(499_990);
              }
            })
        .isInstanceOf(IndexClosedException.class);
    third.close();
    second.close();
    first.close();
  }

  @Test
  void updatesOfManyBatchesSurviveReopeningWithEitherDurability() {
    for (Durability durability : Durability.values()) {
      Path place = directory.resolve(durability.toString());
      RocksDbOptions options =
          new RocksDbOptions(
              durability,
              4 << 20,
              RocksDbOptions.Filters.CACHE,
              RocksDbOptions.Compression.ZSTD,
              true);
      RocksDbIndexProvider provider = new RocksDbIndexProvider();
      try (SecondaryIndex index = provider.create(place, KeyDomain.SIGNED, options)) {
        assertThat(index.update(everyTenth(30_000))).isEqualTo(30_000);
        index.remove(LongStream.range(0, 10_000).map(i -> i * 20).toArray());
      }
      try (SecondaryIndex index = provider.open(place, Access.READ, options)) {
        assertThat(keys(index, KeyRange.all())).hasSize(20_000);
        assertThat(index.find(20)).isEmpty();
        assertThat(index.find(30)).isPresent();
        assertThat(index.verify().problems()).isEmpty();
      }
    }
  }

  @Test
  void aLongBatchIsAnsweredInRequestOrder() {
    try (SecondaryIndex index = TestIndexes.create(path, KeyDomain.SIGNED)) {
      index.load(everyTenth(100_000));
      long[] asked = LongStream.range(0, 200_000).map(i -> (199_999 - i) * 5).toArray();
      Lookup answers = index.findAll(asked);
      assertThat(answers.foundCount()).isEqualTo(100_000);
      for (int i = 0; i < asked.length; i++) {
        assertThat(answers.isFound(i)).isEqualTo(asked[i] % 10 == 0);
        if (answers.isFound(i)) {
          assertThat(answers.chunkId(i)).isEqualTo((int) (asked[i] / 10));
        }
      }
    }
  }

  @Test
  void statisticsTellWhatIsExact() {
    try (SecondaryIndex index = TestIndexes.create(path, KeyDomain.SIGNED)) {
      IndexStatistics empty = index.statistics();
      assertThat(empty.entries()).isZero();
      assertThat(empty.entriesExact()).isTrue();
      assertThat(empty.firstKey()).isEmpty();
      assertThat(empty.lastKey()).isEmpty();

      index.load(everyTenth(1000));
      IndexStatistics loaded = index.statistics();
      assertThat(loaded.entries()).isEqualTo(1000);
      assertThat(loaded.entriesExact()).isTrue();
      assertThat(loaded.firstKey()).hasValue(0);
      assertThat(loaded.lastKey()).hasValue(9990);
      assertThat(loaded.bytesOnDisk().orElseThrow()).isGreaterThan(1000);
      assertThat(loaded.format()).isEqualTo("rocksdb 1");
      assertThat(loaded.details()).containsEntry("level 6", "1 files");

      index.update(everyTenth(0));
      index.remove(new long[0]);
      assertThat(index.statistics().entriesExact()).isTrue();
      index.update(everyTenth(10));
      assertThat(index.statistics().entriesExact()).isFalse();
    }
  }
}
