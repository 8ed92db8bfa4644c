package org.secindex.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Access;
import org.secindex.api.Durability;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntryChecksum;
import org.secindex.api.EntryCursor;
import org.secindex.api.EntrySource;
import org.secindex.api.KeyRange;
import org.secindex.api.Location;
import org.secindex.api.Lookup;
import org.secindex.api.LookupBuilder;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.testkit.Catalogue;

/** Segments of several megabytes, so that scans and batches take more than one read. */
class LargeIndexTest {
  private static final int ENTRIES = 300_000;
  private static final FileOptions OPTIONS =
      new FileOptions(Durability.RELAXED, FileOptions.defaults().segments());

  @TempDir Path directory;
  private final Catalogue catalogue = Catalogue.of("uniform64", ENTRIES);

  private SecondaryIndex loaded() {
    SecondaryIndex index =
        new FileIndexProvider().create(directory.resolve("i"), catalogue.domain(), OPTIONS);
    assertThat(index.load(catalogue.entries())).isEqualTo(ENTRIES);
    return index;
  }

  private static EntryChecksum sum(EntrySource entries) {
    EntryChecksum sum = new EntryChecksum();
    EntryBatch batch = new EntryBatch(1000);
    while (entries.read(batch)) {
      sum.add(batch);
    }
    return sum;
  }

  @Test
  void aScanGivesEveryEntryOfTheRange() {
    try (SecondaryIndex index = loaded()) {
      assertThat(index.statistics().details()).containsEntry("segments", "1");
      assertThat(index.verify().checksum()).isEqualTo(sum(catalogue.entries()).value());
      int[][] ranges = {{0, ENTRIES}, {1, ENTRIES - 1}, {255, 258}, {123_456, 254_321}, {7, 8}};
      for (int[] range : ranges) {
        SortedEntries expected = catalogue.entries(range[0], range[1]);
        KeyRange keys = KeyRange.closed(catalogue.key(range[0]), catalogue.key(range[1] - 1));
        try (EntryCursor rows = index.scan(keys)) {
          assertThat(sum(rows).toString()).isEqualTo(sum(expected).toString());
        }
      }
    }
  }

  @Test
  void aBatchOfAllKeysIsAnsweredWindowByWindow() {
    loaded().close();
    long[] keys = new long[ENTRIES];
    for (int i = 0; i < ENTRIES; i++) {
      // Every seventh key is asked for beside its place, where there is none.
      keys[i] = catalogue.key(i) + (i % 7 == 3 ? 1 : 0);
    }
    LocalSegmentStore store = new LocalSegmentStore(directory.resolve("i"), Durability.RELAXED);
    View view = View.open(store, new Manifests(store).newest().orElseThrow());
    for (int window : new int[] {1, 100_000}) {
      LookupBuilder answers = new LookupBuilder(catalogue.domain(), keys);
      new BatchFind(view, answers, new Scratch(), window).run();
      assertAnswers(answers.build());
    }
    view.release();
    try (SecondaryIndex index =
        new FileIndexProvider().open(directory.resolve("i"), Access.READ, OPTIONS)) {
      assertAnswers(index.findAll(keys));
    }
  }

  private void assertAnswers(Lookup answers) {
    for (int i = 0; i < answers.size(); i++) {
      long key = answers.key(i);
      Optional<Location> expected =
          catalogue.contains(key)
              ? Optional.of(new Location(catalogue.chunkId(key), catalogue.subChunkId(key)))
              : Optional.empty();
      if (!answers.location(i).equals(expected)) {
        assertThat(answers.location(i)).as("key %d", key).isEqualTo(expected);
      }
    }
    assertThat(answers.foundCount()).isEqualTo(ENTRIES - ENTRIES / 7);
  }
}
