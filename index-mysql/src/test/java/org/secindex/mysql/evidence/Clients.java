package org.secindex.mysql.evidence;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.secindex.api.Location;
import org.secindex.api.SecondaryIndex;
import org.secindex.testkit.Catalogue;

/**
 * Clients that ask for random keys that are there, one a call, the next as soon as the last is
 * answered. All answers are checked on the way.
 *
 * @param seconds when to end
 * @param most when to end earlier: after so many look-ups by all clients together
 */
record Clients(double seconds, long most) {
  private static final double WARM_UP_SECONDS = 1;
  private static final long SEED_OF_WARM_UP = -1;

  /** The connections are made, and the compiler gets ready. */
  void warmUp(SecondaryIndex index, Catalogue catalogue, int clients) {
    new Clients(WARM_UP_SECONDS, most).ask(index, catalogue, clients, SEED_OF_WARM_UP);
  }

  /**
   * Returns how many keys were asked for.
   *
   * @param seed of the keys: with another one they are others
   */
  long ask(SecondaryIndex index, Catalogue catalogue, int clients, long seed) {
    long end = System.nanoTime() + (long) (seconds * 1e9);
    SplittableRandom seeds = new SplittableRandom(seed);
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    try {
      List<CompletableFuture<Long>> all =
          IntStream.range(0, clients)
              .mapToObj(i -> seeds.split())
              .map(
                  random ->
                      CompletableFuture.supplyAsync(
                          () -> ask(index, catalogue, random, most / clients, end), threads))
              .toList();
      return all.stream().mapToLong(CompletableFuture::join).sum();
    } finally {
      threads.shutdown();
    }
  }

  private static long ask(
      SecondaryIndex index, Catalogue catalogue, SplittableRandom random, long most, long end) {
    long asked = 0;
    while (asked < most && System.nanoTime() < end) {
      long key = catalogue.key(random.nextLong(catalogue.size()));
      Optional<Location> found = index.find(key);
      if (found.isEmpty()
          || found.get().chunkId() != catalogue.chunkId(key)
          || found.get().subChunkId() != catalogue.subChunkId(key)) {
        throw new AssertionError("key " + key + ": wrong answer " + found);
      }
      asked++;
    }
    return asked;
  }
}
