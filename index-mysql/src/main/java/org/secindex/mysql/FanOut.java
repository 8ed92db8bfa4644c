package org.secindex.mysql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Threads that help a caller with a list of things to ask the server. The caller works, too, so
 * that nobody waits for a helper to be free. Safe for use by several threads.
 */
final class FanOut implements AutoCloseable {
  /** More at once do not help one caller: the server is busy by then. */
  private static final int MOST_PER_CALLER = 3;

  private final ExecutorService threads;
  private final Semaphore free;

  FanOut(String index, int most) {
    free = new Semaphore(most);
    threads =
        Executors.newCachedThreadPool(
            work -> {
              Thread thread = new Thread(work, "secindex " + index);
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Something to do with one of several things. */
  interface Work<T> {
    void on(T thing) throws SQLException;
  }

  /**
   * Does the work on all, in any order, and returns when it is done; or throws the first failure.
   */
  <T> void forEach(List<T> things, Work<T> work) throws SQLException {
    AtomicInteger next = new AtomicInteger();
    List<CompletableFuture<Void>> helping = new ArrayList<>();
    int wanted = Math.min(MOST_PER_CALLER, things.size() - 1);
    while (helping.size() < wanted && free.tryAcquire()) {
      helping.add(
          CompletableFuture.runAsync(
              () -> {
                try {
                  workOn(things, next, work);
                } catch (SQLException e) {
                  throw new CompletionException(e);
                } finally {
                  free.release();
                }
              },
              threads));
    }
    @Nullable Throwable failure = null;
    try {
      workOn(things, next, work);
    } catch (SQLException | RuntimeException | Error e) {
      failure = e;
    }
    for (CompletableFuture<Void> helper : helping) {
      try {
        helper.join();
      } catch (CompletionException e) {
        failure = failure == null ? e.getCause() : failure;
      }
    }
    rethrow(failure);
  }

  private static <T> void workOn(List<T> things, AtomicInteger next, Work<T> work)
      throws SQLException {
    boolean done = false;
    try {
      for (int i = next.getAndIncrement(); i < things.size(); i = next.getAndIncrement()) {
        work.on(things.get(i));
      }
      done = true;
    } finally {
      if (!done) {
        // The others need not go on.
        next.set(things.size());
      }
    }
  }

  private static void rethrow(@Nullable Throwable failure) throws SQLException {
    if (failure instanceof SQLException e) {
      throw e;
    }
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
