package org.secindex.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Access;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.IndexException;
import org.secindex.api.IndexFormatTooNewException;
import org.secindex.api.IndexState;
import org.secindex.api.KeyDomain;
import org.secindex.api.Location;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.api.Verification;

/** Files that were flipped, cut, lost or put there by somebody else. */
class DamageTest {
  private static final int ENTRIES = 1000;
  private static final FileOptions OPTIONS = FileOptions.defaults();

  @TempDir Path parent;
  private Path directory;
  private final FileIndexProvider provider = new FileIndexProvider();

  /** A base of two blocks, and an overlay that replaces key 0 and removes key 7. */
  @BeforeEach
  void makeIndex() {
    directory = parent.resolve("index");
    try (SecondaryIndex index = provider.create(directory, KeyDomain.SIGNED, OPTIONS)) {
      long[] keys = new long[ENTRIES];
      int[] chunks = new int[ENTRIES];
      Arrays.setAll(keys, i -> i * 7L);
      Arrays.setAll(chunks, i -> 1000 + i / 100);
      index.load(SortedEntries.of(KeyDomain.SIGNED, keys, chunks, new int[ENTRIES]));
      index.update(
          SortedEntries.of(KeyDomain.SIGNED, new long[] {0}, new int[] {5}, new int[] {6}));
      index.remove(new long[] {7});
    }
  }

  private static Optional<Location> expected(long key) {
    if (key == 0) {
      return Optional.of(new Location(5, 6));
    }
    boolean there = key % 7 == 0 && key != 7;
    return there ? Optional.of(new Location(1000 + (int) (key / 700), 0)) : Optional.empty();
  }

  private SecondaryIndex open() {
    return provider.open(directory, Access.READ, OPTIONS);
  }

  @Test
  void anyFlippedBitIsReportedWithItsFile() {
    int flipped = 0;
    for (Path file : TamperedFiles.files(directory)) {
      byte[] content = TamperedFiles.read(file);
      for (int bit = 0; bit < 8 * content.length; bit++) {
        content[bit / 8] ^= (byte) (1 << (bit % 8));
        TamperedFiles.write(file, content);
        assertReported(file, "bit " + bit + " of " + file);
        content[bit / 8] ^= (byte) (1 << (bit % 8));
        flipped++;
      }
      TamperedFiles.write(file, content);
    }
    assertThat(flipped).isGreaterThan(8 * 500);
    try (SecondaryIndex whole = open()) {
      assertThat(whole.verify().problems()).isEmpty();
    }
  }

  private void assertReported(Path file, String what) {
    try (SecondaryIndex index = open()) {
      for (long key = 0; key < 7 * ENTRIES; key += 7 * 50) {
        assertRightOrCorrupt(index, key, what);
      }
      Verification found = index.verify();
      assertThat(found.problems()).as(what).isNotEmpty();
      assertThat(found.problems()).as(what).allSatisfy(p -> assertThat(p).startsWith(file + ":"));
    } catch (CorruptIndexException e) {
      assertThat(e).as(what).hasMessageStartingWith(file + ":");
    }
  }

  private static void assertRightOrCorrupt(SecondaryIndex index, long key, String what) {
    try {
      assertThat(index.find(key)).as(what).isEqualTo(expected(key));
    } catch (CorruptIndexException e) {
      assertThat(e).as(what).hasMessageContaining("checksum");
    }
  }

  @Test
  void anyCutIsReportedWithItsFile() {
    for (Path file : TamperedFiles.files(directory)) {
      byte[] content = TamperedFiles.read(file);
      for (int length = 0; length < content.length; length++) {
        TamperedFiles.write(file, Arrays.copyOf(content, length));
        assertThatThrownBy(this::open)
            .isInstanceOf(CorruptIndexException.class)
            .hasMessageContaining(file.toString());
      }
      TamperedFiles.write(file, content);
    }
  }

  @Test
  void aCutBelowAnOpenIndexIsReported() throws IOException {
    Path segment = directory.resolve("segment-2-0");
    byte[] content = TamperedFiles.read(segment);
    try (SecondaryIndex index = open()) {
      TamperedFiles.write(segment, Arrays.copyOf(content, 30));
      assertThatThrownBy(() -> index.find(7 * 299))
          .isInstanceOf(CorruptIndexException.class)
          .hasMessageContaining("segment-2-0:");
      assertThatThrownBy(() -> index.findAll(new long[] {7 * 299, 7 * 2}))
          .isInstanceOf(CorruptIndexException.class);
      assertThat(index.verify().problems()).isNotEmpty();
      Files.delete(segment);
      assertThat(index.verify().problems()).anySatisfy(p -> assertThat(p).contains("missing"));
    }
  }

  @Test
  void aMissingSegmentIsReported() throws IOException {
    Files.delete(directory.resolve("segment-2-0"));
    assertThatThrownBy(this::open)
        .isInstanceOf(CorruptIndexException.class)
        .hasMessageContaining("segment-2-0: missing");
  }

  @Test
  void anotherIndexesSegmentIsReported() throws IOException {
    Path other = parent.resolve("other");
    try (SecondaryIndex index = provider.create(other, KeyDomain.SIGNED, OPTIONS)) {
      index.load(SortedEntries.of(KeyDomain.SIGNED, new long[] {1}, new int[1], new int[1]));
    }
    Files.delete(directory.resolve("segment-2-0"));
    Files.copy(other.resolve("segment-2-0"), directory.resolve("segment-2-0"));
    assertThatThrownBy(this::open)
        .isInstanceOf(CorruptIndexException.class)
        .hasMessageContaining("the manifest says");
  }

  @Test
  void aDamagedManifestIsNotReplacedByAnOlderOne() throws IOException {
    Path manifest = TamperedFiles.file(directory, "manifest-");
    Files.copy(manifest, directory.resolve("manifest-2"));
    byte[] content = TamperedFiles.read(manifest);
    content[content.length - 1] ^= 1;
    TamperedFiles.write(manifest, content);
    assertThatThrownBy(this::open).isInstanceOf(CorruptIndexException.class);
    assertThatThrownBy(() -> provider.open(directory, Access.WRITE, OPTIONS))
        .isInstanceOf(CorruptIndexException.class);
  }

  @Test
  void aManifestUnderAnotherNumberIsReported() throws IOException {
    Path manifest = TamperedFiles.file(directory, "manifest-");
    Files.move(manifest, directory.resolve("manifest-99"));
    assertThatThrownBy(this::open)
        .isInstanceOf(CorruptIndexException.class)
        .hasMessageContaining("manifest-99:20");
  }

  @Test
  void aDamagedOrNewerIndexCanBeDropped() {
    TamperedFiles.makeManifestNewer(directory);
    assertThatThrownBy(this::open).isInstanceOf(IndexFormatTooNewException.class);
    Path manifest = TamperedFiles.file(directory, "manifest-");
    TamperedFiles.write(manifest, Arrays.copyOf(TamperedFiles.read(manifest), 15));
    dropIt();
    assertThat(directory).doesNotExist();
  }

  private void dropIt() {
    try (LocalSegmentStore store = new LocalSegmentStore(directory, OPTIONS.durability())) {
      SegmentIndexes.drop(store);
    }
  }

  private IndexState state(Path place) {
    try (LocalSegmentStore store = new LocalSegmentStore(place, OPTIONS.durability())) {
      return SegmentIndexes.state(store);
    }
  }

  @Test
  void whatIsNotOursStays() throws IOException {
    Path theirs = Files.writeString(directory.resolve("segment-of-mine"), "hello");
    dropIt();
    assertThat(TamperedFiles.files(directory)).containsExactly(theirs);
    assertThatThrownBy(() -> state(directory)).isInstanceOf(CorruptIndexException.class);
    assertThatThrownBy(() -> provider.create(directory, KeyDomain.SIGNED, OPTIONS))
        .isInstanceOf(CorruptIndexException.class)
        .hasMessageContaining("segment-of-mine");
    assertThatThrownBy(this::dropIt).isInstanceOf(CorruptIndexException.class);
    assertThat(TamperedFiles.files(directory)).containsExactly(theirs);
    assertThatThrownBy(() -> state(theirs))
        .isInstanceOf(CorruptIndexException.class)
        .hasMessageContaining("no directory");
  }

  @Test
  void aFileThatOnlyHasTheNameOfAManifestIsLeftAlone() throws IOException {
    Path place = Files.createDirectory(parent.resolve("place"));
    Path theirs = Files.writeString(place.resolve("manifest-1"), "goods: 12 crates of oranges");
    try (LocalSegmentStore store = new LocalSegmentStore(place, OPTIONS.durability())) {
      assertThatThrownBy(() -> SegmentIndexes.drop(store))
          .isInstanceOf(CorruptIndexException.class)
          .hasMessageContaining("bad magic");
    }
    assertThat(theirs).exists();
  }

  @Test
  void anEmptyDirectoryHoldsNoIndexAndCanBeUsed() throws IOException {
    Path empty = Files.createDirectory(parent.resolve("empty"));
    assertThat(state(empty)).isEqualTo(IndexState.ABSENT);
    assertThatThrownBy(() -> provider.open(empty, Access.WRITE, OPTIONS))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("no index at");
    try (LocalSegmentStore store = new LocalSegmentStore(empty, OPTIONS.durability())) {
      SegmentIndexes.drop(store);
    }
    assertThat(TamperedFiles.files(empty)).as("somebody's directory").isEmpty();
    provider.create(empty, KeyDomain.SIGNED, OPTIONS).close();
    assertThat(state(empty)).isEqualTo(IndexState.READY);
  }

  @Test
  void aKilledWritersLeftoversAreRemovedByTheNextWriter() throws IOException {
    List<Path> before = TamperedFiles.files(directory);
    Files.writeString(directory.resolve("segment-77-0"), "half a segm");
    Files.copy(TamperedFiles.file(directory, "manifest-"), directory.resolve("manifest-1"));
    try (SecondaryIndex reader = open()) {
      assertThat(reader.find(0)).isEqualTo(expected(0));
    }
    assertThat(directory.resolve("segment-77-0")).exists();
    provider.open(directory, Access.WRITE, OPTIONS).close();
    assertThat(TamperedFiles.files(directory)).isEqualTo(before);
  }
}
