package org.secindex.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.secindex.testkit.IndexAssert.assertContent;
import static org.secindex.testkit.IndexAssert.assertHolds;
import static org.secindex.testkit.IndexAssert.assertLacks;
import static org.secindex.testkit.IndexFixture.entries;
import static org.secindex.testkit.IndexFixture.keysOf;
import static org.secindex.testkit.IndexFixture.sequence;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.secindex.api.EntryCursor;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.TransientIndexException;

/** A compaction changes nothing but cost. */
interface CompactContract {
  IndexFixture fixture();

  @Test
  @DisplayName("after updates and removals the content is the same as before, also reopened")
  default void contentStays() {
    String uri = fixture().newUri();
    SecondaryIndex index = fixture().create(uri, KeyDomain.UNSIGNED);
    index.load(entries(KeyDomain.UNSIGNED, 0, sequence(-20_000, 2, 20_000)));
    index.update(entries(KeyDomain.UNSIGNED, 1, sequence(-1000, 1, 2000)));
    index.remove(sequence(-20_000, 4, 1000));
    index.update(entries(KeyDomain.UNSIGNED, 2, sequence(-19_999, 4, 100)));
    long[] gone = sequence(-20_000, 4, 1000);
    index.remove(new long[] {999, 5000});
    long before = index.verify().checksum();
    int count = keysOf(index, KeyRange.all()).size();
    index.compact();
    for (int i = 0; i < 2; i++) {
      SecondaryIndex seen = i == 0 ? index : reopened(index, uri);
      assertThat(seen.verify().checksum()).isEqualTo(before);
      assertThat(keysOf(seen, KeyRange.all())).hasSize(count);
      assertLacks(seen, gone);
      assertLacks(seen, 999, 5000);
      assertHolds(seen, 0, -2000, -10_000);
      assertHolds(seen, 1, sequence(-1000, 1, 1999));
      assertHolds(seen, 2, sequence(-19_999, 4, 100));
    }
  }

  private SecondaryIndex reopened(SecondaryIndex index, String uri) {
    index.close();
    return fixture().openToWrite(uri);
  }

  @Test
  @DisplayName("an empty index, a fresh one, one that is compact already, one emptied by removals")
  default void littleToDo() {
    SecondaryIndex index = fixture().create();
    index.compact();
    assertThat(keysOf(index, KeyRange.all())).isEmpty();
    index.load(entries(KeyDomain.SIGNED, 0, 1, 2, 3));
    index.compact();
    index.compact();
    assertContent(index, entries(KeyDomain.SIGNED, 0, 1, 2, 3));
    index.remove(new long[] {1, 2, 3});
    index.compact();
    assertThat(keysOf(index, KeyRange.all())).isEmpty();
    index.update(entries(KeyDomain.SIGNED, 1, 2, 7));
    index.compact();
    assertContent(index, entries(KeyDomain.SIGNED, 1, 2, 7));
  }

  @Test
  @DisplayName("work goes on after it: updates, removals, a second compaction")
  default void thenOn() {
    SecondaryIndex index = fixture().loaded(KeyDomain.SIGNED, sequence(0, 1, 10_000));
    for (int generation = 1; generation <= 4; generation++) {
      index.update(entries(KeyDomain.SIGNED, generation, sequence(1000L * generation, 1, 1000)));
      index.remove(new long[] {generation, 9000 + generation});
      index.compact();
    }
    for (int generation = 1; generation <= 4; generation++) {
      assertHolds(index, generation, sequence(1000L * generation, 1, 1000));
      assertLacks(index, generation, 9000 + generation);
    }
    assertThat(index.verify().entries()).isEqualTo(9992);
  }

  @Test
  @DisplayName("cursors keep what they opened, and readers find every key meanwhile")
  default void readersGoOn() throws Exception {
    long[] keys = sequence(0, 3, 20_000);
    SecondaryIndex index = fixture().loaded(KeyDomain.SIGNED, keys);
    index.update(entries(KeyDomain.SIGNED, 1, sequence(0, 6, 10_000)));
    EntryCursor before = index.scan(KeyRange.all());
    assertThat(before.next()).isTrue();
    AtomicBoolean stop = new AtomicBoolean();
    ExecutorService other = Executors.newSingleThreadExecutor();
    Future<?> reader =
        other.submit(
            () -> {
              do {
                assertThat(index.findAll(keys).foundCount()).isEqualTo(keys.length);
                assertThat(index.find(keys[77])).isPresent();
              } while (!stop.get());
            });
    try {
      for (int i = 0; i < 3; i++) {
        compactIfNoCursorIsInTheWay(index);
        index.update(entries(KeyDomain.SIGNED, 2, sequence(0, 6, 10_000)));
      }
    } finally {
      stop.set(true);
      other.shutdown();
    }
    reader.get();
    int n = 1;
    while (before.next()) {
      assertThat((before.chunkId() - IndexFixture.chunkOf(before.key(), 0)) / 100_000).isIn(0, 1);
      n++;
    }
    before.close();
    assertThat(n).isEqualTo(keys.length);
  }

  private static void compactIfNoCursorIsInTheWay(SecondaryIndex index) {
    try {
      index.compact();
    } catch (TransientIndexException e) {
      // A server may be unable to replace a table beneath a scan, and then must leave it alone.
      assertThat(e).hasMessageContaining("scan");
    }
  }

  @Test
  @DisplayName("an interrupted one says so, keeps the interrupt, and leaves all as it was")
  default void interrupted() {
    SecondaryIndex index = fixture().loaded(KeyDomain.SIGNED, sequence(0, 1, 5000));
    index.update(entries(KeyDomain.SIGNED, 1, sequence(0, 1, 2000)));
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(index::compact)
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("interrupt");
    } finally {
      assertThat(Thread.interrupted()).as("interrupt is kept for the caller").isTrue();
    }
    assertHolds(index, 1, sequence(0, 1, 2000));
    index.compact();
    assertHolds(index, 1, sequence(0, 1, 2000));
    assertHolds(index, 0, sequence(2000, 1, 3000));
  }

  @Test
  @DisplayName("an index opened for reading refuses it")
  default void reader() {
    String uri = fixture().newUri();
    fixture().create(uri, KeyDomain.SIGNED).close();
    SecondaryIndex index = fixture().open(uri);
    assertThatThrownBy(index::compact).isInstanceOf(IllegalStateException.class);
  }
}
