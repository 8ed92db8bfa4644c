package org.secindex.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.EntryBatch;
import org.secindex.testkit.Seed;

/**
 * Blocks whose checksum is right, but whose content nobody would write: they are refused, or give
 * some answer, but nothing outside of them is read, and it does not take long. {@code
 * -Dsecindex.wild=N} sets how many are tried.
 */
class WildBlockTest {
  private static final String FILE = "/index/segment-1-0";
  private static final long OFFSET = 4711;

  private final Block block = new Block();
  private final EntryBatch rows = new EntryBatch(Block.MAX_ENTRIES);
  private int refused;
  private int answered;

  @Test
  void wildBlocksAreRefusedOrHarmless() {
    Seed seed = Seed.forTest("wildBlocksAreRefusedOrHarmless");
    SplittableRandom random = seed.random();
    List<byte[]> blocks = blocksOfAllKinds();
    int tries = Integer.getInteger("secindex.wild", 30_000);
    for (int i = 0; i < tries; i++) {
      byte[] wild = mutated(blocks.get(random.nextInt(blocks.size())), random);
      try {
        use(wild, random);
        answered++;
      } catch (CorruptIndexException e) {
        assertThat(e).hasMessageStartingWith(FILE + ":" + OFFSET + ": block is damaged");
        refused++;
      } catch (RuntimeException e) {
        throw new AssertionError("-Dsecindex.seed=" + seed.value() + ", try " + i, e);
      }
    }
    assertThat(refused).isGreaterThan(tries / 10);
    assertThat(answered).isGreaterThan(tries / 10);
  }

  private static List<byte[]> blocksOfAllKinds() {
    List<byte[]> blocks = new ArrayList<>();
    for (int gap : new int[] {1, 3, 1000}) {
      for (int kind = 0; kind < 4; kind++) {
        for (int count : new int[] {1, 7, BlockBuilder.FULL}) {
          blocks.add(block(count, gap, kind));
        }
      }
    }
    return blocks;
  }

  private static byte[] block(int count, int gap, int kind) {
    SplittableRandom random = new SplittableRandom(gap + kind);
    BlockBuilder builder = new BlockBuilder();
    long key = random.nextLong() >> 1;
    for (int i = 0; i < count; i++) {
      int value =
          switch (kind) {
            case 0 -> random.nextInt(36);
            case 1 -> random.nextInt(4) * 500_000_000;
            case 2 -> i / 100 * 500_000_000;
            default -> random.nextInt(Integer.MAX_VALUE);
          };
      builder.add(key, value, value);
      key += gap == 1 ? 1 : 1 + random.nextInt(gap);
    }
    ByteBuffer out = Scratch.allocate(2 * Block.MAX_LENGTH);
    builder.build(out);
    byte[] content = new byte[out.position()];
    out.flip().get(content);
    return content;
  }

  /** Some bytes changed, most often among the parameters, or the end cut off or drawn out. */
  private static byte[] mutated(byte[] block, SplittableRandom random) {
    int length = random.nextInt(10) == 0 ? random.nextInt(4, block.length + 20) : block.length;
    byte[] wild = Arrays.copyOf(block, length);
    for (int n = 1 + random.nextInt(3); n > 0; n--) {
      int at = 4 + random.nextInt(random.nextBoolean() ? 30 : length);
      if (at < length) {
        wild[at] =
            (byte) (random.nextBoolean() ? random.nextInt() : wild[at] + random.nextInt(-2, 3));
      }
    }
    return wild;
  }

  /** A buffer that ends right behind what unpacking may read. */
  private void use(byte[] content, SplittableRandom random) {
    ByteBuffer buffer = Scratch.allocate(content.length + Block.SLACK);
    buffer.put(content).clear();
    buffer.putInt(0, Preamble.crc(buffer, 4, content.length - 4));
    block.open(buffer, 0, content.length, FILE, OFFSET);
    int count = block.count();
    block.copy(0, count, rows, 0);
    for (int i = 0; i < 20; i++) {
      int rank = random.nextInt(count);
      long key = rows.keys[rank] + random.nextInt(-1, 2);
      for (long any : new long[] {key, random.nextLong(), Long.MIN_VALUE, Long.MAX_VALUE}) {
        assertThat(block.lowerBound(any)).isBetween(0, count);
        long found = block.find(any);
        boolean location = (int) (found >>> 32) >= 0 && (int) found >= 0;
        assertThat(location || found == Block.ABSENT || found == Block.REMOVED).isTrue();
      }
      block.copy(rank, count, rows, rank);
    }
    for (int i = 0; i < count; i++) {
      assertThat(rows.chunkIds[i]).isGreaterThanOrEqualTo(-1);
      assertThat(rows.subChunkIds[i]).isNotNegative();
    }
  }

  @Test
  void tooShortABlockIsRefused() {
    for (int length = 0; length < Block.MIN_LENGTH; length++) {
      byte[] content = new byte[length];
      assertThatThrownBy(
              () ->
                  block.open(
                      ByteBuffer.allocate(content.length + Block.SLACK),
                      0,
                      content.length,
                      FILE,
                      OFFSET))
          .isInstanceOf(CorruptIndexException.class)
          .hasMessageContaining(FILE + ":" + OFFSET);
    }
  }
}
