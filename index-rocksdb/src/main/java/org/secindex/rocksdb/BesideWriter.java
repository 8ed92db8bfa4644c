package org.secindex.rocksdb;

import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/**
 * Reading beside a writer in another process. It may replace the manifest and delete any file
 * between our reading its name and our opening it; then starting over finds the new names.
 */
final class BesideWriter {
  private static final int ATTEMPTS = 5;

  private BesideWriter() {}

  /** A call of RocksDB that opens files. */
  @FunctionalInterface
  interface Call<T> {
    T run() throws RocksDBException;
  }

  /** Runs the call, again if it failed in a way that a writer can cause. */
  static <T> T retry(Call<T> call) throws RocksDBException {
    for (int attempt = 1; ; attempt++) {
      try {
        return call.run();
      } catch (RocksDBException e) {
        if (attempt == ATTEMPTS || !mayPass(e.getStatus())) {
          throw e;
        }
      }
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
