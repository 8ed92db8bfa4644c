package org.secindex.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.EntryBatch;
import org.secindex.api.SortedEntries;

class CatalogueTest {
  private static final long HUGE = 10_000_000_000L;

  @ParameterizedTest
  @CsvSource({
    "stride:10, 1",
    "stride:10, 100000",
    "stride:1, 1000",
    "stride:2, 1000",
    "lsst, 1",
    "lsst, 17",
    "lsst, 100000",
    "gaia, 1",
    "gaia, 63",
    "gaia, 64",
    "gaia, 65",
    "gaia, 100000",
    "uniform64, 1",
    "uniform64, 65",
    "uniform64, 100000"
  })
  void aStreamGivesWhatTheRanksGive(String name, long size) {
    Catalogue catalogue = Catalogue.of(name, size);
    // A capacity that no stratum, block or patch is a multiple of.
    EntryBatch batch = new EntryBatch(97);
    SortedEntries entries = catalogue.entries();
    long rank = 0;
    while (entries.read(batch)) {
      for (int i = 0; i < batch.size(); i++, rank++) {
        long key = batch.keys[i];
        assertThat(key).isEqualTo(catalogue.key(rank));
        assertThat(catalogue.contains(key)).as("contains %s", key).isTrue();
        assertThat(batch.chunkIds[i]).isEqualTo(catalogue.chunkId(key)).isNotNegative();
        assertThat(batch.subChunkIds[i]).isEqualTo(catalogue.subChunkId(key)).isBetween(0, 35);
      }
    }
    assertThat(rank).isEqualTo(size);
  }

  @ParameterizedTest
  @ValueSource(strings = {"stride:10", "lsst", "gaia", "uniform64"})
  void itReachesTenBillionInOrderAndWithoutMemoryPerKey(String name) {
    Catalogue catalogue = Catalogue.of(name, HUGE);
    SplittableRandom random = new SplittableRandom(7);
    EntryBatch batch = new EntryBatch(1000);
    for (int i = 0; i < 200; i++) {
      long from = random.nextLong(HUGE - 5000);
      // SortedEntries checks the order.
      SortedEntries entries = catalogue.entries(from, from + 5000);
      long rank = from;
      while (entries.read(batch)) {
        assertThat(batch.keys[0]).isEqualTo(catalogue.key(rank));
        assertThat(catalogue.contains(batch.keys[batch.size() - 1])).isTrue();
        rank += batch.size();
      }
      assertThat(rank).isEqualTo(from + 5000);
      assertThat(catalogue.key(from)).isLessThan(catalogue.key(from + 1));
    }
    assertThat(catalogue.contains(catalogue.key(0))).isTrue();
    assertThat(catalogue.contains(catalogue.key(HUGE - 1))).isTrue();
    assertThat(catalogue.chunkId(catalogue.key(HUGE - 1))).isPositive();
  }

  @ParameterizedTest
  @CsvSource({
    "stride:10, 5000",
    "stride:1, 5000",
    "lsst, 200000",
    "lsst, 3",
    "gaia, 5000",
    "gaia, 1",
    "uniform64, 5000",
    "uniform64, 1"
  })
  void noMissAndNoNewKeyIsContained(String name, int size) {
    Catalogue catalogue = Catalogue.of(name, size);
    Set<Long> all = new HashSet<>();
    for (long rank = 0; rank < size; rank++) {
      all.add(catalogue.key(rank));
    }
    SplittableRandom random = new SplittableRandom(3);
    for (Miss kind : Miss.values()) {
      for (int i = 0; i < 5000; i++) {
        long key = catalogue.miss(kind, random);
        assertThat(all.contains(key)).as("%s", kind).isFalse();
        assertThat(catalogue.contains(key)).as("%s %s", kind, key).isFalse();
        if (kind == Miss.OUTSIDE) {
          assertThat(key < catalogue.key(0) || key > catalogue.key(size - 1)).isTrue();
        }
      }
    }
    long before = Long.MIN_VALUE;
    for (long rank = 0; rank < size; rank++) {
      long key = catalogue.newKey(rank);
      assertThat(all.contains(key)).isFalse();
      assertThat(catalogue.contains(key)).isFalse();
      assertThat(catalogue.chunkId(key)).isNotNegative();
      assertThat(key).isGreaterThan(before);
      before = key;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "611255759837069401, 4, 5063, 34, 89",
    "609788805167185927, 4, 4849, 87, 7",
    "592913706862510093, 4, 2394, 22, 13",
    "591819074317582360, 4, 2234, 93, 24"
  })
  void realLsstIdsDecode(long id, long release, long tract, long patch, long counter) {
    assertThat(LsstId.of(id)).isEqualTo(new LsstId(release, tract, patch, counter));
  }

  @ParameterizedTest
  @CsvSource({
    "6636090334814214528, 0",
    "6636090334814217600, 0",
    "6636090339112213760, 1",
    "6636090339112400000, 1",
    "6636090339113063296, 1"
  })
  void realGaiaIdsDecode(long id, long spare) {
    GaiaId decoded = GaiaId.of(id);
    assertThat(decoded.pixel()).isEqualTo(193135648);
    assertThat(decoded.dpc()).isZero();
    assertThat(decoded.spare()).isEqualTo(spare);
    assertThat(decoded.component()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1000, 3_000_000, HUGE})
  void lsstKeysAreLegalIdsInDenseRuns(long size) {
    Catalogue catalogue = Catalogue.of("lsst", size);
    EntryBatch batch = new EntryBatch(1000);
    assertThat(catalogue.entries(0, 1000).read(batch)).isTrue();
    int next = 0;
    for (int i = 0; i < batch.size(); i++) {
      LsstId id = LsstId.of(batch.keys[i]);
      assertThat(id.release()).isEqualTo(4);
      assertThat(id.tract()).isBetween(0L, 18_937L);
      assertThat(id.patch()).isBetween(0L, 99L);
      assertThat(id.counter()).isBetween(1L, 60_000L);
      next += i > 0 && batch.keys[i] == batch.keys[i - 1] + 1 ? 1 : 0;
    }
    // 17 of 20 counters are kept, so some 82 % of the keys follow on the one before.
    assertThat(next).isBetween(780, 880);
    LsstId last = LsstId.of(catalogue.key(size - 1));
    assertThat(last.tract()).isBetween(0L, 18_937L);
    assertThat(last.patch()).isBetween(0L, 99L);
  }

  @Test
  void anLsstPatchLiesInOneToFourChunksAndHasSomeTenThousandKeys() {
    Catalogue catalogue = Catalogue.of("lsst", 2_000_000);
    EntryBatch batch = new EntryBatch(2_000_000);
    assertThat(catalogue.entries().read(batch)).isTrue();
    int patches = 0;
    int sharedPatches = 0;
    Set<Integer> chunks = new HashSet<>();
    for (int i = 0; i < batch.size(); i++) {
      boolean lastOfPatch =
          i + 1 == batch.size() || batch.keys[i] >>> 36 != batch.keys[i + 1] >>> 36;
      chunks.add(batch.chunkIds[i]);
      if (lastOfPatch) {
        assertThat(chunks).hasSizeBetween(1, 4);
        sharedPatches += chunks.size() > 1 ? 1 : 0;
        chunks.clear();
        patches++;
      }
    }
    assertThat(patches).isBetween(100, 250);
    assertThat(sharedPatches).isPositive().isLessThan(patches);
  }

  @ParameterizedTest
  @ValueSource(longs = {1000, 3_000_000, HUGE})
  void gaiaKeysAreLegalIds(long size) {
    Catalogue catalogue = Catalogue.of("gaia", size);
    SplittableRandom random = new SplittableRandom(11);
    for (int i = 0; i < 1000; i++) {
      GaiaId id = GaiaId.of(catalogue.key(random.nextLong(size)));
      assertThat(id.pixel()).isBetween(0L, 12L * (1 << 24) - 1);
      assertThat(id.component()).isZero();
    }
    assertThat(catalogue.key(size - 1)).isLessThanOrEqualTo(6917529027641081855L);
  }

  @Test
  void gaiaPixelsHoldSomeNineKeysUnevenly() {
    Catalogue catalogue = Catalogue.of("gaia", 900_000);
    long pixels =
        GaiaId.of(catalogue.key(899_999)).pixel() - GaiaId.of(catalogue.key(0)).pixel() + 1;
    assertThat(pixels).isBetween(99_000L, 101_000L);
    long[] widths = new long[90];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = catalogue.key(10_000L * i + 9_999) - catalogue.key(10_000L * i);
    }
    Arrays.sort(widths);
    assertThat(widths[89] / widths[0]).isBetween(7L, 10L);
  }

  @Test
  void uniformKeysFillTheSignedDomainWithExponentialGaps() {
    int size = 100_000;
    Catalogue catalogue = Catalogue.of("uniform64", size);
    double mean = Math.pow(2, 64) / size;
    assertThat(catalogue.key(0) - (double) Long.MIN_VALUE).isLessThan(20 * mean);
    assertThat(Long.MAX_VALUE - (double) catalogue.key(size - 1)).isLessThan(70 * mean);
    int shorter = 0;
    for (int rank = 1; rank < size; rank++) {
      shorter += catalogue.key(rank) - (double) catalogue.key(rank - 1) < mean ? 1 : 0;
    }
    // 1 - 1/e of the gaps of independent draws are shorter than the mean.
    assertThat(shorter / (double) size).isBetween(0.62, 0.64);
  }

  @ParameterizedTest
  @ValueSource(strings = {"stride:10", "gaia", "uniform64"})
  void aChunkHoldsSomeTwoHundredThousandNeighbours(String name) {
    Catalogue catalogue = Catalogue.of(name, 27_000_000);
    Set<Integer> chunks = new HashSet<>();
    for (long rank = 0; rank < catalogue.size(); rank += 9_973) {
      chunks.add(catalogue.chunkId(catalogue.key(rank)));
    }
    assertThat(chunks.size()).isBetween(95, 105);
  }

  @Test
  void whatCannotBeMadeIsRefusedInWords() {
    assertThatThrownBy(() -> Catalogue.of("sdss", 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sdss")
        .hasMessageContaining("uniform64");
    assertThatThrownBy(() -> Catalogue.of("lsst", 0)).hasMessageContaining("not 0");
    assertThatThrownBy(() -> Catalogue.of("stride:0", 5)).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> Catalogue.of("stride:999999999999999999", 5))
        .hasMessageContaining("63 bits");
    assertThatThrownBy(() -> Catalogue.of("lsst", 100_000_000_000L))
        .hasMessageContaining("do not fit");
    assertThatThrownBy(() -> Catalogue.of("gaia", 5).key(5))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> Catalogue.of("gaia", 5).entries(3, 6))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  /** As lsst/meas_base and lsst/skymap pack it. */
  private record LsstId(long release, long tract, long patch, long counter) {
    static LsstId of(long id) {
      long upper = id >>> 36;
      long tractAndPatch = upper & ((1 << 21) - 1);
      return new LsstId(
          upper >>> 21, tractAndPatch / 100, tractAndPatch % 100, id & ((1L << 36) - 1));
    }
  }

  /** As the Gaia data model defines source_id. */
  private record GaiaId(long pixel, long dpc, long spare, long running, long component) {
    static GaiaId of(long id) {
      return new GaiaId(
          id >>> 35, (id >>> 33) & 3, (id >>> 32) & 1, (id >>> 7) & ((1 << 25) - 1), id & 127);
    }
  }
}
