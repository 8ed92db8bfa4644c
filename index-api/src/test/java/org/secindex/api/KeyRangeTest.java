package org.secindex.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KeyRangeTest {
  @ParameterizedTest
  @EnumSource
  void containsWhatTheInequalitiesSay(KeyDomain d) {
    long[] keys = {d.min(), d.min() + 1, -1, 0, 1, d.max() - 1, d.max()};
    for (long a : keys) {
      for (long b : keys) {
        for (long k : keys) {
          boolean above = d.compare(k, a) > 0;
          boolean atLeast = d.compare(k, a) >= 0;
          boolean below = d.compare(k, b) < 0;
          boolean atMost = d.compare(k, b) <= 0;
          check(KeyRange.closed(a, b), d, k, atLeast && atMost);
          check(KeyRange.closedOpen(a, b), d, k, atLeast && below);
          check(KeyRange.openClosed(a, b), d, k, above && atMost);
          check(KeyRange.open(a, b), d, k, above && below);
          check(KeyRange.atLeast(a), d, k, atLeast);
          check(KeyRange.greaterThan(a), d, k, above);
          check(KeyRange.atMost(b), d, k, atMost);
          check(KeyRange.lessThan(b), d, k, below);
          check(KeyRange.all(), d, k, true);
          check(KeyRange.single(a), d, k, a == k);
        }
      }
    }
  }

  private static void check(KeyRange range, KeyDomain domain, long key, boolean contained) {
    assertThat(range.contains(domain, key)).as("%s in %s", key, range).isEqualTo(contained);
    if (contained) {
      assertThat(range.isEmpty(domain)).isFalse();
      assertThat(domain.compare(range.first(domain), key)).isNotPositive();
      assertThat(domain.compare(range.last(domain), key)).isNotNegative();
    }
  }

  @ParameterizedTest
  @EnumSource
  void anEmptyRangeHasNoEnds(KeyDomain domain) {
    for (KeyRange empty :
        new KeyRange[] {
          KeyRange.closed(2, 1),
          KeyRange.open(1, 2),
          KeyRange.closedOpen(1, 1),
          KeyRange.lessThan(domain.min()),
          KeyRange.greaterThan(domain.max())
        }) {
      assertThat(empty.isEmpty(domain)).as("%s", empty).isTrue();
      assertThatThrownBy(() -> empty.first(domain)).isInstanceOf(IllegalStateException.class);
    }
  }
}
