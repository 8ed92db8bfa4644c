package org.secindex.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.secindex.api.Access;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.Durability;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntryChecksum;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;
import org.secindex.api.OutcomeUnknownException;
import org.secindex.api.SortedEntries;
import org.secindex.api.Verification;
import org.secindex.file.SegmentedIndex.Handover;
import org.secindex.testkit.Catalogue;

/** Segments that were built elsewhere. */
class AdoptTest {
  private static final int ENTRIES = 60_000;
  private static final SegmentOptions OPTIONS =
      SegmentOptions.defaults(Duration.ZERO)
          .withSegmentSize(64 << 10)
          .withCompaction(SegmentOptions.Compacting.OFF);

  @TempDir Path directory;
  private final Catalogue catalogue = Catalogue.of("uniform64", ENTRIES);

  private LocalSegmentStore store() {
    return new LocalSegmentStore(directory.resolve("index"), Durability.RELAXED);
  }

  private SegmentedIndex create() {
    return SegmentIndexes.create(store(), "file", catalogue.domain(), OPTIONS);
  }

  private SegmentedIndex open() {
    return SegmentIndexes.open(store(), "file", Access.WRITE, OPTIONS);
  }

  private List<Path> built(String name, int from, int to) {
    return SegmentBuilder.build(catalogue.entries(from, to), directory.resolve(name), 64 << 10);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 40_000})
  void measuringGivesTheBytesThatAreBuilt(int entries) throws IOException {
    long bytes = 0;
    for (Path file : built("a", 0, entries)) {
      bytes += Files.size(file);
    }
    assertThat(SegmentBuilder.measure(catalogue.entries(0, entries), 64 << 10)).isEqualTo(bytes);
  }

  private static Verification content(SortedEntries entries) {
    EntryChecksum sum = new EntryChecksum();
    EntryBatch batch = new EntryBatch();
    while (entries.read(batch)) {
      sum.add(batch);
    }
    return new Verification(sum.count(), sum.value(), List.of());
  }

  private void assertOnlyWhatTheManifestNames() {
    Manifest manifest = new Manifests(store()).newest().orElseThrow();
    assertThat(store().list()).hasSize(manifest.segments().size() + 2);
  }

  @ParameterizedTest
  @EnumSource
  void partsBuiltApartMakeOneIndex(Handover handover) {
    List<Path> parts = new ArrayList<>();
    parts.addAll(built("b", 20_000, 40_000));
    parts.addAll(built("a", 0, 20_000));
    Collections.reverse(parts);
    assertThat(parts).hasSizeGreaterThan(4);
    try (SegmentedIndex index = create()) {
      List<Long> progress = new ArrayList<>();
      assertThat(index.adopt(parts, handover, progress::add)).isEqualTo(40_000);
      assertThat(progress).isSorted().last().isEqualTo(40_000L);
      assertThat(index.adopt(built("c", 40_000, ENTRIES), handover, entries -> {}))
          .isEqualTo(20_000);
      assertThat(index.statistics().details()).containsEntry("overlays", "0");
      assertThat(index.statistics().entries()).isEqualTo(ENTRIES);
    }
    try (SegmentedIndex index = open()) {
      assertThat(index.verify()).isEqualTo(content(catalogue.entries()));
      long key = catalogue.key(30_000);
      index.remove(new long[] {key});
      index.compact();
      assertThat(index.find(key)).isEmpty();
    }
    assertThat(parts).allMatch(part -> Files.exists(part) == (handover == Handover.COPY));
    assertOnlyWhatTheManifestNames();
  }

  @Test
  void anIndexGivesItsSegments() {
    try (SegmentedIndex other =
        SegmentIndexes.create(
            new LocalSegmentStore(directory.resolve("other"), Durability.RELAXED),
            "file",
            catalogue.domain(),
            OPTIONS)) {
      other.load(catalogue.entries());
    }
    List<Path> segments;
    try (LocalSegmentStore other =
        new LocalSegmentStore(directory.resolve("other"), Durability.RELAXED)) {
      segments =
          other.list().stream()
              .filter(SegmentFormat::isName)
              .map(name -> directory.resolve("other").resolve(name))
              .toList();
    }
    try (SegmentedIndex index = create()) {
      assertThat(index.adopt(segments, Handover.COPY, entries -> {})).isEqualTo(ENTRIES);
      assertThat(index.verify()).isEqualTo(content(catalogue.entries()));
    }
  }

  @Test
  void nothingIsAdoptedWhereNothingIsGiven() {
    assertThat(built("none", 5, 5)).isEmpty();
    try (SegmentedIndex index = create()) {
      assertThat(index.adopt(List.of(), Handover.COPY, entries -> {})).isZero();
      assertThat(index.statistics().details()).containsEntry("manifest", "1");
    }
  }

  @ParameterizedTest
  @EnumSource
  void rangesThatMeetAreRefused(Handover handover) {
    List<Path> first = built("a", 0, 1000);
    List<Path> overlapping = built("b", 999, 2000);
    List<Path> both = new ArrayList<>(overlapping);
    both.addAll(first);
    try (SegmentedIndex index = create()) {
      assertThatThrownBy(() -> index.adopt(both, handover, entries -> {}))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining(first.get(0).toString())
          .hasMessageContaining(overlapping.get(0).toString())
          .hasMessageContaining(".. " + catalogue.key(999))
          .hasMessageContaining("(" + catalogue.key(999));
      assertThat(index.statistics().entries()).isZero();
      assertThat(both).allMatch(Files::exists);
      assertThat(index.adopt(first, Handover.COPY, entries -> {})).isEqualTo(1000);
      assertThatThrownBy(() -> index.adopt(overlapping, handover, entries -> {}))
          .hasMessageContaining("index/segment-")
          .hasMessageContaining(overlapping.get(0).toString());
      assertThatThrownBy(() -> index.adopt(first, handover, entries -> {}))
          .hasMessageContaining("meet");
      // A removal far behind the base is a range, too.
      index.remove(new long[] {catalogue.key(50_000)});
      assertThatThrownBy(
              () -> index.adopt(built("c", 49_000, 51_000), Handover.COPY, entries -> {}))
          .hasMessageContaining("meet");
      assertThat(index.verify().entries()).isEqualTo(1000);
    }
    assertOnlyWhatTheManifestNames();
  }

  @Test
  void overlaysAreRefused() {
    try (SegmentedIndex other =
        SegmentIndexes.create(
            new LocalSegmentStore(directory.resolve("other"), Durability.RELAXED),
            "file",
            catalogue.domain(),
            OPTIONS)) {
      other.load(catalogue.entries(0, 10));
      other.remove(new long[] {catalogue.key(3)});
      other.update(catalogue.entries(20, 30));
      try (SegmentedIndex index = create()) {
        for (String name : new String[] {"segment-2-1", "segment-2-2"}) {
          Path overlay = directory.resolve("other").resolve(name);
          assertThatThrownBy(() -> index.adopt(List.of(overlay), Handover.MOVE, entries -> {}))
              .isInstanceOf(IndexException.class)
              .hasMessageContaining(overlay.toString())
              .hasMessageContaining("compact");
        }
      }
      assertThat(other.verify().problems()).isEmpty();
    }
  }

  @Test
  void anotherDomainIsRefused() {
    List<Path> signed = built("a", 0, 10);
    try (SegmentedIndex index =
        SegmentIndexes.create(store(), "file", KeyDomain.UNSIGNED, OPTIONS)) {
      assertThatThrownBy(() -> index.adopt(signed, Handover.COPY, entries -> {}))
          .isInstanceOf(IndexConfigException.class)
          .hasMessageContaining("SIGNED")
          .hasMessageContaining(signed.get(0).toString());
    }
  }

  @Test
  void whatIsNoSegmentIsRefused() throws IOException {
    Path letter = Files.writeString(directory.resolve("letter.txt"), "Dear Sir, ".repeat(50));
    try (SegmentedIndex index = create()) {
      assertThatThrownBy(() -> index.adopt(List.of(letter), Handover.MOVE, entries -> {}))
          .isInstanceOf(CorruptIndexException.class)
          .hasMessageContaining("letter.txt");
      Path missing = directory.resolve("missing");
      assertThatThrownBy(() -> index.adopt(List.of(missing), Handover.MOVE, entries -> {}))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("missing: no such file");
    }
    assertThat(letter).exists();
  }

  @ParameterizedTest
  @EnumSource
  void damageAnywhereIsFound(Handover handover) throws IOException {
    Path part = built("a", 0, 5000).get(0);
    byte[] content = Files.readAllBytes(part);
    try (SegmentedIndex index = create()) {
      for (int at = 0; at < content.length; at += 977) {
        byte[] damaged = content.clone();
        damaged[at] ^= 4;
        Files.write(part, damaged);
        assertThatThrownBy(() -> index.adopt(List.of(part), handover, entries -> {}))
            .as("byte %d", at)
            .isInstanceOf(IndexException.class);
        assertThat(part).exists();
      }
      Files.write(part, content);
      assertThat(index.adopt(List.of(part), handover, entries -> {})).isPositive();
    }
    assertOnlyWhatTheManifestNames();
  }

  @Test
  void anAdoptionThatFailsAtAnyStepAddsNothing() {
    for (int steps = 0; ; steps++) {
      FaultyStore faulty =
          new FaultyStore(
              new LocalSegmentStore(directory.resolve("f" + steps), Durability.RELAXED));
      List<Path> parts = built("parts" + steps, 0, 12_000);
      try (SegmentedIndex index =
          SegmentIndexes.create(faulty, "file", catalogue.domain(), OPTIONS)) {
        faulty.failAfter(steps);
        boolean adopted = true;
        try {
          index.adopt(parts, Handover.COPY, entries -> {});
        } catch (IndexException e) {
          adopted = false;
        }
        boolean failed = faulty.hasFailed();
        faulty.repair();
        assertThat(index.verify().entries()).isEqualTo(adopted ? 12_000 : 0);
        assertThat(index.verify().problems()).isEmpty();
        if (!adopted) {
          assertThat(index.adopt(parts, Handover.COPY, entries -> {})).isEqualTo(12_000);
        }
        if (!failed) {
          assertThat(steps).isGreaterThan(10);
          return;
        }
      }
    }
  }

  @Test
  void anUnknownOutcomeKeepsTheSources() {
    FaultyStore faulty = new FaultyStore(store());
    List<Path> parts = built("a", 0, 1000);
    try (SegmentedIndex index =
        SegmentIndexes.create(faulty, "file", catalogue.domain(), OPTIONS)) {
      faulty.loseAnswerOfPublish();
      assertThatThrownBy(() -> index.adopt(parts, Handover.MOVE, entries -> {}))
          .isInstanceOf(OutcomeUnknownException.class);
      assertThat(parts).allMatch(Files::exists);
      assertThatThrownBy(() -> index.adopt(parts, Handover.MOVE, entries -> {}))
          .as("it had happened")
          .hasMessageContaining("meet");
      assertThat(index.verify().entries()).isEqualTo(1000);
    }
  }

  @Test
  void anInterruptAddsNothing() {
    List<Path> parts = built("a", 0, 30_000);
    try (SegmentedIndex index = create()) {
      assertThatThrownBy(
              () ->
                  index.adopt(parts, Handover.MOVE, entries -> Thread.currentThread().interrupt()))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("interrupted");
      assertThat(Thread.interrupted()).isTrue();
      assertThat(index.verify().entries()).isZero();
    }
    assertThat(parts).allMatch(Files::exists);
    assertOnlyWhatTheManifestNames();
  }

  @Test
  void aBuilderThatFailsLeavesNoFile() {
    RuntimeException gone = new RuntimeException("the input is gone");
    SortedEntries input = catalogue.entries(0, 20_000);
    EntrySource failing =
        into -> {
          if (input.count() > 15_000) {
            throw gone;
          }
          return input.read(into);
        };
    Path part = directory.resolve("part");
    assertThatThrownBy(
            () ->
                SegmentBuilder.build(SortedEntries.of(catalogue.domain(), failing), part, 64 << 10))
        .isSameAs(gone);
    assertThat(part).isEmptyDirectory();
  }
}
