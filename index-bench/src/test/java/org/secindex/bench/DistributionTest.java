package org.secindex.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.IndexConfigException;
import org.secindex.testkit.Catalogue;

class DistributionTest {
  private static final int DRAWS = 1_000_000;

  /**
   * Pearson's test: the sum of (counted - expected)^2 / expected follows the chi-square
   * distribution with one degree of freedom less than there are classes, whose mean is that, and
   * variance twice that. The seed is fixed: the test either always passes or never.
   */
  @ParameterizedTest
  @CsvSource({"1000, 0.5", "1000, 0.99", "1000, 1", "1000, 1.5", "50, 3", "2, 0.99", "10, 0.1"})
  void zipfIsAsInTheory(int size, double exponent) {
    ZipfRanks ranks = new ZipfRanks(size, exponent);
    SplittableRandom random = new SplittableRandom(1);
    int[] counts = new int[size + 1];
    for (int i = 0; i < DRAWS; i++) {
      counts[(int) ranks.next(random)]++;
    }
    double harmonic = 0;
    for (int k = 1; k <= size; k++) {
      harmonic += Math.pow(k, -exponent);
    }
    double chiSquare = 0;
    int classes = 0;
    double expected = 0;
    int counted = 0;
    for (int k = 1; k <= size; k++) {
      expected += DRAWS * Math.pow(k, -exponent) / harmonic;
      counted += counts[k];
      // Classes of fewer than some draws do not follow the distribution.
      if (expected >= 20 || k == size) {
        chiSquare += (counted - expected) * (counted - expected) / expected;
        classes++;
        expected = 0;
        counted = 0;
      }
    }
    double freedom = classes - 1.0;
    assertThat(chiSquare).isLessThan(freedom + 4 * Math.sqrt(2 * freedom) + 4);
    assertThat(counts[0]).isZero();
  }

  @Test
  void zipfCountsBeyondInt() {
    long size = 10_000_000_000L;
    ZipfRanks ranks = new ZipfRanks(size, 0.5);
    SplittableRandom random = new SplittableRandom(1);
    long largest = 0;
    for (int i = 0; i < 1000; i++) {
      long rank = ranks.next(random);
      assertThat(rank).isBetween(1L, size);
      largest = Math.max(largest, rank);
    }
    assertThat(largest).isGreaterThan(size / 2);
    Spread spread = new Spread(size);
    assertThat(spread.place(size - 1)).isBetween(0L, size - 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 997, 1000, 65_536})
  void aSpreadLeavesNothingOut(int size) {
    Spread spread = new Spread(size);
    BitSet seen = new BitSet(size);
    for (int i = 0; i < size; i++) {
      seen.set((int) spread.place(i));
    }
    assertThat(seen.cardinality()).isEqualTo(size);
    assertThat(seen.length()).isEqualTo(size);
  }

  @Test
  void aHotspotHasItsShareOfTheLookups() {
    int size = 10_000;
    LongSupplier ranks = Distribution.of("hotspot:0.1,0.7").ranks(size, new SplittableRandom(3));
    int[] counts = new int[size];
    for (int i = 0; i < DRAWS; i++) {
      counts[(int) ranks.getAsLong()]++;
    }
    // A hot key is drawn 700 times, the others some 33 times.
    int hotKeys = 0;
    int hotDraws = 0;
    for (int count : counts) {
      assertThat(count).isPositive();
      if (count > 300) {
        hotKeys++;
        hotDraws += count;
      }
    }
    assertThat(hotKeys).isEqualTo(size / 10);
    assertThat(hotDraws).isBetween(DRAWS / 1000 * 697, DRAWS / 1000 * 703);
    assertThat(Distribution.of("hotspot").ranks(1, new SplittableRandom(3)).getAsLong()).isZero();
  }

  @Test
  void sequentialLookupsGoRound() {
    LongSupplier ranks = Distribution.of("sequential").ranks(3, new SplittableRandom(1));
    assertThat(LongStream.generate(ranks).limit(7).toArray()).containsExactly(0, 1, 2, 0, 1, 2, 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"uniform", "zipf:0.99", "hotspot:0.2,0.8", "sequential"})
  void theSameSeedGivesTheSameKeysAndTheNameIsPrintedAsItIsRead(String name) {
    Distribution distribution = Distribution.of(name);
    assertThat(distribution).hasToString(name);
    Catalogue catalogue = Catalogue.of("lsst", 10_000);
    KeyChoice choice = new KeyChoice(distribution, 0.25, 9);
    Queries one = Queries.of(catalogue, 10_000, choice);
    assertThat(Queries.of(catalogue, 10_000, choice).keys(0, 10_000))
        .isEqualTo(one.keys(0, 10_000));
    int misses = 0;
    for (int i = 0; i < one.size(); i++) {
      assertThat(catalogue.contains(one.key(i))).isEqualTo(one.isHit(i));
      misses += one.isHit(i) ? 0 : 1;
    }
    assertThat(misses).isBetween(2200, 2800);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "zipf",
        "zipf:0",
        "zipf:11",
        "zipf:x",
        "hotspot:0.2",
        "hotspot:1,0.5",
        "latest",
        ""
      })
  void whatIsNoDistributionIsRefused(String name) {
    assertThatThrownBy(() -> Distribution.of(name))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("bench: ");
  }
}
