package org.secindex.api;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.StampedLock;

/**
 * For implementers of backends: the life of an open index, as {@link SecondaryIndex} promises it.
 * Calls under way keep the index open, one writer works at a time, and cursors end before the index
 * does.
 *
 * <pre>{@code
 * long stamp = lifetime.enter();
 * try {
 *   ... read ...
 * } finally {
 *   lifetime.exit(stamp);
 * }
 * }</pre>
 *
 * Safe for use by several threads. Not reentrant: do not enter twice in one call.
 */
public final class Lifetime {
  private final String index;
  private final Access access;
  private final StampedLock lock = new StampedLock();
  private final AtomicBoolean writing = new AtomicBoolean();
  private final Set<GuardedSource> scans = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /** Under the write lock. */
  private boolean released;

  /**
   * @param index the address, for messages
   * @param access what the index was opened for
   */
  public Lifetime(String index, Access access) {
    this.index = index;
    this.access = access;
  }

  /**
   * Begins a call. The index stays open until {@link #exit}.
   *
   * @throws IndexClosedException if it has been closed
   */
  public long enter() {
    long stamp = lock.readLock();
    if (closed) {
      lock.unlockRead(stamp);
      throw new IndexClosedException(index);
    }
    return stamp;
  }

  /** Ends a call. */
  public void exit(long stamp) {
    lock.unlockRead(stamp);
  }

  /**
   * Begins a call that writes.
   *
   * @throws IndexClosedException if the index has been closed
   * @throws IllegalStateException if it was opened for reading
   * @throws IndexException if another thread is writing
   */
  public long enterToWrite(String operation) {
    if (access == Access.READ) {
      throw new IllegalStateException(
          index + " was opened for reading: open it with Access.WRITE to " + operation);
    }
    long stamp = enter();
    if (!writing.compareAndSet(false, true)) {
      exit(stamp);
      throw new IndexException(
          index
              + ": cannot "
              + operation
              + " while another thread is writing; one writer at a time");
    }
    return stamp;
  }

  /** Ends a call that writes. */
  public void exitFromWriting(long stamp) {
    writing.set(false);
    exit(stamp);
  }

  /**
   * Makes a cursor of rows whose source reads native or remote resources: each read keeps the index
   * open, and the source is closed when the cursor or the index is, whichever comes first. To be
   * called between {@link #enter} and {@link #exit}.
   */
  public EntryCursor cursor(KeyDomain domain, EntrySource source) {
    GuardedSource guarded = new GuardedSource(source);
    scans.add(guarded);
    return new EntryCursor(domain, guarded);
  }

  /**
   * Ends the index: waits for calls under way, closes open cursors, then runs {@code release}.
   * Later calls do nothing. A cursor that fails to close keeps neither the others nor {@code
   * release} from being done; its exception is thrown afterwards.
   */
  public void close(Runnable release) {
    // Before waiting: the lock lets new readers pass a waiting writer, so that threads whose calls
    // overlap could keep the index open forever.
    closed = true;
    long stamp = lock.writeLock();
    try {
      if (released) {
        return;
      }
      released = true;
      try {
        releaseScans();
      } finally {
        release.run();
      }
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  private void releaseScans() {
    RuntimeException failure = null;
    for (GuardedSource scan : scans) {
      try {
        scan.release();
      } catch (RuntimeException e) {
        if (failure == null) {
          failure = e;
        } else if (e != failure) {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private final class GuardedSource implements EntrySource {
    private final EntrySource source;
    private boolean released;

    GuardedSource(EntrySource source) {
      this.source = source;
    }

    @Override
    public boolean read(EntryBatch into) {
      long stamp = enter();
      try {
        return source.read(into);
      } finally {
        exit(stamp);
      }
    }

    @Override
    public void close() {
      long stamp = lock.readLock();
      try {
        release();
      } finally {
        lock.unlockRead(stamp);
      }
    }

    /** Runs under either lock, so the closing of the index and of the cursor cannot overlap. */
    void release() {
      if (!released) {
        released = true;
        scans.remove(this);
        source.close();
      }
    }
  }
}
