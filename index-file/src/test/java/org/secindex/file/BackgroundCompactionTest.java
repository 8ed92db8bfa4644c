package org.secindex.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Access;
import org.secindex.api.Durability;
import org.secindex.api.EntryCursor;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/** An index that compacts itself. */
class BackgroundCompactionTest {
  private static final int ENTRIES = 300_000;
  private static final SegmentOptions AUTO =
      SegmentOptions.defaults(Duration.ZERO).withSegmentSize(64 << 10);

  @TempDir Path parent;
  private final SplittableRandom random = new SplittableRandom(7);

  private CountingStore store() {
    return new CountingStore(new LocalSegmentStore(parent.resolve("i"), Durability.RELAXED));
  }

  private static SortedEntries entries(int chunk, long... keys) {
    int[] chunks = new int[keys.length];
    Arrays.fill(chunks, chunk);
    int[] subs = new int[keys.length];
    Arrays.setAll(subs, i -> (int) (keys[i] * 7919 & 0xffff));
    return SortedEntries.of(KeyDomain.SIGNED, keys, chunks, subs);
  }

  private static long[] sequence(long first, long step, int count) {
    long[] keys = new long[count];
    Arrays.setAll(keys, i -> first + i * step);
    return keys;
  }

  private static SecondaryIndex loaded(SegmentStore store, SegmentOptions options) {
    SecondaryIndex index = SegmentIndexes.create(store, "file", KeyDomain.SIGNED, options);
    index.load(entries(1, sequence(0, 10, ENTRIES)));
    return index;
  }

  private static String detail(SecondaryIndex index, String name) {
    return String.valueOf(index.statistics().details().get(name));
  }

  private static void awaitIdle(SecondaryIndex index) {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> !detail(index, "compacting").equals("running"));
    assertThat(detail(index, "compacting")).isEqualTo("idle");
  }

  @Test
  void aLargeUpdateGoesIntoTheBase() {
    CountingStore store = store();
    try (SecondaryIndex index = loaded(store, AUTO)) {
      index.update(entries(2, sequence(0, 20, ENTRIES / 3)));
      awaitIdle(index);
      assertThat(detail(index, "overlays")).isEqualTo("0");
      assertThat(index.find(0).orElseThrow().chunkId()).isEqualTo(2);
      assertThat(index.find(10).orElseThrow().chunkId()).isEqualTo(1);
      assertThat(index.verify().entries()).isEqualTo(ENTRIES);
      assertThat(index.verify().problems()).isEmpty();
    }
  }

  @Test
  void updatesGoOnAndEveryAnswerIsRightMeanwhile() {
    try (SecondaryIndex index = loaded(store(), AUTO)) {
      long number = 0;
      try (EntryCursor old = index.scan(KeyRange.all())) {
        for (int round = 0; round < 40; round++) {
          index.update(entries(2 + round, sequence(round * 1000L, 10, 30_000)));
          index.remove(new long[] {round * 1000L});
          assertThat(index.find(round * 1000L)).isEmpty();
          assertThat(index.find(round * 1000L + 10).orElseThrow().chunkId()).isEqualTo(2 + round);
          assertThat(index.findAll(sequence(5000, 10, 1000)).foundCount()).isGreaterThan(980);
          assertThat(Integer.parseInt(detail(index, "overlays")))
              .isLessThanOrEqualTo(CompactionPolicy.MOST_OVERLAYS + CompactionPolicy.WHILE_MERGING);
        }
        awaitIdle(index);
        while (old.next()) {
          assertThat(old.chunkId()).isEqualTo(1);
          number++;
        }
      }
      assertThat(number).isEqualTo(ENTRIES);
      assertThat(index.verify().problems()).isEmpty();
      assertThat(index.verify().entries()).isEqualTo(ENTRIES - 40);
    }
    SegmentStore store = store();
    Manifest manifest = new Manifests(store).newest().orElseThrow();
    assertThat(store.list()).hasSize(manifest.segments().size() + 2);
  }

  /** The figures of the policy, by counting bytes; the updates are spread over the whole base. */
  @Test
  void whatItCostsIsBounded() {
    CountingStore store = store();
    try (SecondaryIndex index = loaded(store, AUTO)) {
      long base = index.statistics().bytesOnDisk().orElseThrow();
      long loaded = store.bytesWritten();
      long overlays = 0;
      for (int round = 0; round < 60; round++) {
        long before = store.bytesWritten();
        long[] keys = random.longs(5000, 0, ENTRIES).map(i -> i * 10).sorted().distinct().toArray();
        index.update(entries(2 + round, keys));
        awaitIdle(index);
        overlays += store.bytesWritten() - before > 0 ? keys.length : 0;
        assertThat(index.statistics().bytesOnDisk().orElseThrow())
            .as("space in round %d", round)
            .isLessThan(2 * base);
      }
      // A spread overlay takes more bytes an entry than the base: count entries, of the base's
      // size.
      double perEntry = base / (double) ENTRIES;
      double amplification = (store.bytesWritten() - loaded) / (overlays * perEntry);
      assertThat(amplification).as("bytes written for each byte updated").isLessThan(20);
      assertThat(index.verify().entries()).isEqualTo(ENTRIES);
    }
  }

  @Test
  void closingEndsIt() {
    SegmentOptions slow =
        new SegmentOptions(64 << 10, Duration.ZERO, SegmentOptions.Compacting.AUTO, 1000);
    long begun = System.nanoTime();
    CountingStore store = store();
    try (SecondaryIndex index = loaded(store, slow)) {
      index.update(entries(2, sequence(0, 10, ENTRIES)));
      assertThat(detail(index, "compacting")).isEqualTo("running");
      // It would take minutes.
      index.update(entries(3, sequence(0, 10, 10)));
      assertThat(index.find(0).orElseThrow().chunkId()).isEqualTo(3);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(60));
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("secindex-compaction"));
    Manifest manifest = new Manifests(store()).newest().orElseThrow();
    assertThat(manifest.layers()).hasSize(3);
    assertThat(store().list()).as("nothing left of it").hasSize(manifest.segments().size() + 2);
    try (SecondaryIndex index = SegmentIndexes.open(store(), "file", Access.WRITE, AUTO)) {
      awaitIdle(index);
      assertThat(detail(index, "overlays")).as("the next writer does it").isEqualTo("0");
    }
  }

  @Test
  void onRequestItIsDoneInstead() {
    SegmentOptions slow =
        new SegmentOptions(64 << 10, Duration.ZERO, SegmentOptions.Compacting.AUTO, 1000);
    try (SecondaryIndex index = loaded(store(), slow)) {
      index.update(entries(2, sequence(0, 10, ENTRIES)));
      index.compact();
      assertThat(detail(index, "overlays")).isEqualTo("0");
      assertThat(detail(index, "compacting")).isEqualTo("idle");
      assertThat(index.verify().entries()).isEqualTo(ENTRIES);
    }
  }

  @Test
  void itsFailureIsToldAndHarmsNobody() {
    FaultyStore faulty =
        new FaultyStore(new LocalSegmentStore(parent.resolve("i"), Durability.RELAXED));
    try (SecondaryIndex index = loaded(faulty, AUTO)) {
      SortedEntries update = entries(2, sequence(0, 10, ENTRIES));
      faulty.failBackground();
      index.update(update);
      await().until(() -> detail(index, "compacting").startsWith("failed"));
      assertThat(detail(index, "compacting")).contains("No space left");
      assertThat(detail(index, "overlays")).isEqualTo("1");
      assertThat(index.find(0).orElseThrow().chunkId()).isEqualTo(2);
      faulty.failAfter(Integer.MAX_VALUE);
      index.update(entries(3, 5));
      awaitIdle(index);
      assertThat(detail(index, "overlays")).isEqualTo("0");
      assertThat(index.verify().entries()).isEqualTo(ENTRIES + 1);
    }
  }
}
