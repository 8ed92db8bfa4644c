package org.secindex.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.secindex.testkit.IndexAssert.assertContent;
import static org.secindex.testkit.IndexAssert.assertHolds;
import static org.secindex.testkit.IndexAssert.assertLacks;
import static org.secindex.testkit.IndexFixture.entries;
import static org.secindex.testkit.IndexFixture.sequence;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.api.EntryChecksum;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.IndexStatistics;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.Verification;

/** What stays: content, domain and state over closing, creating and dropping. */
interface ReopenContract {
  IndexFixture fixture();

  @ParameterizedTest
  @EnumSource
  @DisplayName("content and domain are there after reopening, for readers and for a writer")
  default void contentStays(KeyDomain domain) {
    String uri = fixture().newUri();
    long[] keys = {Long.MIN_VALUE, -7, 0, 7, Long.MAX_VALUE};
    SecondaryIndex index = fixture().create(uri, domain);
    index.load(entries(domain, 0, keys));
    index.close();
    SecondaryIndex writer = fixture().openToWrite(uri);
    SecondaryIndex reader = fixture().open(uri);
    for (SecondaryIndex again : new SecondaryIndex[] {writer, reader}) {
      assertThat(again.domain()).isEqualTo(domain);
      assertContent(again, entries(domain, 0, keys));
      assertHolds(again, 0, keys);
    }
  }

  @Test
  @DisplayName(
      "state: ABSENT, READY once created, ABSENT once dropped; dropping nothing is no error")
  default void states() {
    String uri = fixture().newUri();
    assertThat(Indexes.state(uri)).isEqualTo(IndexState.ABSENT);
    Indexes.drop(uri);
    SecondaryIndex index = fixture().create(uri, KeyDomain.SIGNED);
    assertThat(Indexes.state(uri)).isEqualTo(IndexState.READY);
    index.load(entries(KeyDomain.SIGNED, 0, 1, 2));
    index.close();
    assertThat(Indexes.state(uri)).isEqualTo(IndexState.READY);
    Indexes.drop(uri);
    assertThat(Indexes.state(uri)).isEqualTo(IndexState.ABSENT);
    assertThatThrownBy(() -> Indexes.open(uri)).isInstanceOf(IndexException.class);
    SecondaryIndex anew = fixture().create(uri, KeyDomain.UNSIGNED);
    assertLacks(anew, 1, 2);
    assertThat(anew.domain()).isEqualTo(KeyDomain.UNSIGNED);
  }

  @Test
  @DisplayName("creating where an index is, is refused; that index keeps its content")
  default void createTwice() {
    String uri = fixture().newUri();
    SecondaryIndex index = fixture().create(uri, KeyDomain.SIGNED);
    index.load(entries(KeyDomain.SIGNED, 0, 1, 2));
    assertThatThrownBy(() -> Indexes.create(uri, KeyDomain.SIGNED))
        .isInstanceOf(IndexException.class);
    index.close();
    assertThatThrownBy(() -> Indexes.create(uri, KeyDomain.UNSIGNED))
        .isInstanceOf(IndexException.class);
    assertHolds(fixture().open(uri), 0, 1, 2);
  }

  @Test
  @DisplayName("two indexes side by side do not see each other")
  default void neighbours() {
    SecondaryIndex one = fixture().loaded(KeyDomain.SIGNED, 1, 2);
    SecondaryIndex two = fixture().loaded(KeyDomain.UNSIGNED, 2, 3);
    one.update(entries(KeyDomain.SIGNED, 1, 2));
    assertHolds(one, 1, 2);
    assertHolds(two, 0, 2, 3);
    assertLacks(two, 1);
    assertLacks(one, 3);
  }

  @Test
  @DisplayName("statistics: domain, state, exact count after a load, first and last key in order")
  default void statistics() {
    SecondaryIndex empty = fixture().create();
    assertThat(empty.statistics().entries()).isZero();
    assertThat(empty.statistics().firstKey()).isEmpty();
    SecondaryIndex index = fixture().loaded(KeyDomain.UNSIGNED, sequence(-3, 1, 5));
    IndexStatistics statistics = index.statistics();
    assertThat(statistics.domain()).isEqualTo(KeyDomain.UNSIGNED);
    assertThat(statistics.state()).isEqualTo(IndexState.READY);
    assertThat(statistics.entriesExact()).isTrue();
    assertThat(statistics.entries()).isEqualTo(5);
    assertThat(statistics.firstKey()).hasValue(0);
    assertThat(statistics.lastKey()).hasValue(-1);
    assertThat(statistics.backend()).isNotBlank();
    assertThat(statistics.format()).isNotBlank();
  }

  @Test
  @DisplayName("a full check counts and sums what is there, after loads, updates and removals")
  default void verify() {
    SecondaryIndex index = fixture().loaded(KeyDomain.SIGNED, sequence(0, 1, 3000));
    index.update(entries(KeyDomain.SIGNED, 1, sequence(2000, 1, 2000)));
    index.remove(sequence(0, 1, 1000));
    EntryChecksum expected = new EntryChecksum();
    for (long key = 1000; key < 4000; key++) {
      expected.add(
          key, IndexFixture.chunkOf(key, key < 2000 ? 0 : 1), IndexFixture.subChunkOf(key));
    }
    long[] told = {0};
    var found = index.verify(entries -> told[0] = Math.max(told[0], entries));
    assertThat(found.problems()).isEmpty();
    assertThat(found.entries()).isEqualTo(3000);
    assertThat(found.checksum()).isEqualTo(expected.value());
    assertThat(told[0]).isLessThanOrEqualTo(3000 + 2000 + 1000);
  }

  @Test
  @DisplayName("a check of a sample reads a part of what is there, the same for the same seed")
  default void verifySample() {
    SecondaryIndex index = fixture().loaded(KeyDomain.SIGNED, sequence(0, 1, 20_000));
    index.update(entries(KeyDomain.SIGNED, 1, sequence(15_000, 1, 10_000)));
    for (double share : new double[] {1e-9, 0.1, 1}) {
      Verification found = index.verifySample(share, 5, entries -> {});
      assertThat(found.problems()).isEmpty();
      assertThat(found.entries()).isBetween(1L, 30_000L);
      assertThat(index.verifySample(share, 5, entries -> {})).isEqualTo(found);
    }
    for (double share : new double[] {0, -1, 1.001, Double.NaN}) {
      assertThatThrownBy(() -> index.verifySample(share, 5, entries -> {}))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(fixture().create().verifySample(0.5, 5, entries -> {}).entries()).isZero();
  }
}
