package org.secindex.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.api.Access;
import org.secindex.api.Durability;
import org.secindex.api.EntryChecksum;
import org.secindex.api.EntryCursor;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.OutcomeUnknownException;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.api.Verification;

class WriterTest {
  private static final SegmentOptions SEGMENT =
      SegmentOptions.defaults(Duration.ZERO)
          .withSegmentSize(16 << 10)
          .withCompaction(SegmentOptions.Compacting.OFF);

  @TempDir Path parent;

  private LocalSegmentStore store(String name) {
    return new LocalSegmentStore(parent.resolve(name), Durability.RELAXED);
  }

  private static SortedEntries entries(int generation, long first, int count) {
    long[] keys = new long[count];
    int[] chunks = new int[count];
    int[] subChunks = new int[count];
    Arrays.setAll(keys, i -> (first + i) * 1_000_003L);
    // Wide enough for several segments.
    Arrays.setAll(subChunks, i -> i * 7919 & 0xffff);
    Arrays.fill(chunks, generation);
    return SortedEntries.of(KeyDomain.SIGNED, keys, chunks, subChunks);
  }

  private static long checksum(SortedEntries entries) {
    EntryChecksum sum = new EntryChecksum();
    try (EntryCursor rows = new EntryCursor(KeyDomain.SIGNED, entries)) {
      while (rows.next()) {
        sum.add(rows.key(), rows.chunkId(), rows.subChunkId());
      }
    }
    return sum.value();
  }

  @Test
  void aLoadThatFailsAtAnyStepLeavesAnIndexThatCanBeLoaded() {
    long complete = checksum(entries(1, 0, 20_000));
    for (int steps = 0; ; steps++) {
      SegmentIndexes.create(store("load" + steps), "file", KeyDomain.SIGNED, SEGMENT).close();
      FaultyStore faulty = new FaultyStore(store("load" + steps));
      try (SecondaryIndex index = SegmentIndexes.open(faulty, "file", Access.WRITE, SEGMENT)) {
        faulty.failAfter(steps);
        boolean loaded = loads(index);
        boolean failed = faulty.hasFailed();
        faulty.failAfter(Integer.MAX_VALUE);
        if (!failed) {
          assertThat(steps).as("steps of a load").isGreaterThan(10);
          return;
        }
        if (!loaded) {
          assertThat(index.load(entries(1, 0, 20_000))).isEqualTo(20_000);
        }
        assertThat(index.verify()).isEqualTo(verification(20_000, complete));
      }
      assertOnlyWhatTheManifestNames("load" + steps);
    }
  }

  private static boolean loads(SecondaryIndex index) {
    try {
      index.load(entries(1, 0, 20_000));
      return true;
    } catch (IndexException e) {
      assertThat(e).hasMessageContaining("No space left");
      return false;
    }
  }

  private static Verification verification(long count, long sum) {
    return new Verification(count, sum, java.util.List.of());
  }

  /** Opening removes leftovers; here there must be none but those of the last, failed step. */
  private void assertOnlyWhatTheManifestNames(String name) {
    SegmentIndexes.open(store(name), "file", Access.WRITE, SEGMENT).close();
    Manifest manifest = new Manifests(store(name)).newest().orElseThrow();
    assertThat(store(name).list()).hasSize(manifest.segments().size() + 2);
  }

  @Test
  void anUpdateThatFailsAtAnyStepLeavesTheOldContentOrTheNew() {
    long old = checksum(entries(1, 0, 5_000));
    long complete = checksum(entries(2, 0, 5_000));
    String name = "update";
    try (SecondaryIndex index =
        SegmentIndexes.create(store(name), "file", KeyDomain.SIGNED, SEGMENT)) {
      index.load(entries(1, 0, 5_000));
    }
    for (int steps = 0; ; steps++) {
      FaultyStore faulty = new FaultyStore(store(name));
      boolean failed;
      try (SecondaryIndex index = SegmentIndexes.open(faulty, "file", Access.WRITE, SEGMENT)) {
        faulty.failAfter(steps);
        long expected = complete;
        try {
          index.update(entries(2, 0, 5_000));
        } catch (IndexException e) {
          expected = old;
        }
        failed = faulty.hasFailed();
        faulty.failAfter(Integer.MAX_VALUE);
        assertThat(index.verify()).isEqualTo(verification(5_000, expected));
        try (SecondaryIndex reader =
            SegmentIndexes.open(store(name), "file", Access.READ, SEGMENT)) {
          assertThat(reader.verify()).isEqualTo(verification(5_000, expected));
        }
        index.update(entries(2, 0, 5_000));
        assertThat(index.verify()).isEqualTo(verification(5_000, complete));
        index.update(entries(1, 0, 5_000));
      }
      if (!failed) {
        assertThat(steps).as("steps of an update").isGreaterThan(5);
        return;
      }
    }
  }

  @Test
  void anUpdateOfUnknownOutcomeIsSettledByRunningItAgain() {
    FaultyStore faulty = new FaultyStore(store("unknown"));
    try (SecondaryIndex index = SegmentIndexes.create(faulty, "file", KeyDomain.SIGNED, SEGMENT)) {
      index.load(entries(1, 0, 100));
      faulty.loseAnswerOfPublish();
      assertThatThrownBy(() -> index.update(entries(2, 0, 50)))
          .isInstanceOf(OutcomeUnknownException.class);
      // It did happen, and whoever opens the index now sees it.
      try (SecondaryIndex reader =
          SegmentIndexes.open(store("unknown"), "file", Access.READ, SEGMENT)) {
        assertThat(reader.find(0).orElseThrow().chunkId()).isEqualTo(2);
      }
      index.update(entries(2, 0, 50));
      index.update(entries(3, 0, 1));
      assertThat(index.find(0).orElseThrow().chunkId()).isEqualTo(3);
      assertThat(index.find(1_000_003L).orElseThrow().chunkId()).isEqualTo(2);
      assertThat(index.verify().entries()).isEqualTo(100);
    }
    assertOnlyWhatTheManifestNames("unknown");
  }

  @Test
  void aLoadOfUnknownOutcomeIsNotUndone() {
    FaultyStore faulty = new FaultyStore(store("unknown"));
    try (SecondaryIndex index = SegmentIndexes.create(faulty, "file", KeyDomain.SIGNED, SEGMENT)) {
      SortedEntries input = entries(1, 0, 100);
      EntrySource source =
          into -> {
            faulty.loseAnswerOfPublish();
            return input.read(into);
          };
      assertThatThrownBy(() -> index.load(SortedEntries.of(KeyDomain.SIGNED, source)))
          .isInstanceOf(OutcomeUnknownException.class);
      assertThatThrownBy(() -> index.load(entries(1, 0, 100)))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("not empty");
      assertThat(index.verify().entries()).isEqualTo(100);
    }
  }

  /** As when the source is cancelled: an interrupt ends what a thread writes to a file. */
  @Test
  void aLoadThatIsInterruptedLeavesAnEmptyIndex() {
    try (SecondaryIndex index =
        SegmentIndexes.create(store("interrupt"), "file", KeyDomain.SIGNED, SEGMENT)) {
      SortedEntries input = entries(1, 0, 20_000);
      EntrySource interrupting =
          into -> {
            Thread.currentThread().interrupt();
            return input.read(into);
          };
      assertThatThrownBy(() -> index.load(SortedEntries.of(KeyDomain.SIGNED, interrupting)))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("interrupted");
      assertThat(Thread.interrupted()).as("interrupt is kept for the caller").isTrue();
      assertThat(index.find(0)).isEmpty();
      assertThat(SegmentIndexes.state(store("interrupt"))).isEqualTo(IndexState.READY);
    }
    assertOnlyWhatTheManifestNames("interrupt");
  }

  @Test
  void anErrorOfTheSourceLeavesAnEmptyIndex() {
    try (SecondaryIndex index =
        SegmentIndexes.create(store("error"), "file", KeyDomain.SIGNED, SEGMENT)) {
      AssertionError failure = new AssertionError("a bug of the source");
      EntrySource failing =
          into -> {
            throw failure;
          };
      assertThatThrownBy(() -> index.load(SortedEntries.of(KeyDomain.SIGNED, failing)))
          .isSameAs(failure);
      assertThat(index.find(0)).isEmpty();
    }
  }

  @Test
  void whatIsPublishedStaysThoughAnOldFileCannotBeClosed() {
    FaultyStore faulty = new FaultyStore(store("close"));
    try (SecondaryIndex index = SegmentIndexes.create(faulty, "file", KeyDomain.SIGNED, SEGMENT)) {
      index.load(entries(1, 0, 1000));
      for (int i = 0; i < 8; i++) {
        index.update(entries(2 + i, 0, 10));
      }
      // This one merges the overlays, and so ends the use of their files.
      faulty.failClosingAfterPublish();
      index.update(entries(20, 0, 10));
      assertThat(index.find(0).orElseThrow().chunkId()).isEqualTo(20);
      assertThat(index.verify().problems()).isEmpty();
    }
    try (SecondaryIndex next = SegmentIndexes.open(store("close"), "file", Access.WRITE, SEGMENT)) {
      assertThat(next.find(0).orElseThrow().chunkId()).isEqualTo(20);
      assertThat(next.verify().entries()).isEqualTo(1000);
    }
  }

  @Test
  void anInterruptedReaderGetsItsAnswerAndDoesNotDisturbOthers() {
    try (SecondaryIndex index =
        SegmentIndexes.create(store("interrupt"), "file", KeyDomain.SIGNED, SEGMENT)) {
      index.load(entries(1, 0, 1000));
      Thread.currentThread().interrupt();
      assertThat(index.find(0)).isPresent();
      assertThat(Thread.interrupted()).as("interrupt is kept for the caller").isTrue();
      assertThat(index.findAll(new long[] {0, 1_000_003L}).foundCount()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anInterruptedReaderReadsOnThoughItsFilesHaveBeenReplaced(ReadMode mode) {
    FileIndexProvider provider = new FileIndexProvider();
    FileOptions options = new FileOptions(Durability.RELAXED, SEGMENT, mode);
    Path place = parent.resolve("replaced");
    try (SecondaryIndex index = provider.create(place, KeyDomain.SIGNED, options)) {
      index.load(entries(1, 0, 1000));
      try (SecondaryIndex reader = provider.open(place, Access.READ, options)) {
        index.update(entries(2, 0, 1000));
        index.compact();
        Thread.currentThread().interrupt();
        assertThat(reader.find(0).orElseThrow().chunkId()).isEqualTo(1);
        assertThat(reader.findAll(new long[] {0, 1_000_003L}).foundCount()).isEqualTo(2);
        assertThat(checksum(reader)).isEqualTo(checksum(entries(1, 0, 1000)));
        assertThat(Thread.interrupted()).as("interrupt is kept for the caller").isTrue();
        assertThat(reader.find(0)).isPresent();
      }
    }
  }

  private static long checksum(SecondaryIndex index) {
    try (EntryCursor rows = index.scan(KeyRange.all())) {
      return checksum(SortedEntries.of(KeyDomain.SIGNED, rows));
    }
  }

  @Test
  void overlaysAreMergedBeforeTheyAreTooMany() {
    try (SecondaryIndex index =
        SegmentIndexes.create(store("many"), "file", KeyDomain.SIGNED, SEGMENT)) {
      index.load(entries(1, 0, 1000));
      for (int i = 0; i < 60; i++) {
        index.update(entries(2 + i, 10L * i, 1 + i % 17));
        index.remove(new long[] {(10L * i + 3) * 1_000_003L});
        int overlays =
            Integer.parseInt(String.valueOf(index.statistics().details().get("overlays")));
        assertThat(overlays).isLessThanOrEqualTo(8);
      }
      for (int i = 0; i < 60; i++) {
        assertThat(index.find(10L * i * 1_000_003L).orElseThrow().chunkId()).isEqualTo(2 + i);
        assertThat(index.find((10L * i + 3) * 1_000_003L)).isEmpty();
      }
      assertThat(index.verify().entries()).isEqualTo(940);
    }
  }

  @Test
  void aCursorKeepsWhatItOpenedWhileTheIndexIsRewritten() {
    try (SecondaryIndex index =
        SegmentIndexes.create(store("cursor"), "file", KeyDomain.SIGNED, SEGMENT)) {
      index.load(entries(1, 0, 50_000));
      index.update(entries(2, 0, 50_000));
      try (EntryCursor rows = index.scan(KeyRange.all())) {
        assertThat(rows.next()).isTrue();
        for (int i = 3; i < 20; i++) {
          index.update(entries(i, 0, 1000));
        }
        int n = 1;
        while (rows.next()) {
          assertThat(rows.chunkId()).isEqualTo(2);
          n++;
        }
        assertThat(n).isEqualTo(50_000);
      }
      assertThat(index.find(0).orElseThrow().chunkId()).isEqualTo(19);
    }
  }

  @Test
  void readersOpenWhileAWriterPublishesAndDeletes() throws Exception {
    SecondaryIndex writer = SegmentIndexes.create(store("race"), "file", KeyDomain.SIGNED, SEGMENT);
    writer.load(entries(1, 0, 100));
    AtomicBoolean stop = new AtomicBoolean();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    Future<Integer> opened =
        thread.submit(
            () -> {
              int n = 0;
              do {
                try (SecondaryIndex reader =
                    SegmentIndexes.open(store("race"), "file", Access.READ, SEGMENT)) {
                  assertThat(reader.find(0)).isPresent();
                  n++;
                }
              } while (!stop.get());
              return n;
            });
    for (int i = 0; i < 300; i++) {
      writer.update(entries(i, 0, 3));
    }
    stop.set(true);
    assertThat(opened.get()).isPositive();
    thread.shutdown();
    writer.close();
  }

  @Test
  void aWriterWhoseDirectoryIsGoneSaysSo() throws Exception {
    SecondaryIndex index = SegmentIndexes.create(store("gone"), "file", KeyDomain.SIGNED, SEGMENT);
    for (Path file : TamperedFiles.files(parent.resolve("gone"))) {
      Files.delete(file);
    }
    assertThatThrownBy(() -> index.update(entries(1, 0, 3)))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("lost");
    index.close();
    assertThat(SegmentIndexes.state(store("gone"))).isEqualTo(IndexState.ABSENT);
  }
}
