package org.secindex.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.api.Access;
import org.secindex.api.Durability;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntryCursor;
import org.secindex.api.KeyRange;
import org.secindex.api.Lookup;
import org.secindex.api.SecondaryIndex;
import org.secindex.testkit.Catalogue;

/** The interrupt of one caller concerns nobody else, and does not even end his own reading. */
class InterruptedReadTest {
  private static final Catalogue CATALOGUE = Catalogue.of("uniform64", 200_000);

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource
  void othersReadOnAndTheInterruptStays(ReadMode mode)
      throws InterruptedException, ExecutionException {
    FileOptions options =
        new FileOptions(Durability.RELAXED, FileOptions.defaults().segments(), mode);
    Path place = directory.resolve("i");
    try (SecondaryIndex made = new FileIndexProvider().create(place, CATALOGUE.domain(), options)) {
      made.load(CATALOGUE.entries());
    }
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (SecondaryIndex index = new FileIndexProvider().open(place, Access.READ, options)) {
      AtomicBoolean over = new AtomicBoolean();
      Future<Integer> other =
          threads.submit(
              () -> {
                int asked = 0;
                while (!over.get() || asked < 1000) {
                  ask(index, asked++);
                }
                return asked;
              });
      Callable<Boolean> interrupted =
          () -> {
            for (int i = 0; i < 300; i++) {
              Thread.currentThread().interrupt();
              ask(index, i);
              if (!Thread.interrupted()) {
                return false;
              }
            }
            return true;
          };
      Future<Boolean> kept = threads.submit(interrupted);
      try {
        assertThat(kept.get()).as("the interrupt is still set after each call").isTrue();
      } finally {
        over.set(true);
      }
      assertThat(other.get()).isGreaterThanOrEqualTo(1000);
    } finally {
      threads.shutdownNow();
    }
  }

  /** A look-up, a batch or a short scan, checked. */
  private static void ask(SecondaryIndex index, int round) {
    SplittableRandom random = new SplittableRandom(round);
    int rank = random.nextInt(200_000 - 1000);
    long key = CATALOGUE.key(rank);
    switch (round % 3) {
      case 0 -> check(key, index.find(key).orElseThrow().chunkId());
      case 1 -> {
        Lookup answers = index.findAll(new long[] {key, CATALOGUE.key(rank + 999)});
        check(key, answers.chunkId(0));
        check(CATALOGUE.key(rank + 999), answers.chunkId(1));
      }
      default -> {
        EntryBatch batch = new EntryBatch(1000);
        try (EntryCursor rows = index.scan(KeyRange.closed(key, CATALOGUE.key(rank + 999)))) {
          if (!rows.read(batch) || batch.size() != 1000) {
            throw new AssertionError(batch.size() + " entries");
          }
        }
        check(batch.keys[999], batch.chunkIds[999]);
      }
    }
  }

  private static void check(long key, int chunk) {
    if (chunk != CATALOGUE.chunkId(key)) {
      throw new AssertionError("key " + key + ": chunk " + chunk);
    }
  }
}
