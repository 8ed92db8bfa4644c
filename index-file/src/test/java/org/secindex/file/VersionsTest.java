package org.secindex.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.secindex.api.Access;
import org.secindex.api.Durability;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.KeyDomain;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.api.TransientIndexException;

/** What becomes of files when writing ends in an unusual way. */
class VersionsTest {
  private static final int ENTRIES = 100_000;
  private static final SegmentOptions AUTO =
      SegmentOptions.defaults(Duration.ZERO).withSegmentSize(64 << 10);
  private static final SegmentOptions OFF = AUTO.withCompaction(SegmentOptions.Compacting.OFF);

  @TempDir Path parent;

  private LocalSegmentStore store() {
    return new LocalSegmentStore(parent.resolve("i"), Durability.RELAXED);
  }

  private static SortedEntries entries(int chunk, int count) {
    long[] keys = new long[count];
    int[] chunks = new int[count];
    Arrays.setAll(keys, i -> i);
    Arrays.fill(chunks, chunk);
    return SortedEntries.of(KeyDomain.SIGNED, keys, chunks, new int[count]);
  }

  /** A base, and an overlay of all its keys, which the background would merge. */
  private void makeIndex() {
    try (SecondaryIndex index = SegmentIndexes.create(store(), "file", KeyDomain.SIGNED, OFF)) {
      index.load(entries(1, ENTRIES));
      index.update(entries(2, ENTRIES));
    }
  }

  private static void assertSound(SecondaryIndex index, int chunk) {
    assertThat(index.verify().problems()).isEmpty();
    assertThat(index.verify().entries()).isEqualTo(ENTRIES);
    assertThat(index.find(77).orElseThrow().chunkId()).isEqualTo(chunk);
  }

  private void assertSoundForOthers(int chunk) {
    try (SecondaryIndex reader = SegmentIndexes.open(store(), "file", Access.READ, OFF)) {
      assertSound(reader, chunk);
    }
    try (SecondaryIndex writer = SegmentIndexes.open(store(), "file", Access.WRITE, OFF)) {
      assertSound(writer, chunk);
    }
  }

  private static Stream<Throwable> failures() {
    return Stream.of(
        new IndexException("the answer to the rename was an error"),
        new IllegalStateException("a bug of the store"),
        new OutOfMemoryError("no memory for the answer"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void filesOfAVersionThatHasAppearedStayWhateverIsThrownAfterwards(Throwable failure) {
    makeIndex();
    FaultyStore faulty = new FaultyStore(store());
    try (SecondaryIndex index = SegmentIndexes.open(faulty, "file", Access.WRITE, OFF)) {
      faulty.failAfterPublish(failure);
      assertThatThrownBy(() -> index.update(entries(3, ENTRIES))).isSameAs(failure);
      assertSound(index, 3);
      faulty.failAfterPublish(failure);
      assertThatThrownBy(index::compact).isSameAs(failure);
      assertSound(index, 3);
      assertThat(index.statistics().details()).containsEntry("overlays", "0");
    }
    assertSoundForOthers(3);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void theSameInTheBackground(Throwable failure) {
    makeIndex();
    FaultyStore faulty = new FaultyStore(store());
    faulty.failAfterPublish(failure);
    try (SecondaryIndex index = SegmentIndexes.open(faulty, "file", Access.WRITE, AUTO)) {
      await()
          .until(
              () ->
                  String.valueOf(index.statistics().details().get("compacting"))
                      .contains(String.valueOf(failure.getMessage())));
      assertSound(index, 2);
      assertSoundForReaders();
      index.update(entries(3, ENTRIES));
      assertSound(index, 3);
    }
    assertSoundForOthers(3);
  }

  private void assertSoundForReaders() {
    try (SecondaryIndex reader = SegmentIndexes.open(store(), "file", Access.READ, OFF)) {
      assertSound(reader, 2);
    }
  }

  @Test
  void aFileThatIsBegunWhileUselessOnesAreDeletedStays() {
    SegmentIndexes.create(store(), "file", KeyDomain.SIGNED, OFF).close();
    FaultyStore faulty = new FaultyStore(store());
    try (WriterLock lock = faulty.lock()) {
      Manifest manifest = new Manifests(faulty).newest().orElseThrow();
      Present present = new Present(faulty.address(), View.open(faulty, manifest));
      Versions versions =
          new Versions(faulty, present, lock, Duration.ZERO, InstantSource.system());
      versions.settle();
      try (LayerWriter background =
          new LayerWriter(
              faulty,
              KeyDomain.SIGNED,
              64 << 10,
              versions.names(),
              false,
              Scratch.allocate(SegmentWriter.BUFFER))) {
        faulty.beforeList(() -> background.addTombstone(7));
        versions.commit(IndexState.READY, List.of(List.of()));
        assertThat(faulty.list()).filteredOn(SegmentFormat::isName).hasSize(1);
      }
      present.get().release();
    }
  }

  @Test
  void anOpeningThatFailsBeginsNothingInTheBackground() throws IOException {
    makeIndex();
    Files.createFile(parent.resolve("i/segment-99-0"));
    FaultyStore faulty = new FaultyStore(store());
    faulty.refuse(EnumSet.of(FaultyStore.Step.DELETE), 0, true);
    assertThatThrownBy(() -> SegmentIndexes.open(faulty, "file", Access.WRITE, AUTO))
        .isInstanceOf(IndexException.class);
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("secindex-compaction"));
    assertSoundForOthers(2);
  }

  @Test
  void aWriterWhoseDirectoryWasReplacedLeavesTheNewIndexAlone() throws IOException {
    makeIndex();
    try (SecondaryIndex forgotten = SegmentIndexes.open(store(), "file", Access.WRITE, OFF)) {
      for (Path file : TamperedFiles.files(parent.resolve("i"))) {
        Files.delete(file);
      }
      // As another process may lock it: that of this one is still held.
      Files.createFile(parent.resolve("i/lock"));
      Files.write(
          parent.resolve("i/manifest-1"),
          Manifest.empty(1, KeyDomain.SIGNED, IndexState.READY).encode());
      assertThatThrownBy(() -> forgotten.update(entries(3, 10)))
          .isInstanceOf(TransientIndexException.class)
          .hasMessageContaining("open the index again");
    }
    assertThat(store().list()).containsExactlyInAnyOrder("lock", "manifest-1");
  }

  @Test
  void aVersionThatHasVanishedIsNotTakenForAnOlderOne() throws IOException {
    makeIndex();
    Manifest manifest = new Manifests(store()).newest().orElseThrow();
    FaultyStore faulty = new FaultyStore(store());
    try (SecondaryIndex index = SegmentIndexes.open(faulty, "file", Access.WRITE, OFF)) {
      Path present = parent.resolve("i").resolve(manifest.name());
      Path away = Files.move(present, parent.resolve("away"));
      Files.write(
          parent.resolve("i/manifest-1"),
          Manifest.empty(1, KeyDomain.SIGNED, IndexState.READY).encode());
      faulty.refuse(EnumSet.of(FaultyStore.Step.CREATE), 0, false);
      assertThatThrownBy(() -> index.update(entries(3, 10))).hasMessageContaining("No space left");
      assertThatThrownBy(() -> index.update(entries(3, 10)))
          .hasMessageContaining(present + ": has vanished");
      Files.move(away, present);
      index.update(entries(3, ENTRIES));
      assertSound(index, 3);
    }
    assertSoundForOthers(3);
  }
}
