package org.secindex.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.secindex.testkit.IndexAssert.assertHolds;
import static org.secindex.testkit.IndexFixture.entries;
import static org.secindex.testkit.IndexFixture.sequence;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.secindex.api.Access;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexException;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.Lookup;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/** Many readers, one writer. */
interface ConcurrencyContract {
  IndexFixture fixture();

  @Test
  @DisplayName(
      "readers beside a writer find every key, in its old or its new place, never elsewhere")
  default void readersBesideWriter() throws Exception {
    long[] keys = sequence(0, 3, 3000);
    SecondaryIndex index = fixture().loaded(KeyDomain.SIGNED, keys);
    AtomicBoolean stop = new AtomicBoolean();
    ExecutorService readers = Executors.newFixedThreadPool(3);
    List<Future<?>> results = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      boolean scans = i == 2;
      results.add(
          readers.submit(
              () -> {
                do {
                  if (scans) {
                    assertThat(IndexFixture.keysOf(index, KeyRange.all())).hasSize(keys.length);
                  } else {
                    checkBatch(index.findAll(keys));
                  }
                } while (!stop.get());
              }));
    }
    try {
      for (int generation = 1; generation <= 5; generation++) {
        index.update(entries(KeyDomain.SIGNED, generation, keys));
      }
    } finally {
      stop.set(true);
      readers.shutdown();
    }
    for (Future<?> result : results) {
      result.get();
    }
    assertHolds(index, 5, keys);
  }

  private static void checkBatch(Lookup answers) {
    for (int i = 0; i < answers.size(); i++) {
      long key = answers.key(i);
      assertThat(answers.isFound(i)).as("key %d", key).isTrue();
      int generation = (answers.chunkId(i) - IndexFixture.chunkOf(key, 0)) / 100_000;
      assertThat(answers.chunkId(i)).isEqualTo(IndexFixture.chunkOf(key, generation));
      assertThat(generation).isBetween(0, 5);
    }
  }

  @Test
  @DisplayName(
      "a second writer in this process is refused, readers are not; once it closes, one may write")
  default void secondWriter() {
    String uri = fixture().newUri();
    SecondaryIndex writer = fixture().create(uri, KeyDomain.SIGNED);
    writer.load(entries(KeyDomain.SIGNED, 0, 1, 2));
    assertThatThrownBy(() -> Indexes.open(uri, Access.WRITE))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("in use by another writer");
    assertThatThrownBy(() -> Indexes.drop(uri)).isInstanceOf(IndexException.class);
    assertHolds(fixture().open(uri), 0, 1, 2);
    assertHolds(fixture().open(uri), 0, 1, 2);
    writer.update(entries(KeyDomain.SIGNED, 1, 2));
    writer.close();
    SecondaryIndex next = fixture().openToWrite(uri);
    next.update(entries(KeyDomain.SIGNED, 2, 1));
    assertHolds(next, 2, 1);
    assertHolds(next, 1, 2);
  }

  @Test
  @DisplayName("while one thread updates, a second one is refused, and readers go on")
  default void concurrentWrites() throws Exception {
    SecondaryIndex index = fixture().loaded(KeyDomain.SIGNED, 1, 2, 3);
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    SortedEntries input = entries(KeyDomain.SIGNED, 1, 2, 4);
    EntrySource blocking =
        into -> {
          begun.countDown();
          awaitQuietly(goOn);
          return input.read(into);
        };
    ExecutorService other = Executors.newSingleThreadExecutor();
    Future<Long> update =
        other.submit(() -> index.update(SortedEntries.of(KeyDomain.SIGNED, blocking)));
    try {
      begun.await();
      assertThatThrownBy(() -> index.update(entries(KeyDomain.SIGNED, 2, 1)))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("writing");
      assertThatThrownBy(() -> index.remove(new long[] {1})).isInstanceOf(IndexException.class);
      assertHolds(index, 0, 1, 2, 3);
    } finally {
      goOn.countDown();
    }
    assertThat(update.get()).isEqualTo(2);
    other.shutdown();
    assertHolds(index, 1, 2, 4);
    assertHolds(index, 0, 1, 3);
    index.remove(new long[] {1});
    assertThat(index.find(1)).isEmpty();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
