package org.secindex.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntryChecksum;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.Location;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.ingest.Ingest;
import org.secindex.ingest.IngestOptions;
import org.secindex.ingest.Ingested;
import org.secindex.testkit.Catalogue;

class DatasetTest {
  @TempDir private Path directory;

  @Test
  void theSameSeedAsksForTheSameKeys() {
    Catalogue catalogue = Catalogue.of("lsst", 100_000);
    Queries some = Queries.of(catalogue, 1000, KeyChoice.usual(5));
    Queries more = Queries.of(catalogue, 2000, KeyChoice.usual(5));
    assertThat(some.keys(0, 1000)).isEqualTo(more.keys(0, 1000));
    assertThat(some.keys(0, 1000))
        .isNotEqualTo(Queries.of(catalogue, 1000, KeyChoice.usual(6)).keys(0, 1000));
  }

  @Test
  void everyClientWarmsUp() {
    Dataset dataset = new Dataset(Catalogue.of("stride:10", 1000), directory, KeyChoice.usual(1));
    LocalTarget target = new LocalTarget("memory", directory, "", Map.of());
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    try (SecondaryIndex index = Indexes.create("memory:warm-up", KeyDomain.SIGNED)) {
      Clients.warmUp(
          index,
          new Trial(
              target,
              "warm-up",
              dataset,
              new Task(Suite.RUN, 3, 1),
              1,
              Pace.ONCE,
              false,
              new Plans.Recorder()),
          (i, queries, position, end, answers) -> {
            threads.add(Thread.currentThread());
            return end;
          });
    }
    Indexes.drop("memory:warm-up");
    assertThat(threads).hasSize(3);
  }

  @Test
  void nineOfTenKeysAreThereAndTheyCoverTheWholeRange() {
    Catalogue catalogue = Catalogue.of("stride:10", 1_000_000);
    Queries queries = Queries.of(catalogue, 100_000, KeyChoice.usual(1));
    int hits = 0;
    int[] tenths = new int[10];
    for (int i = 0; i < queries.size(); i++) {
      assertThat(catalogue.contains(queries.key(i))).isEqualTo(queries.isHit(i));
      if (queries.isHit(i)) {
        hits++;
        tenths[(int) (queries.key(i) / 1_000_000)]++;
      }
    }
    assertThat(hits).isBetween(89_000, 91_000);
    for (int tenth : tenths) {
      assertThat(tenth).isBetween(8_500, 9_500);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "stride:10, 1",
    "stride:10, 1000",
    "stride:1, 1001",
    "lsst, 50000",
    "gaia, 1000",
    "uniform64, 999"
  })
  void changesAreHalfNewAndHalfExistingAndAllDifferent(String keys, int size) {
    Catalogue catalogue = Catalogue.of(keys, size);
    Changes changes = Changes.of(catalogue, 600);
    TreeMap<Long, Location> content = new TreeMap<>();
    forEach(catalogue.entries(), content::put);
    int[] existing = {0};
    forEach(
        changes.entries(),
        (key, location) -> {
          Location before = content.put(key, location);
          if (before != null) {
            existing[0]++;
            assertThat(location).isNotEqualTo(before);
          }
        });
    assertThat(changes.size()).isEqualTo(Math.min(size, 600));
    assertThat(existing[0]).isEqualTo((changes.size() + 1) / 2);
    EntryChecksum sum = new EntryChecksum();
    content.forEach((key, l) -> sum.add(key, l.chunkId(), l.subChunkId()));
    EntryChecksum after = changes.checksumAfter();
    assertThat(after.count()).isEqualTo(content.size());
    assertThat(after.value()).isEqualTo(sum.value());
  }

  private interface Visitor {
    void accept(long key, Location location);
  }

  private static void forEach(SortedEntries entries, Visitor visitor) {
    EntryBatch batch = new EntryBatch();
    while (entries.read(batch)) {
      for (int i = 0; i < batch.size(); i++) {
        visitor.accept(batch.keys[i], new Location(batch.chunkIds[i], batch.subChunkIds[i]));
      }
    }
  }

  @Test
  void filesThatCannotBeMadeAreNotTriedAgain() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    Dataset dataset =
        new Dataset(Catalogue.of("stride:10", 10), file.resolve("tsv"), KeyChoice.usual(1));
    assertThatThrownBy(dataset::files).isInstanceOf(IOException.class);
    Files.delete(file);
    assertThatThrownBy(dataset::files).isInstanceOf(IOException.class).hasMessageContaining("tsv");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void filesHoldTheCatalogue() throws IOException {
    Catalogue catalogue = Catalogue.of("uniform64", 1_100_000);
    TsvFiles files = TsvFiles.write(catalogue, directory);
    assertThat(files.paths()).hasSize(2);
    EntryChecksum expected = new EntryChecksum();
    EntryChecksum found = new EntryChecksum();
    EntryBatch batch = new EntryBatch();
    SortedEntries entries = catalogue.entries();
    while (entries.read(batch)) {
      expected.add(batch);
    }
    try (Ingested read = Ingest.read(files.paths(), IngestOptions.defaults(KeyDomain.SIGNED))) {
      SortedEntries sorted = read.entries();
      while (sorted.read(batch)) {
        found.add(batch);
      }
    }
    assertThat(found.count()).isEqualTo(1_100_000);
    assertThat(found.value()).isEqualTo(expected.value()).isEqualTo(files.checksum().value());
  }
}
