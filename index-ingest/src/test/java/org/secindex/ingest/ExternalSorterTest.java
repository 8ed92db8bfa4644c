package org.secindex.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.api.EntryBatch;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;

/** Against the sort of the JDK, which is stable. */
class ExternalSorterTest {
  private static final SortPlan IN_MEMORY = SortPlan.of(1L << 28);

  /** Every border within a few rows: of blocks, halves, runs, blocks on disk, passes. */
  private static final SortPlan TINY = new SortPlan(4, 4, 3, 2);

  @TempDir private Path folder;

  private record Entry(long key, int chunkId, int subChunkId, long row) {}

  private ExternalSorter sorter(KeyDomain domain, SortPlan plan) {
    return new ExternalSorter(domain, plan, folder, () -> Double.NaN);
  }

  /** Sorts keys, each row's chunk being its number; tells how much was written to disk. */
  private long check(KeyDomain domain, SortPlan plan, long rows, LongUnaryOperator keyOfRow) {
    List<Entry> expected = new ArrayList<>();
    try (ExternalSorter sorter = sorter(domain, plan)) {
      EntryBatch batch = new EntryBatch(1000);
      long firstInversion = -1;
      for (long row = 0; row < rows; row++) {
        long key = keyOfRow.applyAsLong(row);
        if (row > 0
            && firstInversion < 0
            && domain.compare(key, expected.get((int) row - 1).key) < 0) {
          firstInversion = row;
        }
        int subChunkId = (int) (row * row % 97);
        expected.add(new Entry(key, (int) row, subChunkId, row));
        batch.add(key, (int) row, subChunkId);
        if (batch.isFull()) {
          sorter.add(batch);
          batch.clear();
        }
      }
      sorter.add(batch);
      EntrySorter.SortedRows sorted = sorter.finish();
      assertThat(sorter.firstInversion())
          .isEqualTo(firstInversion < 0 ? OptionalLong.empty() : OptionalLong.of(firstInversion));
      expected.sort((a, b) -> domain.compare(a.key, b.key));
      for (int pass = 0; pass < 2; pass++) {
        EntrySorter.RowCursor cursor = sorted.open();
        List<Entry> found = new ArrayList<>();
        while (cursor.next()) {
          found.add(new Entry(cursor.key(), cursor.chunkId(), cursor.subChunkId(), cursor.row()));
        }
        assertThat(cursor.next()).isFalse();
        assertThat(found).isEqualTo(expected);
      }
      return sorter.spilledBytes();
    }
  }

  @ParameterizedTest
  @EnumSource
  void sortsAnyKeys(KeyDomain domain) {
    long seed = Seed.ofThisRun();
    for (long rows : new long[] {0, 1, 2, 1000, 65_535, 65_536, 65_537, 300_000}) {
      Random random = new Random(seed);
      assertThat(check(domain, IN_MEMORY, rows, row -> random.nextLong())).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void sortsAnyNumberOfRows(KeyDomain domain) {
    Random random = new Random(Seed.ofThisRun());
    for (long rows = 0; rows < 200; rows++) {
      check(domain, TINY, rows, row -> random.nextLong());
      check(domain, TINY, rows, row -> random.nextInt(5) - 2);
      // In stretches of any length.
      long stretch = 1L + random.nextInt(40);
      check(domain, TINY, rows, row -> row % stretch);
    }
  }

  @Test
  void mergesOnDiskWhatTheMemoryDoesNotHold() {
    Random random = new Random(Seed.ofThisRun());
    SortPlan plan = SortPlan.of(1 << 20);
    long written = check(KeyDomain.UNSIGNED, plan, 300_000, row -> random.nextLong());
    assertThat(written).isBetween(300_000L * 8, 300_000L * 16);
    // More runs than are merged at once.
    SortPlan few = new SortPlan(plan.blockRows(), plan.blocks(), plan.spillRows(), 3);
    long twice = check(KeyDomain.UNSIGNED, few, 300_000, row -> random.nextLong());
    assertThat(twice).isGreaterThan(2 * written - written / 10);
  }

  @ParameterizedTest
  @EnumSource
  void keepsTheOrderOfEqualKeys(KeyDomain domain) {
    Random random = new Random(Seed.ofThisRun());
    for (SortPlan plan : new SortPlan[] {IN_MEMORY, SortPlan.of(1 << 20)}) {
      check(domain, plan, 200_000, row -> random.nextInt(100) - 50);
      check(domain, plan, 200_000, row -> 7);
    }
  }

  @Test
  void takesRowsInOrderAsTheyAre() {
    check(KeyDomain.SIGNED, IN_MEMORY, 200_000, row -> row - 100_000);
    check(KeyDomain.UNSIGNED, IN_MEMORY, 200_000, row -> Long.MAX_VALUE - 100_000 + row);
    // One run, whatever its length: merging it takes no second pass.
    SortPlan plan = new SortPlan(1 << 12, 8, 1 << 9, 2);
    long written = check(KeyDomain.SIGNED, plan, 200_000, row -> 3 * row);
    assertThat(written).isLessThan(200_000L * 5);
  }

  @Test
  void sortsDescendingAndAlternatingRows() {
    for (SortPlan plan : new SortPlan[] {IN_MEMORY, SortPlan.of(1 << 20)}) {
      check(KeyDomain.SIGNED, plan, 200_000, row -> -row);
      check(KeyDomain.SIGNED, plan, 200_000, row -> row % 2 == 0 ? row : 1_000_000 + row);
      // Files sorted inside, not among each other.
      check(
          KeyDomain.SIGNED, plan, 400_000, row -> (row / 20_000 * 7 % 20) * 20_000 + row % 20_000);
    }
  }

  @Test
  void leavesNothingBehind() throws IOException {
    try (ExternalSorter sorter = sorter(KeyDomain.SIGNED, TINY)) {
      EntryBatch batch = new EntryBatch(100);
      for (int i = 0; i < 100; i++) {
        batch.add(-i, i, i);
      }
      sorter.add(batch);
      sorter.finish();
      assertThat(sorter.spilledBytes()).isPositive();
      // Not even now: nothing is there to be left behind by a process that is killed.
      try (var files = Files.list(folder)) {
        assertThat(files).isEmpty();
      }
    }
  }

  @Test
  void saysWhereThereIsNoRoom() {
    EntryBatch batch = new EntryBatch(100);
    for (int i = 0; i < 100; i++) {
      batch.add(-i, i, i);
    }
    Path none = folder.resolve("none");
    try (ExternalSorter sorter =
        new ExternalSorter(KeyDomain.SIGNED, TINY, none, () -> Double.NaN)) {
      assertThatThrownBy(() -> sorter.add(batch))
          .isInstanceOf(IndexException.class)
          .hasMessageStartingWith(none + ": no temporary file can be made there")
          .hasMessageContaining("--temp");
    }
    // So little of the input has been read that no disk has room for the rest.
    try (ExternalSorter sorter = new ExternalSorter(KeyDomain.SIGNED, TINY, folder, () -> 1e-18)) {
      assertThatThrownBy(() -> sorter.add(batch))
          .isInstanceOf(IndexException.class)
          .hasMessageStartingWith(folder + ": too full for sorting: about ")
          .hasMessageMatching(".* are needed there beyond the 1 kB written already, \\d+ MB .*");
    }
  }

  @Test
  void everyDamagedByteOfATemporaryFileIsFound() {
    Random random = new Random(Seed.ofThisRun());
    BlockCodec block = new BlockCodec(50);
    for (int i = 0; i < 50; i++) {
      block.add(1000L * i + i, random.nextInt(500), random.nextInt(30), 50L - i);
    }
    byte[] good = new byte[BlockCodec.bufferBytes(50)];
    int length = block.encode(good);
    BlockCodec read = new BlockCodec(50);
    for (int at = Integer.BYTES; at < length; at++) {
      byte[] bad = good.clone();
      bad[at] ^= (byte) (1 << random.nextInt(8));
      assertThat(read.decode(bad)).as("byte %d", at).isFalse();
    }
    assertThat(read.decode(good)).isTrue();
    assertThat(read.keys).isEqualTo(block.keys);
    assertThat(read.chunkIds).isEqualTo(block.chunkIds);
    assertThat(read.subChunkIds).isEqualTo(block.subChunkIds);
    assertThat(read.rows).isEqualTo(block.rows);
  }
}
