package org.secindex.rocksdb;

import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.secindex.api.CorruptIndexException;
import org.secindex.api.IndexException;
import org.secindex.api.OutcomeUnknownException;
import org.secindex.api.TransientIndexException;

/** What RocksDB reports, in the terms of the contract. RocksDB's text names files and offsets. */
final class RocksDbErrors {
  private RocksDbErrors() {}

  /**
   * A call that changed nothing has failed.
   *
   * @param index the address
   * @param operation what was tried, as {@code open}
   */
  static IndexException of(String index, String operation, RocksDBException e) {
    String message = index + ": cannot " + operation + ": " + e.getMessage();
    return switch (code(e)) {
      case Corruption, NotSupported -> new CorruptIndexException(message, e);
      case Busy, TimedOut, TryAgain, Incomplete, Aborted -> new TransientIndexException(message, e);
      case IOError -> ioError(index, operation, message, e);
      default -> new IndexException(message, e);
    };
  }

  /** A write has failed that may nevertheless have reached the log. */
  static IndexException ofWrite(String index, String operation, RocksDBException e) {
    return code(e) == Status.Code.IOError
        ? new OutcomeUnknownException(
            index
                + ": cannot tell whether the "
                + operation
                + " was written: "
                + e.getMessage()
                + "; mend the cause, open the index again and repeat the "
                + operation,
            e)
        : of(index, operation, e);
  }

  private static IndexException ioError(
      String index, String operation, String message, RocksDBException e) {
    String text = String.valueOf(e.getMessage());
    if (isLocked(text)) {
      return new IndexException(
          index
              + ": in use by another writer; stop it, or open for reading, which goes on beside it"
              + " (cannot "
              + operation
              + ")",
          e);
    }
    if (text.contains("Too many open files")) {
      return new IndexException(
          message
              + "; this process may hold "
              + OpenFiles.processLimit()
              + " files open: raise ulimit -n",
          e);
    }
    if (text.contains("No such file")) {
      return new CorruptIndexException(
          message + "; a file is lost, or a writer has replaced it meanwhile: then open again", e);
    }
    return new IndexException(message, e);
  }

  /** Held by this process (RocksDB keeps a list), or by another. */
  private static boolean isLocked(String text) {
    return text.contains("lock hold by current process") || text.contains("While lock file");
  }

  private static Status.Code code(RocksDBException e) {
    Status status = e.getStatus();
    return status == null ? Status.Code.Undefined : status.getCode();
  }
}
