package org.secindex.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.secindex.rocksdb.TestIndexes.entries;
import static org.secindex.rocksdb.TestIndexes.everyTenth;
import static org.secindex.rocksdb.TestIndexes.keys;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;
import org.secindex.api.Access;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.IndexUri;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/** What loads leave that failed, or died at the instants that a random kill seldom meets. */
class UnfinishedLoadTest {
  @TempDir Path directory;
  private Path path = Path.of("");

  @BeforeEach
  void choosePath() {
    path = directory.resolve("i");
  }

  private IndexState state() {
    return new RocksDbIndexProvider().state(IndexUri.parse("rocksdb:" + path));
  }

  @Test
  void diedBetweenIngestAndReady() throws RocksDBException {
    try (SecondaryIndex index = TestIndexes.create(path, KeyDomain.SIGNED)) {
      index.load(everyTenth(50_000));
    }
    TestIndexes.setMetadata(path, Metadata.empty(KeyDomain.SIGNED).building());

    assertThat(state()).isEqualTo(IndexState.BUILDING);
    assertThatThrownBy(() -> TestIndexes.open(path, Access.READ))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("BUILDING")
        .hasMessageContaining("load it again");
    try (SecondaryIndex index = TestIndexes.open(path, Access.WRITE)) {
      assertThat(index.statistics().state()).isEqualTo(IndexState.BUILDING);
      assertThatThrownBy(() -> index.find(10)).hasMessageContaining("BUILDING");
      assertThatThrownBy(() -> index.findAll(new long[] {10})).hasMessageContaining("BUILDING");
      assertThatThrownBy(() -> index.scan(KeyRange.all())).hasMessageContaining("BUILDING");
      assertThatThrownBy(() -> index.update(everyTenth(1))).hasMessageContaining("BUILDING");
      assertThatThrownBy(() -> index.remove(new long[] {10})).hasMessageContaining("BUILDING");

      assertThat(index.load(entries(KeyDomain.SIGNED, 5, 15))).isEqualTo(2);
      assertThat(keys(index, KeyRange.all())).containsExactly(5L, 15L);
      assertThat(index.verify().problems()).isEmpty();
    }
    assertThat(state()).isEqualTo(IndexState.READY);
    try (SecondaryIndex index = TestIndexes.open(path, Access.READ)) {
      assertThat(keys(index, KeyRange.all())).containsExactly(5L, 15L);
    }
  }

  /** RocksDB puts ingested files into level 0 where something lies below them already. */
  @Test
  void entriesInLevelZeroAreRemovedToo() throws RocksDBException {
    try (SecondaryIndex index = TestIndexes.create(path, KeyDomain.SIGNED)) {
      index.update(entries(KeyDomain.SIGNED, Long.MIN_VALUE, 7, Long.MAX_VALUE));
    }
    TestIndexes.setMetadata(path, Metadata.empty(KeyDomain.SIGNED).building());
    try (SecondaryIndex index = TestIndexes.open(path, Access.WRITE)) {
      index.load(entries(KeyDomain.SIGNED, 6, 8));
      assertThat(keys(index, KeyRange.all())).containsExactly(6L, 8L);
    }
    try (SecondaryIndex index = TestIndexes.open(path, Access.READ)) {
      assertThat(keys(index, KeyRange.all())).containsExactly(6L, 8L);
      assertThat(index.verify().problems()).isEmpty();
    }
  }

  @Test
  void diedWhileBeingMade() throws IOException {
    TestIndexes.create(path, KeyDomain.SIGNED).close();
    Files.createFile(path.resolve("half-made"));
    assertThat(state()).isEqualTo(IndexState.ABSENT);
    assertThatThrownBy(() -> TestIndexes.open(path, Access.WRITE))
        .hasMessageContaining("no index at rocksdb:" + path);
    try (SecondaryIndex index = TestIndexes.create(path, KeyDomain.UNSIGNED)) {
      assertThat(index.domain()).isEqualTo(KeyDomain.UNSIGNED);
    }
    Files.createFile(path.resolve("half-made"));
    new RocksDbIndexProvider().drop(IndexUri.parse("rocksdb:" + path));
    assertThat(path).doesNotExist();
  }

  @Test
  void ofManyWhoMakeItAtOnceAtMostOneSucceedsAndWhatItMadeStays() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      int successes = 0;
      for (int i = 0; i < 20; i++) {
        Path place = directory.resolve("many" + i);
        CyclicBarrier start = new CyclicBarrier(4);
        Callable<Integer> maker =
            () -> {
              start.await();
              try (SecondaryIndex index = TestIndexes.create(place, KeyDomain.SIGNED)) {
                index.update(everyTenth(1));
                return 1;
              } catch (IndexException e) {
                return 0;
              }
            };
        int made = 0;
        for (Future<Integer> each : threads.invokeAll(Collections.nCopies(4, maker))) {
          made += each.get();
        }
        assertThat(made).isLessThanOrEqualTo(1);
        if (made == 1) {
          successes++;
          try (SecondaryIndex index = TestIndexes.open(place, Access.WRITE)) {
            assertThat(index.find(0)).isPresent();
          }
        } else {
          TestIndexes.create(place, KeyDomain.SIGNED).close();
        }
      }
      assertThat(successes).isPositive();
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void whatCannotBeLookedAtIsNotTakenForAbsent() throws IOException {
    Path circle = directory.resolve("circle");
    Files.createSymbolicLink(circle, circle);
    assertThatThrownBy(
            () -> new RocksDbIndexProvider().state(IndexUri.parse("rocksdb:" + circle + "/i")))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("cannot look at the directory");
  }

  @Test
  void diedWhileWritingFiles() throws RocksDBException, IOException {
    TestIndexes.create(path, KeyDomain.SIGNED).close();
    TestIndexes.setMetadata(path, Metadata.empty(KeyDomain.SIGNED).building());
    Files.createDirectory(path.resolve("loading"));
    Files.writeString(path.resolve("loading/000000.sst"), "half a file");
    try (SecondaryIndex index = TestIndexes.open(path, Access.WRITE)) {
      assertThat(index.load(everyTenth(3))).isEqualTo(3);
      assertThat(keys(index, KeyRange.all())).containsExactly(0L, 10L, 20L);
    }
    assertThat(path.resolve("loading")).doesNotExist();
  }

  @Test
  void anUnfinishedLoadThatFailsAgainLeavesAnEmptyIndex() throws RocksDBException {
    try (SecondaryIndex index = TestIndexes.create(path, KeyDomain.SIGNED)) {
      index.load(everyTenth(1000));
    }
    TestIndexes.setMetadata(path, Metadata.empty(KeyDomain.SIGNED).building());
    try (SecondaryIndex index = TestIndexes.open(path, Access.WRITE)) {
      assertThatThrownBy(() -> index.load(entries(KeyDomain.SIGNED, 7, 6)))
          .hasMessageContaining("key 6");
      assertThat(keys(index, KeyRange.all())).isEmpty();
      assertThat(index.find(10)).isEmpty();
    }
    assertThat(state()).isEqualTo(IndexState.READY);
  }

  @Test
  void aFailedLoadLeavesNoFile() throws IOException {
    try (SecondaryIndex index = TestIndexes.create(path, KeyDomain.SIGNED)) {
      IllegalStateException lost = new IllegalStateException("input lost");
      SortedEntries first = everyTenth(20_000);
      SortedEntries failing =
          SortedEntries.of(
              KeyDomain.SIGNED,
              batch -> {
                if (!first.read(batch)) {
                  throw lost;
                }
                return true;
              });
      assertThatThrownBy(() -> index.load(failing)).isSameAs(lost);
      assertThat(path.resolve("loading")).doesNotExist();
      assertThat(TestIndexes.tableFiles(path)).isEmpty();
      assertThat(state()).isEqualTo(IndexState.READY);
    }
  }

  @Test
  void loadsAfterAllHasBeenRemoved() {
    try (SecondaryIndex index = TestIndexes.create(path, KeyDomain.SIGNED)) {
      index.update(entries(KeyDomain.SIGNED, 1, 2, 3));
      index.remove(new long[] {3, 1, 2, 4});
      index.load(entries(KeyDomain.SIGNED, 2, 9));
      assertThat(keys(index, KeyRange.all())).containsExactly(2L, 9L);
      assertThat(index.statistics().entriesExact()).isTrue();
    }
    try (SecondaryIndex index = TestIndexes.open(path, Access.READ)) {
      assertThat(keys(index, KeyRange.all())).containsExactly(2L, 9L);
    }
  }
}
