package org.secindex.rocksdb;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.secindex.api.IndexException;
import org.secindex.api.TransientIndexException;

/**
 * Opening for reading beside a writer, possibly in another process. RocksDB reads the manifest,
 * then the logs, and takes no lock meanwhile. If the writer moves a log into a table file just then
 * and deletes the log, RocksDB opens without an error and lacks those entries. So the manifest,
 * which every such move changes, must be the same before and after.
 *
 * <p>If it is not, what takes its time, opening files and reading logs, is done with an image of
 * the index, for which the same must hold while it is made. Where no image can be made, we try
 * again and again.
 */
final class BesideWriter {
  /** An attempt takes milliseconds, or seconds; a writer changes the manifest less often. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private static final long LONGEST_PAUSE_MILLIS = 50;

  /** As many failures while no writer changed anything are no writer's doing. */
  private static final int FAILURES = 3;

  private final IndexDirectory directory;
  private final String operation;
  private final long begin = System.nanoTime();
  private int attempts;

  /** Since a writer changed anything. */
  private int failures;

  private IndexDirectory.@Nullable Manifest latest;

  private BesideWriter(IndexDirectory directory, String operation) {
    this.directory = directory;
    this.operation = operation;
  }

  /** The names of the column families. */
  static List<byte[]> columnFamilies(IndexDirectory directory) {
    try (Options options = new Options()) {
      return new BesideWriter(directory, "read the manifest")
          .undisturbed(
              () -> RocksDB.listColumnFamilies(options, directory.location()), names -> {});
    }
  }

  /** Opens RocksDB for reading; gives the handles of the column families as well. */
  static RocksDB open(
      IndexDirectory directory,
      DBOptions options,
      List<ColumnFamilyDescriptor> descriptors,
      List<ColumnFamilyHandle> families) {
    BesideWriter opening = new BesideWriter(directory, "open");
    Opening<RocksDB> direct =
        () -> RocksDB.openReadOnly(options, directory.location(), descriptors, families);
    Undo<RocksDB> undo =
        opened -> {
          opened.close();
          families.clear();
        };
    Optional<RocksDB> first = opening.attempt(direct, undo);
    if (first.isPresent()) {
      return first.get();
    }
    if (options.maxOpenFiles() != OpenFiles.ALL) {
      // Files that are opened later on must have their names then.
      return opening.undisturbed(direct, undo);
    }
    try (StillImage image = opening.image()) {
      return RocksDB.openReadOnly(options, image.location(), descriptors, families);
    } catch (RocksDBException e) {
      throw RocksDbErrors.of(directory.index(), "open", e);
    } catch (IOException | UnsupportedOperationException noImage) {
      return opening.undisturbed(direct, undo);
    }
  }

  private StillImage image() throws IOException {
    while (true) {
      Optional<IndexDirectory.Manifest> before = manifest();
      try {
        StillImage image = StillImage.of(directory);
        if (before.isPresent() && manifest().equals(before)) {
          return image;
        }
        image.close();
      } catch (NoSuchFileException e) {
        // Deleted by the writer.
      }
      pause();
    }
  }

  /** A call of RocksDB that opens files. */
  @FunctionalInterface
  private interface Opening<T> {
    T run() throws RocksDBException;
  }

  /** What to do with a result that cannot be used. */
  @FunctionalInterface
  private interface Undo<T> {
    void run(T result);
  }

  private <T> T undisturbed(Opening<T> opening, Undo<T> undo) {
    while (true) {
      Optional<T> result = attempt(opening, undo);
      if (result.isPresent()) {
        return result.get();
      }
      pause();
    }
  }

  /** Nothing if a writer has disturbed it. */
  private <T> Optional<T> attempt(Opening<T> opening, Undo<T> undo) {
    Optional<IndexDirectory.Manifest> before = manifest();
    try {
      T result = opening.run();
      if (before.isPresent() && manifest().equals(before)) {
        return Optional.of(result);
      }
      undo.run(result);
    } catch (RocksDBException e) {
      if (!mayPass(e.getStatus()) || (manifest().equals(before) && ++failures == FAILURES)) {
        throw RocksDbErrors.of(directory.index(), operation, e);
      }
    }
    return Optional.empty();
  }

  /** Nothing if it has just been replaced by another, or cannot be read. */
  private Optional<IndexDirectory.Manifest> manifest() {
    try {
      IndexDirectory.Manifest now = directory.manifest();
      if (!now.equals(latest)) {
        latest = now;
        failures = 0;
      }
      return Optional.of(now);
    } catch (IOException e) {
      if (++failures == FAILURES) {
        throw directory.failure(operation, e);
      }
      return Optional.empty();
    }
  }

  private void pause() {
    if (System.nanoTime() - begin > PATIENCE_NANOS) {
      throw new TransientIndexException(
          directory.index()
              + ": a writer has changed the files during each of "
              + attempts
              + " attempts to "
              + operation
              + "; try again when it writes less");
    }
    try {
      Thread.sleep(Math.min(attempts++, LONGEST_PAUSE_MILLIS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IndexException(directory.index() + ": interrupted while trying to " + operation, e);
    }
  }

  /** A lost file is an IOError or a Corruption, depending on who misses it. */
  private static boolean mayPass(Status status) {
    return status != null
        && switch (status.getCode()) {
          case IOError, Corruption, TryAgain -> true;
          default -> false;
        };
  }
}
