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
    String message =
        index + ": cannot " + operation + ": " + StillImage.named(String.valueOf(e.getMessage()));
    return switch (code(e)) {
      case Corruption, NotSupported -> new CorruptIndexException(message, e);
      case Busy, TimedOut, TryAgain, Incomplete, Aborted -> new TransientIndexException(message, e);
      case IOError -> ioError(message, e);
      default -> new IndexException(message, e);
    };
  }

  /** Opening has failed, perhaps because a writer is there already. */
  static IndexException ofOpening(IndexDirectory directory, String operation, RocksDBException e) {
    String text = String.valueOf(e.getMessage());
    boolean here = text.contains("lock hold by current process");
    if (code(e) != Status.Code.IOError || !(here || text.contains("While lock file"))) {
      return of(directory.index(), operation, e);
    }
    return new IndexException(
        directory.index()
            + ": cannot "
            + operation
            + ": in use by another writer, in "
            + (here ? "this process" : LockHolder.of(directory.lock()))
            + "; close that one, or open for reading, which goes on beside it",
        e);
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

  /** Whether there is no room on the disk. */
  static boolean isFull(RocksDBException e) {
    Status status = e.getStatus();
    return status != null && status.getSubCode() == Status.SubCode.NoSpace;
  }

  private static IndexException ioError(String message, RocksDBException e) {
    String text = String.valueOf(e.getMessage());
    if (text.contains("Input/output error")) {
      return new CorruptIndexException(message + "; the disk does not give what it holds", e);
    }
    if (text.contains("No such file")) {
      return new CorruptIndexException(
          message + "; a file is lost, or a writer has replaced it meanwhile: then open again", e);
    }
    return new IndexException(message + OpenFiles.hint(text), e);
  }

  private static Status.Code code(RocksDBException e) {
    Status status = e.getStatus();
    return status == null ? Status.Code.Undefined : status.getCode();
  }
}
