package org.secindex.tide;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.secindex.tide.TideParser.Event;

/**
 * Goes through the chunks of a log in several threads, which take parts of it as they come: so none
 * waits for another, and all read near each other.
 *
 * <p>What is to be said of a log depends on what was said before, and so does what is believed of a
 * damaged one. Therefore this is for logs of which there is nothing to say: it gives up at the
 * first problem, and tells nobody.
 */
final class ParallelScan<V extends Consumer<TideCursor>> {
  /**
   * How large blocks must be in the mean. Each thread passes over those of the others: of smaller
   * ones that would cost more than it saves.
   */
  private static final long LEAST_MEAN = 1 << 20;

  private static final long LARGEST_PART = 32 << 20;

  /** How many parts a thread takes at least, so that all end together. */
  private static final int LEAST_PARTS = 8;

  private final TideSource source;
  private final TideTime time;
  private final int threads;
  private final long size;
  private final long partBytes;
  private final Supplier<V> visitors;

  /** Of each part that a thread has taken, by its number in the file, who sees its chunks. */
  private final SortedMap<Long, V> parts = new TreeMap<>();

  private volatile boolean stopped;

  ParallelScan(TideSource source, TideTime time, int threads, Supplier<V> visitors) {
    this.source = source;
    this.time = time;
    this.threads = threads;
    this.visitors = visitors;
    size = Window.sizeOf(source);
    partBytes = Math.max(1, Math.min(LARGEST_PART, size / threads / LEAST_PARTS));
  }

  /**
   * Gives every entry to a visitor.
   *
   * @return the visitors, in the order of what they have seen; none if the log is one to be gone
   *     through from its start to its end
   * @throws TideException if the file cannot be read
   */
  List<V> run() {
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
      List<Future<?>> pending = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        pending.add(pool.submit(() -> new Share().scan()));
      }
      await(pending);
      return stopped ? List.of() : List.copyOf(parts.values());
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

  /** A visitor for a part, of which the first chunk has been met; null if another thread has it. */
  private @Nullable V take(long part) {
    synchronized (parts) {
      if (parts.containsKey(part)) {
        return null;
      }
      V visitor = visitors.get();
      parts.put(part, visitor);
      return visitor;
    }
  }

  /** What one thread sees. A part has the chunks that begin in it. */
  private final class Share implements Predicate<Chunk> {
    private long part = -1;
    private @Nullable V visitor;

    /** Whether this thread looks into a chunk. */
    @Override
    public boolean test(Chunk chunk) {
      long next = chunk.position() / partBytes;
      if (next != part) {
        part = next;
        visitor = take(part);
      }
      return visitor != null;
    }

    void scan() {
      try (ScanCursor cursor = new ScanCursor(walk(this), TideQuery.ALL)) {
        while (!stopped && cursor.next()) {
          if (visitor == null) {
            // Of a chunk that was to be passed over: the log has changed since it was looked at.
            stopped = true;
            return;
          }
          visitor.accept(cursor);
        }
      } catch (RuntimeException | Error e) {
        stopped = true;
        throw e;
      }
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
