package org.secindex.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.EntryBatch;
import org.secindex.testkit.Seed;

/** Whatever goes into blocks comes out of them, in every encoding. */
class BlockTest {
  private static final int AT = 5;

  private final Block block = new Block();
  private final EntryBatch rows = new EntryBatch(Block.MAX_ENTRIES);
  private final ByteBuffer buffer = Scratch.allocate(AT + Block.MAX_LENGTH + Block.SLACK);

  private byte[] content = {};
  private int blocks;
  private int bytes;

  /** Builds blocks of the entries, and checks that they hold them and nothing else. */
  private void assertHeld(long[] keys, IntUnaryOperator chunk, IntUnaryOperator sub) {
    BlockBuilder builder = new BlockBuilder();
    blocks = 0;
    bytes = 0;
    int checked = 0;
    for (int i = 0; i < keys.length; i++) {
      builder.add(keys[i], chunk.applyAsInt(i), chunk.applyAsInt(i) < 0 ? 0 : sub.applyAsInt(i));
      while (builder.isFull() || (i == keys.length - 1 && !builder.isEmpty())) {
        assertThat(builder.firstKey()).isEqualTo(keys[checked]);
        assertThat(builder.lastKey()).isEqualTo(keys[i]);
        int n = build(builder);
        assertHolds(Arrays.copyOfRange(keys, checked, checked + n), chunk, sub, checked);
        checked += n;
      }
    }
    assertThat(checked).isEqualTo(keys.length);
  }

  private int build(BlockBuilder builder) {
    // What lies before and behind a block, and what is left of another, does not matter.
    for (int i = 0; i < buffer.capacity(); i++) {
      buffer.put(i, (byte) -1);
    }
    builder.build(buffer.clear().position(AT));
    int length = buffer.position() - AT;
    assertThat(length).isBetween(Block.MIN_LENGTH, Block.MAX_LENGTH);
    block.open(buffer, AT, length, "file", 0);
    content = new byte[length];
    buffer.get(AT, content);
    blocks++;
    bytes += length;
    return block.count();
  }

  private void assertHolds(long[] keys, IntUnaryOperator chunk, IntUnaryOperator sub, int rank) {
    block.copy(0, keys.length, rows, 0);
    assertThat(Arrays.copyOf(rows.keys, keys.length)).isEqualTo(keys);
    List<SpecReader.Entry> specified = SpecReader.ofBlock(content).entries();
    for (int i = 0; i < keys.length; i++) {
      int chunkId = chunk.applyAsInt(rank + i);
      int subChunkId = chunkId < 0 ? 0 : sub.applyAsInt(rank + i);
      assertThat(rows.chunkIds[i]).isEqualTo(chunkId);
      assertThat(rows.subChunkIds[i]).isEqualTo(subChunkId);
      assertThat(specified.get(i)).isEqualTo(new SpecReader.Entry(keys[i], chunkId, subChunkId));
      assertThat(block.key(i)).isEqualTo(keys[i]);
      assertThat(block.find(keys[i]))
          .isEqualTo(chunkId < 0 ? Block.REMOVED : (long) chunkId << 32 | subChunkId);
      assertThat(block.lowerBound(keys[i])).isEqualTo(i);
    }
    assertAbsentBetween(keys);
    assertCopiesParts(keys.length);
  }

  private void assertAbsentBetween(long[] keys) {
    for (int i = 0; i <= keys.length; i++) {
      long low = i == 0 ? Long.MIN_VALUE : keys[i - 1] + 1;
      long high = i == keys.length ? Long.MAX_VALUE : keys[i] - 1;
      boolean room = (i == 0 || keys[i - 1] < Long.MAX_VALUE) && low <= high;
      boolean below = i == keys.length || keys[i] > Long.MIN_VALUE;
      if (room && below) {
        for (long key : new long[] {low, high, low + ((high - low) >>> 1)}) {
          assertThat(block.find(key)).isEqualTo(Block.ABSENT);
          assertThat(block.lowerBound(key)).isEqualTo(i);
        }
      }
    }
  }

  private void assertCopiesParts(int count) {
    EntryBatch part = new EntryBatch(count);
    for (int from = 0; from < count; from += 1 + from / 3) {
      int to = Math.min(count, from + 1 + from / 2);
      block.copy(from, to, part, from);
      for (int i = from; i < to; i++) {
        assertThat(part.keys[i]).isEqualTo(rows.keys[i]);
        assertThat(part.chunkIds[i]).isEqualTo(rows.chunkIds[i]);
        assertThat(part.subChunkIds[i]).isEqualTo(rows.subChunkIds[i]);
      }
    }
  }

  private void assertHeld(long... keys) {
    assertHeld(keys, i -> i % 7 == 3 ? -1 : i % 500 * 4_000_001, i -> Integer.MAX_VALUE - i);
    assertHeld(keys, i -> 7310, i -> i * 7 % 36);
    assertHeld(keys, i -> -1, i -> 0);
  }

  private static long[] line(int count, long first, long step) {
    return LongStream.iterate(first, key -> key + step).limit(count).toArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 63, 64, 65, BlockBuilder.FULL, 2 * BlockBuilder.FULL + 1})
  void holdsEvenlySpacedKeys(int count) {
    assertHeld(line(count, 0, 1));
    assertHeld(line(count, -3, 10));
    assertHeld(line(count, Long.MIN_VALUE, Long.divideUnsigned(-1, count)));
    assertHeld(line(count, Long.MAX_VALUE - 10L * (count - 1), 10));
  }

  @Test
  void evenlySpacedKeysTakeNoRoom() {
    assertHeld(line(BlockBuilder.FULL, 5, 10), i -> 1, i -> 0);
    assertThat(bytes).isEqualTo(Block.MIN_LENGTH);
  }

  @Test
  void holdsBothEndsOfTheDomain() {
    assertHeld(Long.MIN_VALUE, Long.MIN_VALUE + 1, -1, 0, 1, Long.MAX_VALUE);
    assertHeld(Long.MIN_VALUE, Long.MAX_VALUE);
    assertHeld(Long.MAX_VALUE);
    assertHeld(Long.MIN_VALUE);
  }

  @Test
  void aBlockEndsWhereItsKeysJump() {
    long[] keys = line(BlockBuilder.FULL, Long.MAX_VALUE - BlockBuilder.FULL, 1);
    Arrays.fill(keys, 0, 3, Long.MIN_VALUE);
    keys[1]++;
    keys[2] += 4;
    assertHeld(keys);
    assertHeld(keys, i -> 1, i -> 1);
    assertThat(blocks).isEqualTo(2);
    assertThat(bytes).isLessThan(3 * Block.MIN_LENGTH);
  }

  @Test
  void keysThatJumpAllTheTimeStayInOneBlock() {
    long[] keys = new long[64];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = Long.MIN_VALUE + (1L << i);
    }
    assertHeld(keys, i -> 1, i -> 1);
    assertThat(blocks).isEqualTo(1);
  }

  @Test
  void holdsValuesOfAllKinds() {
    long[] keys = line(BlockBuilder.FULL, 0, 1);
    assertHeld(keys, i -> 1_234_567_890, i -> Integer.MAX_VALUE);
    assertHeld(keys, i -> Integer.MAX_VALUE - i % 2, i -> i % 200);
    assertHeld(keys, i -> i / 200 * 8_000_000, i -> i / 30);
    assertHeld(keys, i -> i * i % 11 * 90_000_000, i -> i * i % 5 * 1_000_000);
    assertHeld(keys, i -> i % 3 == 0 ? -1 : 1_234_567_890, i -> i % 256);
    assertHeld(line(3, 0, 1), i -> i == 0 ? -1 : Integer.MAX_VALUE, i -> i % 2 * Integer.MAX_VALUE);
    for (int radix = 1; radix < 300; radix++) {
      int values = radix;
      assertHeld(keys, i -> i % values, i -> i * 31 % values);
    }
  }

  @Test
  void aBlockIsNeverLongerThanOneRead() {
    Random random = new Random(1);
    long[] keys = random.longs(4 * BlockBuilder.FULL).sorted().distinct().toArray();
    int[] values = random.ints(keys.length, 0, Integer.MAX_VALUE).toArray();
    assertHeld(keys, i -> values[i], i -> values[keys.length - 1 - i]);
    assertThat(blocks).isGreaterThan(4);
  }

  @Test
  void holdsAnyEntries() {
    Seed seed = Seed.forTest("holdsAnyEntries");
    SplittableRandom random = seed.random();
    for (int round = 0; round < 400; round++) {
      long[] keys = keys(random);
      int[] chunks = values(random, keys.length, -1);
      int[] subs = values(random, keys.length, 0);
      try {
        assertHeld(keys, i -> chunks[i], i -> subs[i]);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("-Dsecindex.seed=" + seed.value() + ", round " + round, e);
      }
    }
  }

  /** Ascending keys from anywhere, whose gaps are alike, wild, or mostly small. */
  private static long[] keys(SplittableRandom random) {
    long[] keys = new long[1 + random.nextInt(random.nextInt(1, 3 * BlockBuilder.FULL))];
    int shift = random.nextInt(64);
    int smallest = random.nextInt(shift + 1);
    int unit = random.nextInt(4) == 0 ? random.nextInt(40) : 0;
    int oneIn = 1 << random.nextInt(10);
    boolean sameGaps = random.nextBoolean();
    long key = random.nextInt(5) == 0 ? Long.MIN_VALUE : random.nextLong();
    for (int i = 0; i < keys.length; i++) {
      keys[i] = key;
      boolean wide = random.nextInt(oneIn) == 0;
      int gapShift = wide ? smallest : sameGaps ? shift : random.nextInt(smallest, 64);
      long gap = ((random.nextLong() >>> gapShift) + 1) << unit;
      if (gap <= 0 || Long.compareUnsigned(gap, Long.MAX_VALUE - key) > 0) {
        return Arrays.copyOf(keys, i + 1);
      }
      key += gap;
    }
    return keys;
  }

  /** Values from {@code lowest} up: of few or many, alike or far apart, in runs or not. */
  private static int[] values(SplittableRandom random, int count, int lowest) {
    int[] palette = new int[1 + random.nextInt(1 << random.nextInt(10))];
    int bound = Math.max(1, Integer.MAX_VALUE >>> random.nextInt(31));
    for (int i = 0; i < palette.length; i++) {
      int any = random.nextInt(16) == 0 ? Integer.MAX_VALUE : random.nextInt(bound);
      palette[i] = random.nextInt(8) == 0 ? lowest : any;
    }
    int run = 1 + random.nextInt(1 << random.nextInt(10));
    int[] values = new int[count];
    for (int i = 0; i < count; i++) {
      boolean same = i > 0 && random.nextInt(run) > 0;
      values[i] = same ? values[i - 1] : palette[random.nextInt(palette.length)];
    }
    return values;
  }
}
