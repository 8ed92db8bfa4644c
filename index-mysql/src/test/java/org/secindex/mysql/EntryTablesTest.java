package org.secindex.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.api.KeyDomain;

class EntryTablesTest {
  private static final MySqlAddress ADDRESS = new MySqlAddress("me", "h", 1, "sky", "idx");

  private static EntryTables tables(KeyDomain domain, long... firstKeys) {
    List<TableRange> ranges = new java.util.ArrayList<>();
    for (long first : firstKeys) {
      ranges.add(new TableRange(first, "t" + ranges.size()));
    }
    return EntryTables.split(ADDRESS, domain, ranges);
  }

  @Test
  void allSixtyFourBitsChooseTheTable() {
    EntryTables tables = tables(KeyDomain.SIGNED, Long.MIN_VALUE, 1L << 33);
    for (long low : new long[] {Long.MIN_VALUE, -1, 0, 1, 4_294_967_297L, (1L << 33) - 1}) {
      assertThat(tables.indexOf(low)).as("%d", low).isZero();
    }
    for (long high : new long[] {1L << 33, 8_589_934_593L, 1L << 62, Long.MAX_VALUE}) {
      assertThat(tables.indexOf(high)).as("%d", high).isEqualTo(1);
    }
  }

  @Test
  void unsignedRangesAreInUnsignedOrder() {
    EntryTables tables = tables(KeyDomain.UNSIGNED, 0, Long.MAX_VALUE, Long.MIN_VALUE, -1);
    assertThat(tables.indexOf(0)).isZero();
    assertThat(tables.indexOf(Long.MAX_VALUE - 1)).isZero();
    assertThat(tables.indexOf(Long.MAX_VALUE)).isEqualTo(1);
    assertThat(tables.indexOf(Long.MIN_VALUE)).isEqualTo(2);
    assertThat(tables.indexOf(-2)).isEqualTo(2);
    assertThat(tables.indexOf(-1)).isEqualTo(3);
    assertThat(tables.last(3)).isEqualTo(-1);
    assertThat(tables.last(0)).isEqualTo(Long.MAX_VALUE - 1);
  }

  @ParameterizedTest
  @EnumSource
  void runsAndPiecesAgreeWithTheChoiceForOneKey(KeyDomain domain) {
    SplittableRandom random = new SplittableRandom(7);
    for (int round = 0; round < 200; round++) {
      TreeMap<Long, Integer> firsts = new TreeMap<>(domain::compare);
      firsts.put(domain.min(), 0);
      for (int i = random.nextInt(6); i > 0; i--) {
        firsts.put(random.nextLong() >> random.nextInt(64), 0);
      }
      EntryTables tables =
          tables(domain, firsts.keySet().stream().mapToLong(Long::longValue).toArray());
      TreeMap<Long, Integer> sorted = new TreeMap<>(domain::compare);
      for (long first : firsts.keySet()) {
        sorted.put(first, 0);
        sorted.put(first - 1, 0);
        sorted.put(first + 1, 0);
      }
      for (int i = 0; i < 20; i++) {
        sorted.put(random.nextLong(), 0);
      }
      long[] keys = sorted.keySet().stream().mapToLong(Long::longValue).toArray();
      int at = 0;
      for (EntryTables.Run run : tables.runs(i -> keys[i], 0, keys.length)) {
        assertThat(run.from()).isEqualTo(at);
        assertThat(run.to()).isGreaterThan(at);
        for (; at < run.to(); at++) {
          assertThat(tables.of(keys[at])).isSameAs(run.table());
        }
      }
      assertThat(at).isEqualTo(keys.length);
      long first = keys[random.nextInt(keys.length)];
      long last = keys[random.nextInt(keys.length)];
      if (domain.compare(first, last) <= 0) {
        assertPieces(domain, tables, first, last);
      }
    }
  }

  private static void assertPieces(KeyDomain domain, EntryTables tables, long first, long last) {
    long expected = first;
    List<EntryTables.Piece> pieces = tables.pieces(first, last);
    for (EntryTables.Piece piece : pieces) {
      assertThat(piece.first()).isEqualTo(expected);
      assertThat(tables.of(piece.first())).isSameAs(piece.table());
      assertThat(tables.of(piece.last())).isSameAs(piece.table());
      assertThat(domain.compare(piece.first(), piece.last())).isNotPositive();
      expected = piece.last() + 1;
    }
    assertThat(expected - 1).isEqualTo(last);
  }

  @Test
  void rangesWithAGapAtTheBottomOrOutOfOrderAreRefused() {
    for (long[] firstKeys : new long[][] {{0}, {Long.MIN_VALUE, 5, 5}, {Long.MIN_VALUE, 5, 4}}) {
      assertThatThrownBy(() -> tables(KeyDomain.SIGNED, firstKeys))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
