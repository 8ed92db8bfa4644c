package org.secindex.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;
import org.secindex.api.IndexException;
import org.secindex.api.SecondaryIndex;

/** Threads that look up at once, each its share of the keys, and the latencies of their calls. */
final class Clients implements AutoCloseable {
  private static final int DIGITS = 3;
  private static final long WARM_UP_NANOS = 2_000_000_000L;
  private static final int WARM_UP_KEYS = 20_000;

  private final Pace pace;
  private final ExecutorService threads;
  private final List<Client> clients = new ArrayList<>();
  private final Histogram service = new Histogram(DIGITS);
  private final Histogram intended = new Histogram(DIGITS);

  Clients(int number, int keys, Pace pace) {
    this.pace = pace;
    threads = Executors.newFixedThreadPool(number);
    for (int i = 0; i < number; i++) {
      int from = (int) ((long) keys * i / number);
      int to = (int) ((long) keys * (i + 1) / number);
      clients.add(new Client(from, to));
    }
  }

  /**
   * Some look-ups that enter no result, so that the code is compiled and the connections of all
   * clients are open: up to 20 000 keys, or 2 s.
   */
  static void warmUp(SecondaryIndex index, Trial trial, Client.Asker asker) {
    Queries queries = trial.dataset().warmUp(WARM_UP_KEYS);
    long begin = System.nanoTime();
    Client.Asker forAWhile =
        (i, keys, position, end, answers) ->
            System.nanoTime() - begin < WARM_UP_NANOS
                ? asker.ask(i, keys, position, end, answers)
                : end;
    try (Clients clients = new Clients(trial.task().clients(), queries.size(), Pace.ONCE)) {
      clients.ask(index, queries, forAWhile, new Answers(queries));
    }
  }

  /** Lets all ask at once, and returns when all have ended. Throws what a client met. */
  void ask(SecondaryIndex index, Queries queries, Client.Asker asker, Answers answers) {
    try {
      CountDownLatch go = new CountDownLatch(1);
      List<Future<?>> parts = new ArrayList<>();
      for (int i = 0; i < clients.size(); i++) {
        int number = i;
        parts.add(
            threads.submit(
                () -> {
                  go.await();
                  Schedule schedule = Schedule.of(pace, number, clients.size());
                  clients.get(number).ask(index, queries, asker, answers, schedule);
                  return null;
                }));
      }
      go.countDown();
      for (Future<?> part : parts) {
        part.get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IndexException("a client failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IndexException("interrupted while clients were asking", e);
    }
  }

  /** How many keys have been asked for, or some less while it goes on. */
  long done() {
    return clients.stream().mapToLong(Client::done).sum();
  }

  /** Latencies of the calls since this was asked last. */
  synchronized Histogram latest() {
    Histogram latest = new Histogram(DIGITS);
    for (Client client : clients) {
      latest.add(client.service());
      intended.add(client.intended());
    }
    service.add(latest);
    return latest;
  }

  /** Latencies of all calls that {@link #latest} has given, from when they were made. */
  synchronized Histogram service() {
    return service;
  }

  /** The same from when they were due; empty in a closed loop. */
  synchronized Histogram intended() {
    return intended;
  }

  /** Ends the threads. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
