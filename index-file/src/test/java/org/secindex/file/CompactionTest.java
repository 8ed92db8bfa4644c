package org.secindex.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Access;
import org.secindex.api.Durability;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.api.Verification;

/** What a compaction rewrites, and that it costs no more than what changed. */
class CompactionTest {
  private static final SegmentOptions SEGMENT =
      SegmentOptions.defaults(Duration.ZERO)
          .withSegmentSize(16 << 10)
          .withCompaction(SegmentOptions.Compacting.OFF);
  private static final int ENTRIES = 100_000;

  @TempDir Path parent;

  private LocalSegmentStore store() {
    return new LocalSegmentStore(parent.resolve("i"), Durability.RELAXED);
  }

  private SecondaryIndex open() {
    return SegmentIndexes.open(store(), "file", Access.WRITE, SEGMENT);
  }

  /** Keys {@code first * 10, (first + 1) * 10, ...}. */
  private static SortedEntries entries(int chunk, long first, int count) {
    long[] keys = new long[count];
    int[] chunks = new int[count];
    int[] subs = new int[count];
    Arrays.setAll(keys, i -> (first + i) * 10);
    Arrays.fill(chunks, chunk);
    Arrays.setAll(subs, i -> i * 7919 & 0xffff);
    return SortedEntries.of(KeyDomain.SIGNED, keys, chunks, subs);
  }

  private List<SegmentInfo> base() {
    Manifest manifest = new Manifests(store()).newest().orElseThrow();
    assertThat(manifest.layers()).hasSize(1);
    return manifest.base();
  }

  private List<SegmentInfo> loaded() {
    try (SecondaryIndex index = SegmentIndexes.create(store(), "file", KeyDomain.SIGNED, SEGMENT)) {
      index.load(entries(1, 0, ENTRIES));
    }
    List<SegmentInfo> base = base();
    assertThat(base).hasSizeGreaterThan(4);
    return base;
  }

  private static List<SegmentInfo> without(List<SegmentInfo> all, List<SegmentInfo> some) {
    List<SegmentInfo> rest = new ArrayList<>(all);
    rest.removeAll(some);
    return rest;
  }

  @Test
  void onlyTheSegmentsThatOverlaysTouchAreRewritten() {
    List<SegmentInfo> before = loaded();
    SegmentInfo first = before.get(0);
    SegmentInfo third = before.get(2);
    try (SecondaryIndex index = open()) {
      // One overlay, which reaches from the first to the third, but has nothing in the second.
      index.update(
          SortedEntries.of(
              KeyDomain.SIGNED,
              new long[] {first.min() + 1, third.min(), third.max()},
              new int[] {2, 2, 2},
              new int[3]));
      index.remove(new long[] {third.min() + 10});
      index.compact();
      assertThat(index.find(first.min() + 1).orElseThrow().chunkId()).isEqualTo(2);
      assertThat(index.find(third.max()).orElseThrow().chunkId()).isEqualTo(2);
      assertThat(index.find(third.min() + 10)).isEmpty();
      assertThat(index.verify().problems()).isEmpty();
      assertThat(index.statistics().entries()).isEqualTo(ENTRIES);
      assertThat(index.statistics().entriesExact()).isTrue();
    }
    assertThat(without(before, base())).containsExactly(first, third);
    assertThat(base()).allMatch(segment -> segment.tombstones() == 0);
  }

  @Test
  void anOverlayBehindAllSegmentsBelongsToTheLast() {
    List<SegmentInfo> before = loaded();
    try (SecondaryIndex index = open()) {
      index.update(entries(2, ENTRIES + 5, 3));
      index.update(entries(2, -3, 1));
      index.compact();
    }
    assertThat(without(before, base()))
        .containsExactly(before.get(0), before.get(before.size() - 1));
  }

  @Test
  void smallNeighboursAreJoined() {
    List<SegmentInfo> before = loaded();
    try (SecondaryIndex index = open()) {
      for (SegmentInfo segment : before) {
        long[] most = new long[(int) (segment.entries() * 3 / 4)];
        Arrays.setAll(most, i -> segment.min() + 10L * i);
        index.remove(most);
        // One by one: each leaves a small segment beside small ones, or large ones.
        index.compact();
      }
      assertThat(index.verify().problems()).isEmpty();
    }
    List<SegmentInfo> after = base();
    assertThat(after).hasSizeLessThan(before.size() * 2 / 3);
    try (SecondaryIndex index = open()) {
      index.compact();
    }
    assertThat(base()).as("compact already").isEqualTo(after);
  }

  @Test
  void whatIsCompactAlreadyMakesNoNewVersion() {
    loaded();
    long number = new Manifests(store()).newest().orElseThrow().number();
    try (SecondaryIndex index = open()) {
      index.compact();
      assertThat(index.statistics().details()).containsEntry("manifest", Long.toString(number));
    }
  }

  @Test
  void allRemovedLeavesNoSegment() {
    List<SegmentInfo> before = loaded();
    try (SecondaryIndex index = open()) {
      long[] all = new long[ENTRIES];
      Arrays.setAll(all, i -> 10L * i);
      index.remove(all);
      index.compact();
      assertThat(index.load(entries(3, 5, 10))).isEqualTo(10);
    }
    assertThat(base()).hasSize(1).doesNotContainAnyElementsOf(before);
    assertThat(store().list()).hasSize(3);
  }

  @Test
  void aCompactionThatFailsAtAnyStepChangesNoAnswer() {
    SegmentIndexes.create(store(), "file", KeyDomain.SIGNED, SEGMENT).close();
    Verification expected;
    try (SecondaryIndex index = open()) {
      index.load(entries(1, 0, 9000));
      index.update(entries(2, 3000, 9000));
      index.remove(new long[] {0, 50_000});
      expected = index.verify();
    }
    for (int steps = 0; ; steps++) {
      FaultyStore faulty = new FaultyStore(store());
      boolean failed;
      try (SecondaryIndex index = SegmentIndexes.open(faulty, "file", Access.WRITE, SEGMENT)) {
        faulty.failAfter(steps);
        try {
          index.compact();
        } catch (IndexException e) {
          assertThat(e).hasMessageContaining("No space left");
        }
        failed = faulty.hasFailed();
        faulty.failAfter(Integer.MAX_VALUE);
        assertThat(index.verify()).isEqualTo(expected);
        index.compact();
        assertThat(index.verify()).isEqualTo(expected);
        // The same content again, as an overlay.
        index.update(entries(2, 3000, 9000));
        index.remove(new long[] {0, 50_000});
      }
      if (!failed) {
        assertThat(steps).as("steps of a compaction").isGreaterThan(8);
        return;
      }
    }
  }

  @Test
  void whoIsToldOfTheProgressMayEndIt() {
    loaded();
    RuntimeException enough = new RuntimeException("enough");
    try (SecondaryIndex index = open()) {
      index.update(entries(2, 0, ENTRIES));
      assertThatThrownBy(
              () ->
                  index.compact(
                      done -> {
                        if (done > ENTRIES / 2) {
                          throw enough;
                        }
                      }))
          .isSameAs(enough);
      assertThat(index.statistics().details()).containsEntry("overlays", "1");
      assertThat(index.verify().entries()).isEqualTo(ENTRIES);
    }
    Manifest manifest = new Manifests(store()).newest().orElseThrow();
    assertThat(store().list()).hasSize(manifest.segments().size() + 2);
  }

  @Test
  void anInterruptEndsItInItsMidst() {
    loaded();
    try (SecondaryIndex index = open()) {
      index.update(entries(2, 0, ENTRIES));
      assertThatThrownBy(() -> index.compact(done -> Thread.currentThread().interrupt()))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("interrupted");
      assertThat(Thread.interrupted()).as("interrupt is kept for the caller").isTrue();
      assertThat(index.verify().entries()).isEqualTo(ENTRIES);
    }
    Manifest manifest = new Manifests(store()).newest().orElseThrow();
    assertThat(store().list()).hasSize(manifest.segments().size() + 2);
  }
}
