package org.secindex.xrootd.client;

import io.netty.util.concurrent.FastThreadLocalThread;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;

/**
 * Waiting for the end of an operation; operations end by themselves, at their deadline at the
 * latest.
 */
final class Await {
  private Await() {}

  /** A thread that serves connections, and so must never wait for one. */
  static final class LoopThread extends FastThreadLocalThread {
    LoopThread(Runnable task, String name) {
      super(task, name);
      setDaemon(true);
    }
  }

  /** Whether this thread must not wait. */
  static boolean isLoopThread() {
    return Thread.currentThread() instanceof LoopThread;
  }

  /**
   * The result of a future.
   *
   * @throws XrootdException if the operation failed, or the thread was interrupted (the interrupt
   *     status is set again)
   * @throws IllegalStateException if called from a callback of the client
   */
  static <T> T result(CompletableFuture<T> future) {
    if (!future.isDone() && isLoopThread()) {
      throw new IllegalStateException(
          "a blocking call from a callback of the client would wait for itself: use the asynchronous one");
    }
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw XrootdException.client(
          XrootdError.CANCELLED, "the waiting thread was interrupted", "client", "wait", "", true);
    } catch (ExecutionException e) {
      throw failure(e.getCause() == null ? e : e.getCause()).here();
    }
  }

  /**
   * As {@link #result}. If the waiting ends before the opening nobody has the file, which must not
   * stay open, and with it a lock.
   */
  static XrootdFile opened(CompletableFuture<XrootdFile> opening) {
    try {
      return result(opening);
    } catch (XrootdException e) {
      var unused = opening.thenCompose(XrootdFile::abandon);
      throw e;
    }
  }

  /** The failure behind whatever wrappers futures put around it. */
  static XrootdException failure(Throwable e) {
    Throwable t = e;
    while (t instanceof CompletionException && t.getCause() != null) {
      t = t.getCause();
    }
    if (t instanceof XrootdException x) {
      return x;
    }
    if (t instanceof ProtocolViolation v) {
      return XrootdException.client(
          XrootdError.PROTOCOL_VIOLATION,
          String.valueOf(v.getMessage()),
          "server",
          "answer",
          "",
          false);
    }
    if (t instanceof RejectedExecutionException) {
      return XrootdException.client(
          XrootdError.CLIENT_CLOSED, "the client was closed", "client", "run", "", false);
    }
    XrootdException unexpected =
        XrootdException.client(
            XrootdError.OTHER,
            "unexpected failure in the client: " + t,
            "client",
            "run",
            "",
            false);
    unexpected.addSuppressed(t);
    return unexpected;
  }
}
