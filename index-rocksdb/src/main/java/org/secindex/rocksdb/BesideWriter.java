package org.secindex.rocksdb;

import java.io.IOException;
import java.util.List;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.secindex.api.TransientIndexException;

/**
 * Opening for reading beside a writer, possibly in another process. RocksDB reads the manifest,
 * then the logs, and takes no lock meanwhile. If the writer moves a log into a table file just then
 * and deletes the log, RocksDB opens without an error and lacks those entries. So the manifest,
 * which every such move changes, must be the same before and after, else we start over.
 */
final class BesideWriter {
  private static final int ATTEMPTS = 20;

  private BesideWriter() {}

  /** The names of the column families. */
  static List<byte[]> columnFamilies(IndexDirectory directory) {
    try (Options options = new Options()) {
      return undisturbed(
          directory,
          "read the manifest",
          () -> RocksDB.listColumnFamilies(options, directory.location()),
          names -> {});
    }
  }

  /** Opens RocksDB for reading; gives the handles of the column families as well. */
  static RocksDB open(
      IndexDirectory directory,
      DBOptions options,
      List<ColumnFamilyDescriptor> descriptors,
      List<ColumnFamilyHandle> families) {
    return undisturbed(
        directory,
        "open",
        () -> RocksDB.openReadOnly(options, directory.location(), descriptors, families),
        opened -> {
          opened.close();
          families.clear();
        });
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

  private static <T> T undisturbed(
      IndexDirectory directory, String operation, Opening<T> opening, Undo<T> undo) {
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try {
        IndexDirectory.Manifest before = directory.manifest();
        T result = opening.run();
        if (directory.manifest().equals(before)) {
          return result;
        }
        undo.run(result);
      } catch (RocksDBException e) {
        if (attempt == ATTEMPTS || !mayPass(e.getStatus())) {
          throw RocksDbErrors.of(directory.index(), operation, e);
        }
      } catch (IOException e) {
        if (attempt == ATTEMPTS) {
          throw directory.failure(operation, e);
        }
      }
    }
    throw new TransientIndexException(
        directory.index()
            + ": a writer has changed the files during each of "
            + ATTEMPTS
            + " attempts to "
            + operation
            + "; try again when it writes less");
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
