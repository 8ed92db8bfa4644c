package org.secindex.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Access;
import org.secindex.api.Durability;
import org.secindex.api.KeyDomain;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/** How long files live that the present version does not need. */
class RetirementTest {
  private static final Duration GRACE = Duration.ofMinutes(10);
  private static final SegmentOptions OPTIONS =
      SegmentOptions.defaults(GRACE).withCompaction(SegmentOptions.Compacting.OFF);

  @TempDir Path parent;
  private final AtomicLong now = new AtomicLong(1_800_000_000_000L);

  private LocalSegmentStore store() {
    return new LocalSegmentStore(parent.resolve("i"), Durability.RELAXED);
  }

  private SecondaryIndex open() {
    return SegmentIndexes.open(
        store(), "file", Access.WRITE, OPTIONS, () -> java.time.Instant.ofEpochMilli(now.get()));
  }

  private static SortedEntries entries(int chunk, int count) {
    long[] keys = new long[count];
    int[] chunks = new int[count];
    Arrays.setAll(keys, i -> i);
    Arrays.fill(chunks, chunk);
    return SortedEntries.of(KeyDomain.SIGNED, keys, chunks, new int[count]);
  }

  private void pass(Duration time) {
    now.addAndGet(time.toMillis());
  }

  private List<String> segments() {
    return store().list().stream().filter(SegmentFormat::isName).sorted().toList();
  }

  private Manifest manifest() {
    return new Manifests(store()).newest().orElseThrow();
  }

  private void compactedOnce() {
    SegmentIndexes.create(store(), "file", KeyDomain.SIGNED, OPTIONS).close();
    try (SecondaryIndex index = open()) {
      index.load(entries(1, 1000));
      index.update(entries(2, 10));
      index.compact();
    }
  }

  @Test
  void replacedFilesAreKeptForTheGraceAndNotLonger() {
    compactedOnce();
    assertThat(manifest().retired()).hasSize(2);
    assertThat(manifest().retired()).allMatch(segment -> segment.since() == now.get());
    assertThat(segments()).hasSize(3);
    pass(GRACE.minusMillis(1));
    try (SecondaryIndex index = open()) {
      assertThat(segments()).hasSize(3);
      assertThat(index.statistics().details()).doesNotContainEntry("retired-bytes", "0");
      pass(Duration.ofMillis(1));
      index.update(entries(3, 10));
      assertThat(manifest().retired()).isEmpty();
      assertThat(segments()).hasSize(2);
      assertThat(index.statistics().details()).containsEntry("retired-bytes", "0");
    }
  }

  @Test
  void aWriterThatOpensDeletesThemWhenTheirTimeHasCome() {
    compactedOnce();
    pass(GRACE);
    try (SecondaryIndex index = open()) {
      assertThat(segments()).hasSize(1);
      assertThat(index.verify().problems()).isEmpty();
      assertThat(index.find(5).orElseThrow().chunkId()).isEqualTo(2);
    }
  }

  @Test
  void aReaderThatSawTheOldVersionOpensItsFilesWithinTheGrace() {
    SegmentIndexes.create(store(), "file", KeyDomain.SIGNED, OPTIONS).close();
    try (SecondaryIndex index = open()) {
      index.load(entries(1, 1000));
      index.update(entries(2, 10));
      // As a reader does that has read the manifest, and is slow.
      Manifest seen = manifest();
      index.compact();
      index.update(entries(3, 10));
      index.compact();
      View view = View.open(store(), seen);
      assertThat(view.find(5, new Scratch()) >>> 32).isEqualTo(2);
      view.release();
    }
  }

  @Test
  void filesOfADeadWriterAreNoRetiredOnes() {
    compactedOnce();
    try (SegmentSink orphan = store().create("segment-99-0")) {
      orphan.finish();
    }
    open().close();
    assertThat(segments()).hasSize(3).doesNotContain("segment-99-0");
  }
}
