package org.secindex.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.secindex.api.IndexException;
import org.secindex.api.Indexes;
import org.secindex.api.SecondaryIndex;

/**
 * Looks up in a closed loop: each client asks for its share of the keys, the next call as soon as
 * the last is answered. The latencies are those of the calls, and do not show what a client that
 * comes at its own time would wait (coordinated omission).
 */
final class Clients {
  /** Asks for the keys at some positions by one call each, and notes the answers. */
  interface Asker {
    /**
     * Asks for one or more keys.
     *
     * @return the position after the last one that was asked for
     */
    int ask(SecondaryIndex index, Queries queries, int position, int end, Answers answers);
  }

  private static final long LONGEST_NANOS = 3_600_000_000_000L;
  private static final int DIGITS = 3;
  private static final long WARM_UP_NANOS = 2_000_000_000L;
  private static final int WARM_UP_KEYS = 20_000;

  /** Seldom enough for clients not to wait for each other. */
  private static final int TELL_EVERY = 1000;

  private Clients() {}

  /** Latencies of all calls, in nanoseconds. */
  static Histogram newHistogram() {
    return new Histogram(LONGEST_NANOS, DIGITS);
  }

  /**
   * Some look-ups that enter no result, so that the code is compiled and the connections of all
   * clients are open: up to 20 000 keys, or 2 s.
   */
  static void warmUp(SecondaryIndex index, Trial trial, Asker asker) {
    Queries queries = trial.dataset().warmUp(WARM_UP_KEYS);
    long begin = System.nanoTime();
    Asker forAWhile =
        (i, keys, position, end, answers) ->
            System.nanoTime() - begin < WARM_UP_NANOS
                ? asker.ask(i, keys, position, end, answers)
                : end;
    var unused =
        ask(index, queries, trial.clients(), forAWhile, new Answers(queries), new AtomicLong());
  }

  /** All keys, shared among the clients. Throws what a client met. */
  static Histogram ask(
      SecondaryIndex index,
      Queries queries,
      int clients,
      Asker asker,
      Answers answers,
      AtomicLong done) {
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    try {
      CountDownLatch go = new CountDownLatch(1);
      List<Future<Histogram>> parts = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        int from = (int) ((long) queries.size() * i / clients);
        int to = (int) ((long) queries.size() * (i + 1) / clients);
        parts.add(
            threads.submit(
                () -> {
                  go.await();
                  return ask(index, queries, from, to, asker, answers, done);
                }));
      }
      go.countDown();
      Histogram all = newHistogram();
      for (Future<Histogram> part : parts) {
        all.add(part.get());
      }
      return all;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IndexException("a client failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IndexException("interrupted while clients were asking", e);
    } finally {
      threads.shutdownNow();
    }
  }

  private static Histogram ask(
      SecondaryIndex index,
      Queries queries,
      int from,
      int to,
      Asker asker,
      Answers answers,
      AtomicLong done) {
    Histogram latency = newHistogram();
    int position = from;
    int told = from;
    long begin = System.nanoTime();
    while (position < to) {
      position = asker.ask(index, queries, position, to, answers);
      long end = System.nanoTime();
      latency.recordValue(Math.min(end - begin, LONGEST_NANOS));
      begin = end;
      if (position - told >= TELL_EVERY) {
        done.addAndGet(position - told);
        told = position;
      }
    }
    return latency;
  }

  /** Warm-up, look-ups with the clock running, and the check of all answers. */
  static Measurement measure(Trial trial, Asker asker) {
    Queries queries = trial.dataset().queries(trial.lookups());
    Answers answers = new Answers(queries);
    try (SecondaryIndex index = Indexes.open(trial.uri())) {
      warmUp(index, trial, asker);
      Histogram latency;
      Usage usage;
      AtomicLong done = new AtomicLong();
      try (ProcessMeter meter = trial.meter(done::get, queries.size())) {
        latency = ask(index, queries, trial.clients(), asker, answers, done);
        usage = meter.stop();
      }
      return new Measurement(
          queries.size(),
          usage,
          latency,
          null,
          answers.found(),
          null,
          answers.checksum().value(),
          Check.diskBytes(index),
          answers.wrong(trial.dataset().catalogue()));
    }
  }
}
