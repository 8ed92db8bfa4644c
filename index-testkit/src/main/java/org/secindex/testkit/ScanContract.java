package org.secindex.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.secindex.testkit.IndexAssert.assertContent;
import static org.secindex.testkit.IndexFixture.entries;
import static org.secindex.testkit.IndexFixture.keysOf;
import static org.secindex.testkit.IndexFixture.sequence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.api.EntryCursor;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/** Ordered scans of ranges. */
interface ScanContract {
  IndexFixture fixture();

  @ParameterizedTest(name = "{0} {1} {2} -> {3}")
  @CsvFileSource(
      resources = "/org/secindex/testkit/ranges.csv",
      numLinesToSkip = 1,
      delimiter = ';')
  @DisplayName("ranges, as the table has them")
  default void ranges(KeyDomain domain, String keys, String range, String expected) {
    SecondaryIndex index = fixture().loaded(domain, numbers(domain, keys));
    assertThat(keysOf(index, RangeText.parse(domain, range)))
        .containsExactly(Arrays.stream(numbers(domain, expected)).boxed().toArray(Long[]::new));
  }

  private static long[] numbers(KeyDomain domain, String text) {
    if (text == null || text.isBlank()) {
      return new long[0];
    }
    return Arrays.stream(text.trim().split(" +")).mapToLong(domain::parse).toArray();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("a full scan gives every entry once, in the order of the domain, with its location")
  default void fullScan(KeyDomain domain) {
    long[] keys =
        LongStream.concat(
                LongStream.of(sequence(Long.MAX_VALUE - 29_998, 3, 10_000)),
                LongStream.concat(
                    LongStream.of(sequence(-5_000, 1, 10_000)),
                    LongStream.of(sequence(Long.MIN_VALUE, 7, 10_000))))
            .toArray();
    SecondaryIndex index = fixture().loaded(domain, keys);
    List<Long> expected = new ArrayList<>(Arrays.stream(keys).boxed().toList());
    expected.sort(Comparator.comparingLong(domain::toSortOrder));
    List<Long> scanned = new ArrayList<>();
    try (EntryCursor rows = index.scan(KeyRange.all())) {
      while (rows.next()) {
        scanned.add(rows.key());
        if (rows.chunkId() != IndexFixture.chunkOf(rows.key(), 0)
            || rows.subChunkId() != IndexFixture.subChunkOf(rows.key())) {
          assertThat(rows.location()).as("location of %d", rows.key()).isNull();
        }
      }
      assertThat(rows.next()).as("next after the end").isFalse();
    }
    assertThat(scanned).isEqualTo(expected);
  }

  @Test
  @DisplayName("a scan from each key on begins at that key: none is skipped beyond 2^53")
  default void scanFromEachKey() {
    long[] keys = sequence(9007199254740991L, 1, 5);
    SecondaryIndex index = fixture().loaded(KeyDomain.SIGNED, keys);
    for (int i = 0; i < keys.length; i++) {
      assertThat(keysOf(index, KeyRange.atLeast(keys[i])))
          .hasSize(keys.length - i)
          .first()
          .isEqualTo(keys[i]);
      assertThat(keysOf(index, KeyRange.greaterThan(keys[i]))).hasSize(keys.length - i - 1);
      assertThat(keysOf(index, KeyRange.single(keys[i]))).containsExactly(keys[i]);
    }
  }

  @Test
  @DisplayName("a scan sees the index as it was when it began, whatever is written meanwhile")
  default void scanIsSnapshot() {
    long[] before = sequence(0, 2, 20_000);
    SecondaryIndex index = fixture().loaded(KeyDomain.SIGNED, before);
    try (EntryCursor rows = index.scan(KeyRange.all())) {
      assertThat(rows.next()).isTrue();
      index.update(entries(KeyDomain.SIGNED, 1, sequence(1, 2, 20_000)));
      index.update(entries(KeyDomain.SIGNED, 1, before));
      index.remove(sequence(20_000, 2, 5_000));
      int n = 1;
      while (rows.next()) {
        assertThat(rows.key()).isEqualTo(2L * n);
        assertThat(rows.chunkId()).isEqualTo(IndexFixture.chunkOf(rows.key(), 0));
        n++;
      }
      assertThat(n).isEqualTo(20_000);
    }
    assertThat(keysOf(index, KeyRange.closed(0, 9))).hasSize(10);
  }

  @Test
  @DisplayName("many cursors may be open at once, each at its own place")
  default void severalCursors() {
    SecondaryIndex index = fixture().loaded(KeyDomain.SIGNED, sequence(0, 1, 5000));
    try (EntryCursor a = index.scan(KeyRange.all());
        EntryCursor b = index.scan(KeyRange.atLeast(2500))) {
      for (int i = 0; i < 2500; i++) {
        assertThat(a.next() && b.next()).isTrue();
        assertThat(b.key() - a.key()).isEqualTo(2500);
      }
      assertThat(a.next()).isTrue();
      assertThat(b.next()).isFalse();
    }
  }

  @Test
  @DisplayName("a cursor may be left early and closed twice; closed, it gives nothing more")
  default void cursorLeftEarly() {
    SecondaryIndex index = fixture().loaded(KeyDomain.SIGNED, sequence(0, 1, 50_000));
    EntryCursor rows = index.scan(KeyRange.all());
    assertThatThrownBy(rows::key).isInstanceOf(IllegalStateException.class);
    assertThat(rows.next()).isTrue();
    rows.close();
    rows.close();
    assertThatThrownBy(rows::next).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(rows::key).isInstanceOf(IllegalStateException.class);
    assertThat(index.find(49_999)).isPresent();
  }

  @Test
  @DisplayName("a scan feeds another index: the copy equals the original")
  default void scanFeedsAnotherIndex() {
    long[] keys = sequence(-30_000, 5, 12_345);
    SecondaryIndex original = fixture().loaded(KeyDomain.SIGNED, keys);
    SecondaryIndex copy = fixture().create();
    try (EntryCursor rows = original.scan(KeyRange.all())) {
      assertThat(copy.load(SortedEntries.of(original.domain(), rows))).isEqualTo(12_345);
    }
    assertContent(copy, entries(KeyDomain.SIGNED, 0, keys));
  }
}
