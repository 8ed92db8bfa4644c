package org.secindex.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.secindex.testkit.IndexAssert.assertHolds;
import static org.secindex.testkit.IndexAssert.assertLacks;
import static org.secindex.testkit.IndexFixture.sequence;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.KeyDomain;
import org.secindex.api.Location;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/** Single look-ups. */
interface LookupContract {
  IndexFixture fixture();

  @Test
  @DisplayName("an empty index answers: nothing is there")
  default void emptyIndexAnswers() {
    assertLacks(fixture().create(), 0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("the ends of the domain are keys like any other, and their neighbours are absent")
  default void extremesAreKeys(KeyDomain domain) {
    long[] keys = {
      Long.MIN_VALUE, Long.MIN_VALUE + 2, -3, -1, 1, 3, Long.MAX_VALUE - 2, Long.MAX_VALUE
    };
    SecondaryIndex index = fixture().loaded(domain, keys);
    assertHolds(index, 0, keys);
    assertLacks(index, Long.MIN_VALUE + 1, -4, -2, 0, 2, 4, Long.MAX_VALUE - 1);
  }

  @Test
  @DisplayName("every location is possible: (0, 0), the largest, and the dummy chunk 1234567890")
  default void everyLocationIsPossible() {
    SecondaryIndex index = fixture().create();
    int max = Integer.MAX_VALUE;
    index.load(
        SortedEntries.of(
            KeyDomain.SIGNED,
            new long[] {1, 2, 3, 4, 5},
            new int[] {0, max, 1234567890, 0, max},
            new int[] {0, max, 0, max, 0}));
    assertThat(index.find(1)).contains(new Location(0, 0));
    assertThat(index.find(2)).contains(new Location(max, max));
    assertThat(index.find(3)).contains(new Location(1234567890, 0));
    assertThat(index.find(4)).contains(new Location(0, max));
    assertThat(index.find(5)).contains(new Location(max, 0));
    assertThat(index.find(6)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      longs = {
        1L << 31,
        1L << 32,
        1L << 33,
        9007199254740992L,
        0x7fL,
        0x7f80L,
        0x7f80_7f80L,
        -0x80L,
        1L << 62
      })
  @DisplayName("all 64 bits count: neighbours of 2^31, 2^32, 2^53, of bytes 0x7f and 0x80")
  default void allBitsCount(long around) {
    long[] keys = sequence(around - 6, 2, 7);
    SecondaryIndex index = fixture().loaded(KeyDomain.SIGNED, keys);
    assertHolds(index, 0, keys);
    assertLacks(index, sequence(around - 7, 2, 8));
    assertLacks(index, around << 32 | 5, around >>> 32 | 1L << 50);
  }

  @ParameterizedTest
  @ValueSource(strings = {"stride:10", "lsst", "gaia", "uniform64"})
  @DisplayName("generated catalogues: every key is found in its place, no miss of any kind is")
  default void catalogues(String name) {
    Catalogue catalogue = Catalogue.of(name, 20_000);
    SecondaryIndex index = fixture().create(fixture().newUri(), catalogue.domain());
    assertThat(index.load(catalogue.entries())).isEqualTo(20_000);
    Seed seed = Seed.forTest("catalogues(" + name + ")");
    var random = seed.random();
    for (int i = 0; i < 500; i++) {
      long key = catalogue.key(random.nextLong(catalogue.size()));
      assertThat(index.find(key))
          .as("key %d, %s", key, seed)
          .contains(new Location(catalogue.chunkId(key), catalogue.subChunkId(key)));
    }
    for (Miss kind : Miss.values()) {
      for (int i = 0; i < 170; i++) {
        long miss = catalogue.miss(kind, random);
        assertThat(index.find(miss)).as("%s %d, %s", kind, miss, seed).isEmpty();
      }
    }
  }
}
