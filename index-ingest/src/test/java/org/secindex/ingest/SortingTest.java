package org.secindex.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.secindex.ingest.Inputs.TSV;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.DuplicateKeyException;
import org.secindex.api.DuplicatePolicy;
import org.secindex.api.EntryBatch;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;

class SortingTest {
  private record Entry(long key, int chunkId, long row) {}

  /** Sorts keys by the sorter, each row's chunk being its number; and by the JDK. */
  private static void check(KeyDomain domain, long rows, LongUnaryOperator keyOfRow) {
    List<Entry> expected = new ArrayList<>();
    try (MemorySorter sorter = new MemorySorter(domain, 1L << 30)) {
      EntryBatch batch = new EntryBatch(1000);
      for (long row = 0; row < rows; row++) {
        long key = keyOfRow.applyAsLong(row);
        expected.add(new Entry(key, (int) row, row));
        batch.add(key, (int) row, 0);
        if (batch.isFull()) {
          sorter.add(batch);
          batch.clear();
        }
      }
      sorter.add(batch);
      boolean inOrder = true;
      for (int i = 1; i < expected.size(); i++) {
        inOrder &= domain.compare(expected.get(i - 1).key, expected.get(i).key) <= 0;
      }
      EntrySorter.SortedRows sorted = sorter.finish();
      assertThat(sorter.inOrder()).isEqualTo(inOrder);
      // List.sort is stable, as the sorter must be.
      expected.sort((a, b) -> domain.compare(a.key, b.key));
      for (int pass = 0; pass < 2; pass++) {
        EntrySorter.RowCursor cursor = sorted.open();
        List<Entry> found = new ArrayList<>();
        while (cursor.next()) {
          found.add(new Entry(cursor.key(), cursor.chunkId(), cursor.row()));
        }
        assertThat(cursor.next()).isFalse();
        assertThat(found).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void sortsAnyKeys(KeyDomain domain) {
    long seed = Seed.ofThisRun();
    for (long rows : new long[] {0, 1, 2, 1000, 65_535, 65_536, 65_537, 300_000}) {
      Random random = new Random(seed);
      check(domain, rows, row -> random.nextLong());
    }
  }

  @ParameterizedTest
  @EnumSource
  void keepsTheOrderOfEqualKeys(KeyDomain domain) {
    Random random = new Random(Seed.ofThisRun());
    check(domain, 200_000, row -> random.nextInt(100) - 50);
    check(domain, 200_000, row -> 7);
  }

  @Test
  void takesRowsInOrderAsTheyAre() {
    check(KeyDomain.SIGNED, 200_000, row -> row - 100_000);
    check(KeyDomain.UNSIGNED, 200_000, row -> Long.MAX_VALUE - 100_000 + row);
  }

  @Test
  void sortsDescendingAndAlternatingRows() {
    check(KeyDomain.SIGNED, 200_000, row -> -row);
    check(KeyDomain.SIGNED, 200_000, row -> row % 2 == 0 ? row : 1_000_000 + row);
    // Files sorted inside, not among each other.
    check(KeyDomain.SIGNED, 400_000, row -> (row / 20_000 * 7 % 20) * 20_000 + row % 20_000);
  }

  @Test
  void refusesMoreThanFitsTheMemory() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 70_000; i++) {
      text.append(i).append("\t1\t1\n");
    }
    assertThatThrownBy(() -> Inputs.read(text.toString(), TSV.withMemory(1 << 20)))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("1 MiB are used after 65536 rows; raise the limit");
    try (Ingested input = Inputs.read(text.toString(), TSV.withMemory(3 << 20))) {
      assertThat(input.summary().entries()).isEqualTo(70_000);
    }
  }

  @Test
  void summarizes() {
    try (Ingested input = Inputs.read("5\t1\t1\n\n3\t1\t1\n5\t1\t1\n", TSV)) {
      assertThat(input.summary()).isEqualTo(new IngestSummary(3, 2, 1, 0, 1, false, List.of()));
      assertThat(input.entries().expectedCount()).hasValue(2);
      assertThat(Inputs.drain(input.entries())).containsExactly("3:1:1", "5:1:1");
      assertThat(Inputs.drain(input.entries())).containsExactly("3:1:1", "5:1:1");
    }
  }

  @Test
  void namesBothPlacesOfAConflict(@TempDir Path dir) {
    String a = Inputs.file(dir, "a.tsv", "9\t1\t1\n5\t1\t1\n");
    String b = Inputs.file(dir, "b.tsv", "\n\n5\t1\t1\n5\t1\t2\n");
    assertThatThrownBy(() -> Ingest.read(List.of(a, b), TSV))
        .isInstanceOf(DuplicateKeyException.class)
        .hasMessage(
            "key 5 comes twice: %s:2 (chunk 1, subchunk 1) and %s:4 (chunk 1, subchunk 2)"
                .formatted(a, b));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 40_000})
  void appliesThePolicyAcrossBlocks(int distance) {
    StringBuilder text = new StringBuilder("7\t1\t1\n7\t1\t1\n");
    for (int i = 0; i < distance; i++) {
      text.append(i + 100).append("\t0\t0\n");
    }
    text.append("7\t2\t2\n");
    for (int i = 0; i < distance; i++) {
      text.append(i + 100).append("\t0\t0\n");
    }
    text.append("7\t2\t2\n7\t3\t3\n");
    try (Ingested first =
        Inputs.read(text.toString(), TSV.withOnDuplicate(DuplicatePolicy.FIRST))) {
      assertThat(Inputs.drain(first.entries())).hasSize(distance + 1).startsWith("7:1:1");
      IngestSummary summary = first.summary();
      assertThat(summary.repeats()).isEqualTo(distance + 1);
      assertThat(summary.conflicts()).isEqualTo(3);
      assertThat(summary.rows())
          .isEqualTo(summary.entries() + summary.repeats() + summary.conflicts());
      assertThat(summary.firstConflicts()).hasSize(3);
      assertThat(summary.firstConflicts().get(0))
          .isEqualTo("7: -:1 (chunk 1, subchunk 1) and -:%d (chunk 2, subchunk 2)", distance + 3);
    }
    try (Ingested last = Inputs.read(text.toString(), TSV.withOnDuplicate(DuplicatePolicy.LAST))) {
      assertThat(Inputs.drain(last.entries())).startsWith("7:3:3");
      assertThat(last.summary().conflicts()).isEqualTo(2);
      assertThat(last.summary().repeats()).isEqualTo(distance + 2);
    }
  }

  @Test
  void keepsFewPlaces() {
    RowPlaces places = new RowPlaces();
    places.startFile("a");
    for (long line = 2; line < 1_000_002; line++) {
      places.row(line);
    }
    places.startFile("b");
    places.row(1);
    places.row(3);
    assertThat(places.bytes()).isLessThan(1000);
    assertThat(List.of(places.place(0), places.place(999_999), places.place(1_000_000)))
        .isEqualTo(List.of("a:2", "a:1000001", "b:1"));
    assertThat(places.place(1_000_001)).isEqualTo("b:3");
  }

  @Test
  void tellsHowFarItIs(@TempDir Path dir) {
    String a = Inputs.file(dir, "a.tsv", "9\t1\t1\n5\t1\t1\n");
    String b = Inputs.file(dir, "b.tsv", "7\t1\t1\n");
    List<long[]> told = new ArrayList<>();
    Ingest.read(
            List.of(a, b),
            TSV,
            java.io.InputStream.nullInputStream(),
            (bytes, rows) -> told.add(new long[] {bytes, rows}))
        .close();
    assertThat(told).last().isEqualTo(new long[] {18, 3});
    assertThat(told).isSortedAccordingTo(Comparator.comparingLong(t -> t[0]));
    assertThat(Ingest.totalBytes(List.of(a, b))).hasValue(18);
    assertThat(Ingest.totalBytes(List.of(a, "-"))).isEmpty();
  }
}
