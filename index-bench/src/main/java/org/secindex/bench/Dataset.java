package org.secindex.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntryChecksum;
import org.secindex.api.SortedEntries;
import org.secindex.testkit.Catalogue;

/**
 * What all backends are filled with at one size, and what follows from it; each thing is made when
 * first wanted, then kept for the other backends. Used by one thread.
 */
final class Dataset implements AutoCloseable {
  private final Catalogue catalogue;
  private final Path directory;
  private @Nullable EntryChecksum checksum;
  private @Nullable TsvFiles files;
  private @Nullable Changes changes;
  private final Map<Integer, Queries> queries = new HashMap<>();
  private final long seed;

  Dataset(Catalogue catalogue, Path directory, long seed) {
    this.catalogue = catalogue;
    this.directory = directory;
    this.seed = seed;
  }

  Catalogue catalogue() {
    return catalogue;
  }

  /** Of all entries. */
  EntryChecksum checksum() {
    EntryChecksum sum = checksum;
    if (sum == null) {
      sum = new EntryChecksum();
      SortedEntries entries = catalogue.entries();
      EntryBatch batch = new EntryBatch();
      while (entries.read(batch)) {
        sum.add(batch);
      }
      checksum = sum;
    }
    return sum;
  }

  /** All entries as files. */
  TsvFiles files() throws IOException {
    TsvFiles made = files;
    if (made == null) {
      made = TsvFiles.write(catalogue, directory);
      files = made;
    }
    return made;
  }

  /** What the suite {@code update} writes. */
  Changes changes() {
    Changes made = changes;
    if (made == null) {
      made = Changes.of(catalogue, BenchPlan.LARGEST_UPDATE);
      changes = made;
    }
    return made;
  }

  /** The first so many of an endless sequence of keys to look up. */
  Queries queries(int count) {
    return queries.computeIfAbsent(count, n -> Queries.of(catalogue, n, seed));
  }

  /** Other keys, for warming up. */
  Queries warmUp(int count) {
    return Queries.of(catalogue, count, seed + 1);
  }

  @Override
  public void close() throws IOException {
    Directories.delete(directory);
  }
}
