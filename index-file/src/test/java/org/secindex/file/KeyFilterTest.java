package org.secindex.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.Durability;
import org.secindex.api.SortedEntries;
import org.secindex.testkit.Catalogue;
import org.secindex.testkit.Miss;

/** Filters, and what they spare look-ups. */
class KeyFilterTest {
  private static final SegmentOptions OPTIONS =
      SegmentOptions.defaults(Duration.ZERO).withCompaction(SegmentOptions.Compacting.OFF);

  @TempDir Path directory;

  private static long[] keys(Catalogue catalogue, int count) {
    long[] keys = new long[count];
    Arrays.setAll(keys, catalogue::key);
    return keys;
  }

  @ParameterizedTest
  @ValueSource(strings = {"stride:1", "lsst", "gaia", "uniform64"})
  void noKeyIsDeniedAndFewOthersAreNot(String name) {
    for (int count : new int[] {1, 2, 40, 1000, KeyFilter.MAX_ENTRIES}) {
      long[] keys = keys(Catalogue.of(name, KeyFilter.MAX_ENTRIES), count);
      KeyFilter filter = KeyFilter.of(keys, count);
      for (long key : keys) {
        assertThat(filter.mayContain(key)).isTrue();
      }
      int taken = 0;
      for (int i = 0; i < 200_000; i++) {
        long key = keys[i % count] + 3_000_017L * (i + 1);
        taken += filter.mayContain(key) && Arrays.binarySearch(keys, key) < 0 ? 1 : 0;
      }
      assertThat(taken / 200_000.0).as("%s, %d keys", name, count).isLessThan(0.007);
    }
  }

  @Test
  void aFilterIsWhatWasWritten() {
    long[] keys = keys(Catalogue.of("gaia", 5000), 5000);
    KeyFilter filter = KeyFilter.of(keys, 5000);
    ByteBuffer stored = ByteBuffer.allocate(KeyFilter.MAX_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    filter.write(stored);
    assertThat(stored.position()).isEqualTo(KeyFilter.length(5000));
    KeyFilter read = KeyFilter.read(stored.flip());
    assertThat(read).isNotNull();
    for (long key = keys[0]; key < keys[0] + 100_000; key++) {
      assertThat(read.mayContain(key)).isEqualTo(filter.mayContain(key));
    }
    for (int cut = 0; cut < KeyFilter.length(5000); cut += 7) {
      assertThat(KeyFilter.read(stored.position(0).limit(cut))).as("cut at %d", cut).isNull();
    }
    assertThat(KeyFilter.read(stored.clear().putInt(0, -1))).isNull();
    assertThat(KeyFilter.read(stored.clear().putInt(0, 0))).isNull();
  }

  private CountingStore store() {
    return new CountingStore(new LocalSegmentStore(directory.resolve("index"), Durability.RELAXED));
  }

  /** Every tenth entry of a range, once more; more than one filter holds. */
  private static SortedEntries everyTenth(Catalogue catalogue, int offset) {
    int count = (int) (catalogue.size() / 10);
    long[] keys = new long[count];
    int[] chunks = new int[count];
    Arrays.setAll(keys, i -> catalogue.key(10L * i + offset));
    Arrays.fill(chunks, 7 + offset);
    return SortedEntries.of(catalogue.domain(), keys, chunks, new int[count]);
  }

  @Test
  void aLookUpIsOneReadHoweverManyOverlaysThereAre() {
    Catalogue catalogue = Catalogue.of("lsst", 800_000);
    CountingStore store = store();
    try (SegmentedIndex index = SegmentIndexes.create(store, "file", catalogue.domain(), OPTIONS)) {
      index.load(catalogue.entries());
      for (int offset = 0; offset < 8; offset++) {
        index.update(everyTenth(catalogue, offset));
      }
      assertThat(index.statistics().details())
          .containsEntry("overlays", "8")
          .doesNotContainEntry("filter-bytes", "0");
      SplittableRandom random = new SplittableRandom(3);
      int lookUps = 20_000;

      long before = store.reads();
      for (int i = 0; i < lookUps; i++) {
        int rank = random.nextInt(800_000);
        int chunk = index.find(catalogue.key(rank)).orElseThrow().chunkId();
        int offset = rank % 10;
        assertThat(chunk)
            .isEqualTo(offset < 8 ? 7 + offset : catalogue.chunkId(catalogue.key(rank)));
      }
      assertThat((store.reads() - before) / (double) lookUps).isBetween(1.0, 1.05);

      before = store.reads();
      for (int i = 0; i < lookUps; i++) {
        assertThat(index.find(catalogue.miss(Miss.INSIDE_RUN, random))).isEmpty();
      }
      // The base is asked, as it has no filter.
      assertThat((store.reads() - before) / (double) lookUps).isBetween(0.95, 1.06);

      long[] batch = new long[1000];
      Arrays.setAll(batch, i -> catalogue.key(random.nextInt(80_000) * 10L + 9));
      before = store.reads();
      assertThat(index.findAll(batch).foundCount()).isEqualTo(1000);
      assertThat(store.reads() - before).isBetween(200L, 1060L);
    }
  }

  @Test
  void anUpdateOpensOnlyWhatItWrote() {
    Catalogue catalogue = Catalogue.of("lsst", 800_000);
    CountingStore store = store();
    SegmentOptions small = OPTIONS.withSegmentSize(64 << 10);
    try (SegmentedIndex index = SegmentIndexes.create(store, "file", catalogue.domain(), small)) {
      index.load(catalogue.entries());
      long segments = store.opened();
      assertThat(segments).isGreaterThan(10);
      long bytes = store.bytesRead();
      for (int i = 1; i <= 5; i++) {
        index.update(
            SortedEntries.of(
                catalogue.domain(), new long[] {catalogue.key(i)}, new int[1], new int[1]));
        assertThat(store.opened()).isEqualTo(segments + i);
      }
      assertThat(store.bytesRead() - bytes).isLessThan(5 * 300);
    }
  }

  @Test
  void damageToFiltersIsFoundWhenTheSegmentIsOpened() throws IOException {
    Catalogue catalogue = Catalogue.of("gaia", 150_000);
    try (SegmentedIndex index =
        SegmentIndexes.create(store(), "file", catalogue.domain(), OPTIONS)) {
      index.update(catalogue.entries());
    }
    Manifest manifest = new Manifests(store()).newest().orElseThrow();
    SegmentInfo info = manifest.segments().get(0);
    Path segment = directory.resolve("index").resolve(info.name());
    byte[] content = Files.readAllBytes(segment);
    ByteBuffer footer =
        ByteBuffer.wrap(content, content.length - Footer.LENGTH, Footer.LENGTH)
            .slice()
            .order(ByteOrder.LITTLE_ENDIAN);
    Footer parts = Footer.read(footer, "", content.length - Footer.LENGTH);
    assertThat(parts.filters()).isEqualTo(3);
    for (long at = parts.filtersAt(); at < parts.fencesAt(); at += 997) {
      byte[] damaged = content.clone();
      damaged[(int) at] ^= 1;
      Files.write(segment, damaged);
      assertThatThrownBy(() -> Segment.open(store(), info, manifest.domain()))
          .isInstanceOf(CorruptIndexException.class)
          .hasMessageContaining(info.name() + ":" + parts.filtersAt());
    }
  }
}
