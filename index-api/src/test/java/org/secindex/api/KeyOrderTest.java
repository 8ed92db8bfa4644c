package org.secindex.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KeyOrderTest {
  @ParameterizedTest
  @EnumSource
  void isTheOrderOfTheDomain(KeyDomain domain) {
    SplittableRandom random = new SplittableRandom(11);
    for (int length : new int[] {0, 1, 2, 47, 48, 49, 300, 5000}) {
      // Keys that differ in all bytes, in some, and in none.
      for (long mask : new long[] {-1, 0xff00_0000_00ff_0000L, 0x8000_0000_0000_0001L, 0}) {
        long[] keys = random.longs(length).map(key -> (key & mask) | 0x10).toArray();
        check(domain, keys);
      }
      check(domain, LongStream.range(0, length).map(domain::toSortOrder).toArray());
    }
  }

  private static void check(KeyDomain domain, long[] keys) {
    KeyOrder order = new KeyOrder(domain, keys);
    assertThat(order.distinct()).isEqualTo(LookupBuilder.distinctAscending(domain, keys));
    for (int i = 0; i < keys.length; i++) {
      assertThat(order.distinct()[order.ranks()[i]]).isEqualTo(keys[i]);
    }
  }
}
