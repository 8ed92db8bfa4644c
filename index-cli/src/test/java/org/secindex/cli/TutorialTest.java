package org.secindex.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Access;
import org.secindex.api.EntryCursor;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexException;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.Location;
import org.secindex.api.Lookup;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/**
 * The library in seven steps; read from top to bottom. It is a test, so that it stays true. Each
 * step works on every backend: only the address differs ({@code file:/data/idx}, {@code
 * rocksdb:/data/idx}, {@code mysql://user@host/db/idx}, {@code root://host//data/idx}).
 */
class TutorialTest {
  @TempDir Path directory;

  @Test
  void theLibraryInSevenSteps() {
    String uri = "file:" + directory.resolve("objects");

    // 1. Fill an index. Entries come in columns, sorted by key. Nobody sees them before all are in.
    long[] ids = {433327840428032L, 433327840428033L, 433327840428034L, 611255759837069401L};
    int[] chunkIds = {7480, 7480, 7480, 114920};
    int[] subChunkIds = {12, 12, 13, 24};
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      index.load(SortedEntries.of(KeyDomain.SIGNED, ids, chunkIds, subChunkIds));
    }

    try (SecondaryIndex index = Indexes.open(uri)) {
      // 2. Ask for one key. Absent is a value; a failure would be an exception.
      Optional<Location> where = index.find(433327840428034L);
      assertThat(where).contains(new Location(7480, 13));
      assertThat(index.find(42)).isEmpty();

      // 3. Ask for many: far cheaper, and answered in the order of the request.
      Lookup answers = index.findAll(new long[] {611255759837069401L, 42, 433327840428032L});
      assertThat(answers.chunkId(0)).isEqualTo(114920);
      assertThat(answers.isFound(1)).isFalse();
      assertThat(answers.missing()).containsExactly(42);

      // 4. What a query planner wants: which chunks to ask, and which subchunks in each.
      SortedMap<Integer, int[]> chunks = index.findAll(ids).byChunk();
      assertThat(chunks.keySet()).containsExactly(7480, 114920);
      assertThat(chunks.get(7480)).containsExactly(12, 13);

      // 5. Read a range in order, in constant memory, however long it is.
      List<Long> inRange = new ArrayList<>();
      try (EntryCursor rows = index.scan(KeyRange.closed(433327840428033L, 433327840428999L))) {
        while (rows.next()) {
          inRange.add(rows.key());
        }
      }
      assertThat(inRange).containsExactly(433327840428033L, 433327840428034L);
    }

    // 6. Update and remove: open it for writing. One writer at a time, readers are not disturbed.
    try (SecondaryIndex index = Indexes.open(uri, Access.WRITE)) {
      index.update(generated(1_000_000, 100_000));
      index.remove(new long[] {433327840428032L});
      assertThat(index.find(433327840428032L)).isEmpty();
      assertThat(index.find(1_000_000 + 3 * 77)).contains(new Location(77, 5));
      assertThatThrownBy(() -> Indexes.open(uri, Access.WRITE))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("in use by another writer");
    }

    // 7. Copy to another store: the scan of one index is the input of another.
    String copy = "rocksdb:" + directory.resolve("copy");
    try (SecondaryIndex from = Indexes.open(uri);
        SecondaryIndex to = Indexes.create(copy, from.domain());
        EntryCursor rows = from.scan(KeyRange.all())) {
      assertThat(to.load(SortedEntries.of(from.domain(), rows))).isEqualTo(100_003);
      assertThat(to.verify().checksum()).isEqualTo(from.verify().checksum());
    }
  }

  /** Entries need not lie in memory: a source fills batches as they are asked for. */
  private static SortedEntries generated(long firstKey, int count) {
    int[] next = {0};
    EntrySource source =
        batch -> {
          batch.clear();
          while (!batch.isFull() && next[0] < count) {
            int i = next[0]++;
            batch.add(firstKey + 3L * i, i % 1000, 5);
          }
          return batch.size() > 0;
        };
    return SortedEntries.of(KeyDomain.SIGNED, source);
  }
}
