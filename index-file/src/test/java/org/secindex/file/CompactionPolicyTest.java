package org.secindex.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The policy alone, on sizes; merged sizes are sums, as if no key came twice. */
class CompactionPolicyTest {
  private static List<List<SegmentInfo>> layers(long... sizes) {
    return Arrays.stream(sizes)
        .mapToObj(CompactionPolicyTest::layer)
        .collect(java.util.stream.Collectors.toCollection(ArrayList::new));
  }

  private static List<SegmentInfo> layer(long entries) {
    return entries == 0
        ? List.of()
        : List.of(new SegmentInfo("s", 0, 9, entries, 0, 2 * entries, 0));
  }

  private static long size(List<List<SegmentInfo>> layers) {
    return layers.stream().flatMap(List::stream).mapToLong(SegmentInfo::entries).sum();
  }

  private static long merge(List<List<SegmentInfo>> layers, CompactionPolicy.Range range) {
    List<List<SegmentInfo>> merged = layers.subList(range.from(), range.to());
    long written = size(merged);
    merged.clear();
    layers.add(range.from(), layer(written));
    return written;
  }

  @Test
  void overlaysGoIntoTheBaseWhenTheyAreAQuarterOfIt() {
    assertThat(CompactionPolicy.inBackground(layers(1_000_000, 249_999))).isEmpty();
    assertThat(CompactionPolicy.inBackground(layers(1_000_000, 200_000, 50_000)))
        .contains(new CompactionPolicy.Range(0, 3));
    assertThat(CompactionPolicy.inBackground(layers(0, 70_000)))
        .contains(new CompactionPolicy.Range(0, 2));
    assertThat(CompactionPolicy.inBackground(layers(10, 50_000))).as("too few").isEmpty();
    assertThat(CompactionPolicy.inBackground(layers(0))).isEmpty();
  }

  @Test
  void overlaysOfLikeSizeAreMergedAndLargerOnesLeftAlone() {
    assertThat(CompactionPolicy.inBackground(layers(1 << 30, 9000, 30, 20, 10)))
        .contains(new CompactionPolicy.Range(2, 5));
    assertThat(CompactionPolicy.inBackground(layers(1 << 30, 9000, 30, 20))).isEmpty();
    assertThat(CompactionPolicy.beforeAnother(layers(1 << 30, 9, 9, 9, 9, 9, 9, 9), 1)).isEmpty();
    assertThat(CompactionPolicy.beforeAnother(layers(1 << 30, 9, 9, 9, 9, 9, 9, 9, 9), 1))
        .contains(new CompactionPolicy.Range(1, 9));
    assertThat(CompactionPolicy.beforeAnother(layers(1 << 30, 9, 9, 9, 9, 9, 9, 9, 9), 5))
        .as("some are being merged already")
        .contains(new CompactionPolicy.Range(5, 9));
    assertThat(CompactionPolicy.beforeAnother(layers(1 << 30, 9, 9, 9, 9, 9, 9, 9, 9), 8))
        .isEmpty();
  }

  /** 4000 updates of 1000 entries each, without the background: only overlays are merged. */
  @Test
  void writesGrowWithTheLogarithmOfTheUpdates() {
    List<List<SegmentInfo>> layers = layers(1L << 40);
    long written = 0;
    for (int i = 0; i < 4000; i++) {
      var range = CompactionPolicy.beforeAnother(layers, 1);
      if (range.isPresent()) {
        written += merge(layers, range.get());
      }
      layers.add(layer(1000));
      written += 1000;
      assertThat(layers.size() - 1).isLessThanOrEqualTo(CompactionPolicy.MOST_OVERLAYS);
    }
    double amplification = written / 4000e3;
    assertThat(amplification).isLessThan(1 + Math.log(4000) / Math.log(1.5));
  }

  /** The same with a background that is always done before the next update comes. */
  @Test
  void withTheBackgroundAtWorkSpaceAndWritesStayBounded() {
    long base = 10_000_000;
    List<List<SegmentInfo>> layers = layers(base);
    long written = 0;
    long updated = 0;
    for (int i = 0; i < 4000; i++) {
      layers.add(layer(20_000));
      updated += 20_000;
      written += 20_000;
      var range = CompactionPolicy.inBackground(layers);
      while (range.isPresent()) {
        written += merge(layers, range.get());
        if (range.get().from() == 0) {
          // All updates replaced entries of the base.
          layers.set(0, layer(base));
        }
        range = CompactionPolicy.inBackground(layers);
      }
      assertThat(size(layers)).isLessThan(base * 5 / 4);
      assertThat(layers.size() - 1).isLessThan(CompactionPolicy.MANY_OVERLAYS);
    }
    // Once as an overlay, some times with other overlays, five times with the base.
    assertThat(written / (double) updated).isCloseTo(1 + 4 + 5, within(3.0));
  }
}
