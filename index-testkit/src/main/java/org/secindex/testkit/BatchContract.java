package org.secindex.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.secindex.testkit.IndexAssert.assertHolds;
import static org.secindex.testkit.IndexFixture.sequence;

import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.KeyDomain;
import org.secindex.api.Lookup;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/** Look-ups of many keys at once. */
interface BatchContract {
  IndexFixture fixture();

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 999, 1000, 1001})
  @DisplayName("a batch of any length is answered in request order, hits and misses mixed")
  default void anyLength(int length) {
    SecondaryIndex index = fixture().loaded(KeyDomain.SIGNED, sequence(0, 2, 3000));
    SplittableRandom random = new SplittableRandom(length);
    long[] keys = random.longs(length, -10, 6010).toArray();
    long[] asked = keys.clone();
    Lookup answers = index.findAll(keys);
    assertThat(keys).as("the caller's array").isEqualTo(asked);
    assertThat(answers.size()).isEqualTo(length);
    int found = 0;
    for (int i = 0; i < length; i++) {
      boolean there = keys[i] >= 0 && keys[i] < 6000 && keys[i] % 2 == 0;
      found += there ? 1 : 0;
      assertThat(answers.key(i)).isEqualTo(keys[i]);
      assertThat(answers.isFound(i)).as("key %d", keys[i]).isEqualTo(there);
      if (there) {
        assertThat(answers.chunkId(i)).isEqualTo(IndexFixture.chunkOf(keys[i], 0));
        assertThat(answers.subChunkId(i)).isEqualTo(IndexFixture.subChunkOf(keys[i]));
      }
    }
    assertThat(answers.foundCount()).isEqualTo(found);
  }

  @Test
  @DisplayName("a batch of 200 000 distinct keys and more loses none")
  default void longBatch() {
    long[] keys = sequence(7_000_000_000L, 3, 200_001);
    SecondaryIndex index = fixture().loaded(KeyDomain.SIGNED, keys);
    assertHolds(index, 0, keys);
    long[] between = sequence(7_000_000_001L, 3, 200_001);
    assertThat(index.findAll(between).foundCount()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("repeats are answered each time, in whatever order, in both domains")
  default void repeatsAndOrder(KeyDomain domain) {
    SecondaryIndex index = fixture().loaded(domain, -5, -1, 0, 5, Long.MIN_VALUE, Long.MAX_VALUE);
    assertHolds(index, 0, 5, -1, 5, 5, Long.MAX_VALUE, Long.MIN_VALUE, 0, -5, -1);
    Lookup answers = index.findAll(new long[] {9, 5, 9, -9, 5});
    assertThat(answers.missing()).containsExactly(9, 9, -9);
  }

  @Test
  @DisplayName("a key that is absent has no chunk, not a default one")
  default void absentHasNoLocation() {
    Lookup answers = fixture().loaded(KeyDomain.SIGNED, 1).findAll(new long[] {2});
    assertThat(answers.location(0)).isEmpty();
    assertThatThrownBy(() -> answers.chunkId(0)).isInstanceOf(NoSuchElementException.class);
    assertThatThrownBy(() -> answers.subChunkId(0)).isInstanceOf(NoSuchElementException.class);
    answers.forEach((position, key, chunkId, subChunkId) -> assertThat(key).isEqualTo(-1));
  }

  @Test
  @DisplayName("by chunk: ascending chunks, each with its distinct subchunks, ascending")
  default void byChunk() {
    SecondaryIndex index = fixture().create();
    index.load(
        SortedEntries.of(
            KeyDomain.SIGNED,
            new long[] {1, 2, 3, 4, 5, 6},
            new int[] {70, 7, 70, 7, 1234567890, 70},
            new int[] {3, 1, 2, 1, 0, 3}));
    var chunks = index.findAll(new long[] {6, 5, 4, 3, 2, 1, 99, 1}).byChunk();
    assertThat(chunks.keySet()).containsExactly(7, 70, 1234567890);
    assertThat(chunks.get(7)).containsExactly(1);
    assertThat(chunks.get(70)).containsExactly(2, 3);
    assertThat(index.findAll(new long[] {99}).byChunk()).isEmpty();
  }
}
