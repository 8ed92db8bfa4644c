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
  private @Nullable IOException failure;
  private @Nullable Changes changes;
  private final Map<Integer, Queries> queries = new HashMap<>();
  private final KeyChoice choice;

  Dataset(Catalogue catalogue, Path directory, KeyChoice choice) {
    this.catalogue = catalogue;
    this.directory = directory;
    this.choice = choice;
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

  /**
   * All entries as files.
   *
   * @throws IOException if they cannot be made, now and at every later call; what was made of them
   *     is deleted
   */
  TsvFiles files() throws IOException {
    IOException before = failure;
    if (before != null) {
      throw new IOException(before.getMessage(), before);
    }
    TsvFiles made = files;
    if (made == null) {
      try {
        made = TsvFiles.write(catalogue, directory);
      } catch (IOException e) {
        failure = e;
        Directories.delete(directory);
        throw e;
      }
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
    return queries.computeIfAbsent(count, n -> Queries.of(catalogue, n, choice));
  }

  /** Other keys, for warming up. */
  Queries warmUp(int count) {
    return Queries.of(
        catalogue,
        count,
        new KeyChoice(choice.distribution(), choice.missShare(), choice.seed() + 1));
  }

  @Override
  public void close() throws IOException {
    Directories.delete(directory);
  }
}
