package org.secindex.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.secindex.api.IndexConfigException;
import org.secindex.bench.TidePlan.Part;

class TidePlanTest {
  private static TidePlan plan(int divisor, long sweepBytes) {
    return new TidePlan(
        List.of(Part.CRASH, Part.ROWS, Part.ROWS), divisor, sweepBytes, 1, true, Path.of("x"));
  }

  @Test
  void partsAreDoneInOneOrder() {
    assertThat(plan(1, 1 << 20).parts()).containsExactly(Part.ROWS, Part.CRASH);
  }

  @Test
  void theLogsOf2011AreAsTheyWereAndAtAHundredthHaveAHundredthOfTheEntries() {
    assertThat(plan(1, 1 << 20).shapes(Part.ROWS))
        .extracting(TideShape::label)
        .containsExactly("100 × 100 × 1 MB", "100 × 10k × 10 kB", "100 × 1M × 100 B");
    assertThat(plan(100, 1 << 20).shapes(Part.ROWS))
        .extracting(
            TideShape::entries, s -> Math.round(s.fileBytes() / 1e6), TideShape::secondsIn2011)
        .containsExactly(
            tuple(100L, 100L, 0.00002), tuple(10_000L, 100L, 0.002), tuple(1_000_000L, 136L, 2.0));
  }

  @Test
  void theSweepHasAllSizesThatFit() {
    List<TideShape> shapes = plan(1, 1_000_000_000).shapes(Part.SWEEP);
    assertThat(shapes).hasSize(26).allSatisfy(s -> assertThat(s.chunks()).isGreaterThan(1));
    assertThat(shapes)
        .allSatisfy(s -> assertThat(s.fileBytes()).isBetween(500_000_000L, 1_000_000_000L));
    assertThat(shapes).extracting(TideShape::entryBytes).contains(10, 1_000_000);
    assertThat(shapes).extracting(TideShape::entriesPerChunk).contains(10, 1_000_000);
    assertThat(plan(1, 1_000_000_000).shapes(Part.CRASH))
        .extracting(TideShape::entryBytes)
        .containsOnly(100);
  }

  @Test
  void aSmallLogOfTheSameKindIsSmall() {
    List<TideShape> shapes = new ArrayList<>(plan(1, 1_000_000_000).shapes(Part.SWEEP));
    shapes.addAll(TideShape.HISTORICAL);
    shapes.add(new TideShape(100, 1, 1_000_000));
    for (TideShape shape : shapes) {
      TideShape small = shape.rehearsal();
      assertThat(small.fileBytes()).isBetween(20_000_000L, 70_000_000L);
      assertThat(small.entryBytes()).isEqualTo(shape.entryBytes());
      assertThat(small.chunks()).isGreaterThan(4);
      assertThat(small.chunkBytes() >= 2 << 20).isEqualTo(shape.chunkBytes() >= 2 << 20);
      assertThat(small.rehearsal()).isEqualTo(small);
    }
  }

  @Test
  void allProblemsAreToldAtOnce() {
    assertThatThrownBy(() -> new TidePlan(List.of(), 0, 0, 0, true, Path.of("x")))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("at least one part")
        .hasMessageContaining("1/0")
        .hasMessageContaining("sweep size: 0")
        .hasMessageContaining("repeats: 0");
    assertThatThrownBy(() -> Part.of("row"))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("choose of [rows, sweep, crash]");
    assertThatThrownBy(() -> Suite.of("tide"))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("secindex bench tide");
  }
}
