package org.secindex.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.secindex.testkit.IndexAssert.assertContent;
import static org.secindex.testkit.IndexAssert.assertHolds;
import static org.secindex.testkit.IndexAssert.assertLacks;
import static org.secindex.testkit.IndexFixture.entries;
import static org.secindex.testkit.IndexFixture.keysOf;
import static org.secindex.testkit.IndexFixture.sequence;

import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.api.IndexConfigException;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.api.UnsortedInputException;

/** Upserts and removals. */
interface UpdateContract {
  IndexFixture fixture();

  @ParameterizedTest
  @EnumSource
  @DisplayName("an update replaces what is there and inserts what is not: below, between, above")
  default void upsert(KeyDomain domain) {
    String uri = fixture().newUri();
    SecondaryIndex index = fixture().create(uri, domain);
    long[] loaded = sequence(1000, 10, 500);
    index.load(entries(domain, 0, loaded));
    long[] replaced = sequence(1000, 20, 250);
    long[] inserted = {0, 5, 1001, 3005, 6000, -1, Long.MIN_VALUE, Long.MAX_VALUE};
    long[] both = LongStream.concat(LongStream.of(replaced), LongStream.of(inserted)).toArray();
    assertThat(index.update(entries(domain, 1, both))).isEqualTo(both.length);
    beforeAndAfterReopening(
        index,
        uri,
        seen -> {
          assertHolds(seen, 1, both);
          assertHolds(seen, 0, sequence(1010, 20, 250));
          assertLacks(seen, 1, 1002, 6001);
          assertThat(keysOf(seen, KeyRange.all())).hasSize(508);
          assertThat(seen.verify().isClean()).isTrue();
        });
  }

  private void beforeAndAfterReopening(
      SecondaryIndex index, String uri, Consumer<SecondaryIndex> check) {
    check.accept(index);
    check.accept(reopened(index, uri));
  }

  private SecondaryIndex reopened(SecondaryIndex index, String uri) {
    index.close();
    return fixture().open(uri);
  }

  @Test
  @DisplayName("an update of an empty index, and an update with nothing in it")
  default void emptyCases() {
    SecondaryIndex index = fixture().create();
    assertThat(index.update(entries(KeyDomain.SIGNED, 0))).isZero();
    assertThat(keysOf(index, KeyRange.all())).isEmpty();
    assertThat(index.update(entries(KeyDomain.SIGNED, 0, 3, 4))).isEqualTo(2);
    assertThat(index.update(entries(KeyDomain.SIGNED, 1))).isZero();
    assertHolds(index, 0, 3, 4);
  }

  @Test
  @DisplayName("of many updates the last one wins, for each key, in look-ups and in scans")
  default void lastWins() {
    String uri = fixture().newUri();
    SecondaryIndex index = fixture().create(uri, KeyDomain.SIGNED);
    index.load(entries(KeyDomain.SIGNED, 0, sequence(0, 1, 2000)));
    // Update g covers the keys from 100 g on: afterwards key k carries generation k / 100.
    for (int generation = 1; generation < 20; generation++) {
      index.update(
          entries(
              KeyDomain.SIGNED,
              generation,
              sequence(100L * generation, 1, 2000 - 100 * generation)));
    }
    SecondaryIndex reader = reopened(index, uri);
    for (int generation = 0; generation < 20; generation++) {
      assertHolds(reader, generation, sequence(100L * generation, 1, 100));
    }
    assertThat(keysOf(reader, KeyRange.all())).hasSize(2000);
    assertThat(reader.verify().entries()).isEqualTo(2000);
  }

  @Test
  @DisplayName("an update run twice gives what it gave once")
  default void idempotent() {
    SecondaryIndex index = fixture().loaded(KeyDomain.SIGNED, sequence(0, 2, 5000));
    long[] keys = sequence(1, 3, 5000);
    index.update(entries(KeyDomain.SIGNED, 1, keys));
    long once = index.verify().checksum();
    index.update(entries(KeyDomain.SIGNED, 1, keys));
    assertThat(index.verify().checksum()).isEqualTo(once);
    assertHolds(index, 1, keys);
  }

  @Test
  @DisplayName(
      "an update that fails in its midst leaves an index that answers, and converges when run again")
  default void failedUpdateConverges() {
    long[] loaded = sequence(0, 1, 100_000);
    SecondaryIndex index = fixture().loaded(KeyDomain.SIGNED, loaded);
    RuntimeException failure = new RuntimeException("the input is gone");
    assertThatThrownBy(
            () ->
                index.update(
                    SortedEntries.of(KeyDomain.SIGNED, LoadContract.failingAfter(60_000, failure))))
        .isSameAs(failure);
    // Each key carries the old location or the new one.
    var answers = index.findAll(loaded);
    for (int i = 0; i < loaded.length; i++) {
      assertThat(answers.chunkId(i))
          .isIn(IndexFixture.chunkOf(loaded[i], 0), IndexFixture.chunkOf(loaded[i], 9));
    }
    assertThatThrownBy(
            () ->
                index.update(
                    SortedEntries.of(KeyDomain.SIGNED, new long[] {5, 4}, new int[2], new int[2])))
        .isInstanceOf(UnsortedInputException.class);
    index.update(entries(KeyDomain.SIGNED, 2, loaded));
    assertContent(index, entries(KeyDomain.SIGNED, 2, loaded));
  }

  @Test
  @DisplayName("an update larger than a batch, over a loaded index, is complete")
  default void largeUpdate() {
    String uri = fixture().newUri();
    SecondaryIndex index = fixture().create(uri, KeyDomain.SIGNED);
    index.load(entries(KeyDomain.SIGNED, 0, sequence(0, 4, 50_000)));
    long[] keys = sequence(-10_000, 2, 120_000);
    assertThat(index.update(entries(KeyDomain.SIGNED, 1, keys))).isEqualTo(120_000);
    // Every fourth key from 0 on is even, and the update covers the even keys from -10 000 on.
    assertContent(reopened(index, uri), entries(KeyDomain.SIGNED, 1, keys));
  }

  @Test
  @DisplayName("entries in the order of the other domain are refused")
  default void otherDomain() {
    SecondaryIndex index = fixture().loaded(KeyDomain.UNSIGNED, 1, 2);
    assertThatThrownBy(() -> index.update(entries(KeyDomain.SIGNED, 1, 1, 3)))
        .isInstanceOf(IndexConfigException.class);
    assertHolds(index, 0, 1, 2);
    assertLacks(index, 3);
  }

  @Test
  @DisplayName("removed keys are absent everywhere, the others stay; absent keys are no error")
  default void remove() {
    String uri = fixture().newUri();
    SecondaryIndex index = fixture().create(uri, KeyDomain.SIGNED);
    index.load(entries(KeyDomain.SIGNED, 0, sequence(0, 1, 30_000)));
    index.update(entries(KeyDomain.SIGNED, 1, sequence(10_000, 1, 5_000)));
    index.remove(new long[0]);
    long[] gone = sequence(29_998, -2, 15_000);
    index.remove(gone);
    index.remove(new long[] {0, 0, 77_777, -1, 2});
    beforeAndAfterReopening(
        index,
        uri,
        seen -> {
          assertLacks(seen, gone);
          assertHolds(seen, 0, sequence(1, 2, 5_000));
          assertHolds(seen, 1, sequence(10_001, 2, 2_500));
          assertThat(keysOf(seen, KeyRange.closed(-5, 9))).containsExactly(1L, 3L, 5L, 7L, 9L);
          assertThat(seen.verify().entries()).isEqualTo(15_000);
        });
  }

  @Test
  @DisplayName("a removed key can be inserted again; an index can be emptied and filled again")
  default void removeAndInsertAgain() {
    SecondaryIndex index = fixture().loaded(KeyDomain.UNSIGNED, -1, 0, 1);
    index.remove(new long[] {-1, 0, 1});
    assertThat(keysOf(index, KeyRange.all())).isEmpty();
    assertLacks(index, -1, 0, 1);
    index.update(entries(KeyDomain.UNSIGNED, 3, -1, 7));
    assertHolds(index, 3, -1, 7);
    assertThat(keysOf(index, KeyRange.all())).containsExactly(7L, -1L);
  }
}
