package org.secindex.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.secindex.ingest.Inputs.TSV;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.DuplicateKeyException;
import org.secindex.api.DuplicatePolicy;
import org.secindex.api.EntryBatch;
import org.secindex.api.SortedEntries;

class SortingTest {
  @Test
  void summarizes() {
    try (Ingested input = Inputs.read("5\t1\t1\n\n3\t1\t1\n5\t1\t1\n", TSV)) {
      assertThat(input.summary())
          .isEqualTo(
              new IngestSummary(
                  3,
                  2,
                  1,
                  0,
                  new InputNotes(1, 0, 0, List.of()),
                  Optional.of("-:3"),
                  0,
                  List.of()));
      assertThat(input.rows()).isEqualTo(3);
      assertThat(input.entries().expectedCount()).hasValue(2);
      assertThat(Inputs.drain(input.entries())).containsExactly("3:1:1", "5:1:1");
      assertThat(Inputs.drain(input.entries())).containsExactly("3:1:1", "5:1:1");
    }
  }

  @Test
  void beginsAgainInTheMidstOfWhatIsOnDisk() {
    StringBuilder text = new StringBuilder();
    for (int i = 200_000; i > 0; i--) {
      text.append(i).append("\t1\t1\n");
    }
    try (Ingested input = Inputs.read(text.toString(), TSV.withMemory(1 << 20))) {
      EntryBatch batch = new EntryBatch(10);
      for (int i = 0; i < 100; i++) {
        assertThat(input.entries().read(batch)).isTrue();
        assertThat(batch.keys[9]).isEqualTo(10);
      }
      SortedEntries earlier = input.entries();
      assertThat(earlier.read(batch)).isTrue();
      input.entries();
      assertThatThrownBy(() -> earlier.read(batch)).hasMessageContaining("begun again");
      assertThat(Inputs.drain(input.entries())).hasSize(200_000).endsWith("200000:1:1");
      assertThat(input.summary().spilledBytes()).isPositive();
    }
  }

  @Test
  void namesBothPlacesOfAConflict(@TempDir Path dir) {
    String a = Inputs.file(dir, "a.tsv", "9\t1\t1\n5\t1\t1\n");
    String b = Inputs.file(dir, "b.tsv", "\n\n5\t1\t1\n5\t1\t2\n");
    try (Ingested input = Ingest.read(List.of(a, b), TSV)) {
      for (ThrowingCallable use :
          new ThrowingCallable[] {input::summary, () -> Inputs.drain(input.entries())}) {
        assertThatThrownBy(use)
            .isInstanceOf(DuplicateKeyException.class)
            .hasMessage(
                "key 5 comes twice: %s:2 (chunk 1, subchunk 1) and %s:4 (chunk 1, subchunk 2)"
                    .formatted(a, b));
      }
    }
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
  void forgetsPlacesBeforeTheyFillTheMemory() {
    RowPlaces places = new RowPlaces();
    places.startFile("a");
    int rows = 3 * RowPlaces.MOST_MARKS;
    for (long row = 0; row < rows; row++) {
      // A blank line before each.
      places.row(2 * row + 2);
    }
    assertThat(places.bytes()).isLessThan(10 << 20);
    assertThat(places.place(0)).isEqualTo("a:2");
    assertThat(places.place(rows - 1)).isEqualTo("a:" + 2 * rows);
    assertThat(places.place(3)).isEqualTo("a:5 or behind (before a:34)");
    assertThat(places.place(16)).isEqualTo("a:34");
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
