package org.secindex.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class BlockTest {
  private final BlockBuilder builder = new BlockBuilder();
  private final Block block = new Block();
  private final ByteBuffer buffer = Scratch.allocate(3 * Block.MAX_LENGTH + Block.SLACK);

  private void build(long... keys) {
    for (int i = 0; i < keys.length; i++) {
      builder.add(keys[i], chunk(i), sub(i));
    }
    buffer.clear().position(5);
    builder.build(buffer);
    int length = buffer.position() - 5;
    assertThat(length).isLessThanOrEqualTo(Block.MAX_LENGTH);
    block.open(buffer, 5, length, "file", 0);
  }

  private static int chunk(int i) {
    return i % 7 == 3 ? -1 : i * 8_000_001;
  }

  private static int sub(int i) {
    return i % 7 == 3 ? 0 : Integer.MAX_VALUE - i;
  }

  private void assertHolds(long... keys) {
    assertThat(block.count()).isEqualTo(keys.length);
    for (int i = 0; i < keys.length; i++) {
      assertThat(block.key(i)).isEqualTo(keys[i]);
      assertThat(block.find(keys[i]))
          .isEqualTo(chunk(i) < 0 ? Block.REMOVED : (long) chunk(i) << 32 | sub(i));
      if (i == 0 || keys[i] - 1 != keys[i - 1]) {
        assertThat(keys[i] == Long.MIN_VALUE ? -1 : block.find(keys[i] - 1))
            .isEqualTo(Block.ABSENT);
      }
    }
  }

  @Test
  void holdsKeysThatLieInALine() {
    long[] keys = new long[Block.MAX_ENTRIES];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = Long.MAX_VALUE - 10L * (keys.length - i);
    }
    build(keys);
    assertHolds(keys);
  }

  @Test
  void holdsBothEndsOfTheDomain() {
    long[] keys = {Long.MIN_VALUE, Long.MIN_VALUE + 1, -1, 0, 1, Long.MAX_VALUE};
    build(keys);
    assertHolds(keys);
    build(Long.MAX_VALUE);
    assertHolds(Long.MAX_VALUE);
  }

  @Test
  void holdsKeysCrowdedAtOneEnd() {
    long[] keys = new long[Block.MAX_ENTRIES];
    for (int i = 1; i < keys.length; i++) {
      keys[i] = Long.MAX_VALUE - keys.length + i;
    }
    keys[0] = Long.MIN_VALUE;
    build(keys);
    assertHolds(keys);
  }

  @Test
  void holdsAnyKeys() {
    long seed = Long.getLong("secindex.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int round = 0; round < 300; round++) {
      TreeSet<Long> keys = new TreeSet<>();
      int count = 1 + random.nextInt(Block.MAX_ENTRIES);
      int shift = random.nextInt(56);
      long offset = random.nextLong();
      while (keys.size() < count) {
        keys.add(offset + (random.nextLong() >>> shift));
      }
      long[] sorted = keys.stream().mapToLong(Long::longValue).toArray();
      build(sorted);
      try {
        assertHolds(sorted);
      } catch (AssertionError e) {
        throw new AssertionError("-Dsecindex.seed=" + seed + " round " + round, e);
      }
    }
  }
}
