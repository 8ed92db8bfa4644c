package org.secindex.tide;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.secindex.tide.TideParser.Event;

/**
 * Goes through the chunks of a log in several threads, each through neighbouring ones.
 *
 * <p>What is to be said of a log depends on what was said before, and so does what is believed of a
 * damaged one. Therefore this is for logs of which there is nothing to say: it gives up at the
 * first problem, and tells nobody.
 */
final class ParallelScan {
  /**
   * How large blocks must be in the mean. Each thread passes over those of the others: of smaller
   * ones that would cost more than it saves.
   */
  private static final long LEAST_MEAN = 1 << 20;

  private final TideSource source;
  private final TideTime time;
  private final int threads;
  private final long size;
  private volatile boolean stopped;

  ParallelScan(TideSource source, TideTime time, int threads) {
    this.source = source;
    this.time = time;
    this.threads = threads;
    size = Window.sizeOf(source);
  }

  /**
   * Gives every entry to a visitor.
   *
   * @return the visitors, in the order of what they have seen; none if the log is one to be gone
   *     through from its start to its end
   * @throws TideException if the file cannot be read
   */
  <V extends Consumer<TideCursor>> List<V> run(Supplier<V> visitors) {
    if (threads == 1 || !isSoundAndLarge()) {
      return List.of();
    }
    ExecutorService pool =
        Executors.newFixedThreadPool(
            threads,
            task -> {
              Thread thread = new Thread(task, "secindex-tide-scan");
              thread.setDaemon(true);
              return thread;
            });
    try {
      List<V> parts = new ArrayList<>();
      List<Future<?>> pending = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        V visitor = visitors.get();
        // Of parts of the same length, each has the chunks that begin in it.
        long from = size / threads * i;
        long to = i == threads - 1 ? size : size / threads * (i + 1);
        parts.add(visitor);
        pending.add(pool.submit(() -> visit(from, to, visitor)));
      }
      await(pending);
      return stopped ? List.of() : parts;
    } finally {
      pool.shutdown();
    }
  }

  private boolean isSoundAndLarge() {
    long most = size / LEAST_MEAN;
    long blocks = 0;
    try (LogWalk walk = walk(chunk -> false)) {
      while (blocks <= most && !stopped && walk.next() != Event.END) {
        blocks++;
      }
    }
    return blocks <= most && !stopped;
  }

  private void visit(long from, long to, Consumer<TideCursor> visitor) {
    Predicate<Chunk> isMine = chunk -> chunk.position() >= from && chunk.position() < to;
    try (ScanCursor cursor = new ScanCursor(walk(isMine), TideQuery.ALL)) {
      while (!stopped && cursor.next()) {
        visitor.accept(cursor);
      }
    } catch (RuntimeException | Error e) {
      stopped = true;
      throw e;
    }
  }

  private LogWalk walk(Predicate<Chunk> looksInto) {
    return new LogWalk(source, problem -> stopped = true, time, looksInto, false, false);
  }

  /** Waits for all; they use the source, which whoever called may close. */
  private void await(List<Future<?>> pending) {
    boolean interrupted = false;
    Throwable failure = null;
    for (Future<?> part : pending) {
      while (true) {
        try {
          part.get();
          break;
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          failure = failure == null ? e.getCause() : failure;
          break;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
  }
}
