package org.secindex.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.secindex.rocksdb.TestIndexes.entries;
import static org.secindex.rocksdb.TestIndexes.everyTenth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Access;
import org.secindex.api.EntryCursor;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.api.Verification;

/** Updates and removals so large that they are ingested as table files. */
class LargeUpdateTest {
  private static final int MANY = WriteSizes.measured().ingestFrom() + 5;
  private static final int CHANGED = 7_000_000;

  @TempDir Path directory;
  private Path path = Path.of("");
  private SecondaryIndex index;

  @BeforeEach
  void load() {
    path = directory.resolve("i");
    index = TestIndexes.create(path, KeyDomain.SIGNED);
    index.load(everyTenth(MANY + 100));
  }

  @AfterEach
  void close() {
    index.close();
  }

  /** The keys 0, 10, 20, ..., of which the first {@code n} are elsewhere now. */
  private static SortedEntries moved(int n) {
    return SortedEntries.of(
        KeyDomain.SIGNED,
        LongStream.range(0, n).map(i -> i * 10).toArray(),
        LongStream.range(0, n).mapToInt(i -> CHANGED + (int) i).toArray(),
        new int[n]);
  }

  private static int chunk(SecondaryIndex index, long key) {
    return index.find(key).orElseThrow().chunkId();
  }

  private void assertSound(long entries) {
    Verification verification = index.verify();
    assertThat(verification.problems()).isEmpty();
    assertThat(verification.entries()).isEqualTo(entries);
    assertThat(path.resolve("loading")).doesNotExist();
  }

  @Test
  void replacesWhatWasLoadedAndWhatIsInTheLogAndIsReplacedByWhatFollows() {
    index.update(entries(KeyDomain.SIGNED, 5, 10, 15));
    try (EntryCursor before = index.scan(KeyRange.all());
        SecondaryIndex readerBefore = TestIndexes.open(path, Access.READ)) {
      assertThat(index.update(moved(MANY))).isEqualTo(MANY);
      index.update(entries(KeyDomain.SIGNED, 20));

      assertThat(chunk(index, 0)).isEqualTo(CHANGED);
      assertThat(chunk(index, 10)).isEqualTo(CHANGED + 1);
      assertThat(chunk(index, 20)).isZero();
      assertThat(chunk(index, 15)).isEqualTo(2);
      assertThat(chunk(index, 10L * (MANY - 1))).isEqualTo(CHANGED + MANY - 1);
      assertThat(chunk(index, 10L * MANY)).isEqualTo(MANY);

      assertThat(chunk(readerBefore, 10)).isEqualTo(1);
      long rows = 0;
      while (before.next()) {
        assertThat(before.chunkId()).isLessThan(CHANGED);
        rows++;
      }
      assertThat(rows).isEqualTo(MANY + 102);
    }
    assertSound(MANY + 102);
    index.close();
    index = TestIndexes.open(path, Access.WRITE);
    assertThat(chunk(index, 10)).isEqualTo(CHANGED + 1);
    assertThat(chunk(index, 20)).isZero();
    index.compact();
    assertThat(chunk(index, 20)).isZero();
    assertSound(MANY + 102);
  }

  @Test
  void removesWhatWasLoadedAndWhatIsInTheLogAndWhatFollowsIsThere() {
    index.update(entries(KeyDomain.SIGNED, 5, 10, 15));
    index.remove(LongStream.range(0, MANY).map(i -> 10 * (MANY - 1 - i)).toArray());
    index.update(entries(KeyDomain.SIGNED, 20));

    assertThat(index.find(10)).isEmpty();
    assertThat(index.findAll(new long[] {0, 5, 10, 15, 20, 30, 10L * MANY}).missing())
        .containsExactly(0, 10, 30);
    assertSound(100 + 2 + 1);
    index.compact();
    assertSound(100 + 2 + 1);
    index.close();
    index = TestIndexes.open(path, Access.READ);
    assertThat(index.find(10)).isEmpty();
    assertThat(index.find(20)).isPresent();
    assertSound(100 + 2 + 1);
  }

  @Test
  void aSourceThatFailsLateLeavesEverythingAsItWas() {
    IllegalStateException lost = new IllegalStateException("input lost");
    SortedEntries entries = moved(MANY);
    assertThatThrownBy(
            () ->
                index.update(
                    SortedEntries.of(
                        KeyDomain.SIGNED,
                        batch -> {
                          if (!entries.read(batch)) {
                            throw lost;
                          }
                          return true;
                        })))
        .isSameAs(lost);
    assertThat(chunk(index, 0)).isZero();
    assertThat(index.statistics().entriesExact()).isTrue();
    assertSound(MANY + 100);
  }

  @Test
  void filesOfAKilledUpdateAreGoneOnceAWriterHasOpened() throws IOException {
    index.close();
    Files.createDirectory(path.resolve("loading"));
    Files.writeString(path.resolve("loading/000000.sst"), "half a file");
    TestIndexes.open(path, Access.READ).close();
    assertThat(path.resolve("loading")).exists();
    index = TestIndexes.open(path, Access.WRITE);
    assertThat(path.resolve("loading")).doesNotExist();
  }

  @Test
  void manySmallFilesByManyThreadsAreOneUpdate() {
    index.close();
    RocksDbIndexProvider provider = new RocksDbIndexProvider();
    Path place = directory.resolve("small");
    provider.create(place, KeyDomain.SIGNED, RocksDbOptions.defaults()).close();
    IndexDirectory small = new IndexDirectory("rocksdb:" + place, place);
    try (Database database = Database.open(small, Access.WRITE, RocksDbOptions.defaults());
        TableFiles files =
            new TableFiles(database, TableFile.Content.ENTRIES, new WriteSizes(1, 10_000, 3))) {
      assertThat(files.write(everyTenth(MANY))).isEqualTo(MANY);
      assertThat(files.paths()).hasSize((MANY + 12_287) / 12_288);
      assertThat(files.paths()).allSatisfy(file -> assertThat(Path.of(file)).isNotEmptyFile());
    }
    index = TestIndexes.open(place, Access.WRITE);
    assertThat(place.resolve("loading")).doesNotExist();
  }
}
