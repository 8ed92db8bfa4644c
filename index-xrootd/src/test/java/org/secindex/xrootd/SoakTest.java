package org.secindex.xrootd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Access;
import org.secindex.api.EntryCursor;
import org.secindex.api.IndexUri;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.Location;
import org.secindex.api.Lookup;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.api.TransientIndexException;
import org.secindex.file.SegmentIndexes;
import org.secindex.testkit.OpenResources;
import org.secindex.testkit.Seed;
import org.secindex.testkit.Servers;
import org.secindex.testkit.XrootdCluster;
import org.secindex.testkit.XrootdServer;
import org.secindex.xrootd.client.XrootdUrl;

/**
 * Sixteen threads look up while one data server after the other is killed and comes back, in a
 * cluster of two that have all files twice. {@code -Dsecindex.soak=30m} says how long; a server is
 * killed every 20 s then.
 */
class SoakTest {
  private static final Duration TIME =
      Duration.parse("PT" + System.getProperty("secindex.soak", "16s"));
  private static final Duration BETWEEN_KILLS =
      Duration.ofMillis(Math.min(20_000, TIME.toMillis() / 4));
  private static final int THREADS = 16;
  private static final int ENTRIES = 500_000;
  private static final int STRIDE = 10;

  /** The timeout of a request, and twice that of connecting, which may come on top. */
  private static final Duration LONGEST = Duration.ofSeconds(10 + 2 * 2);

  @TempDir Path directory;

  private final CountDownLatch end = new CountDownLatch(1);
  private final LongAdder lookups = new LongAdder();
  private final LongAdder errors = new LongAdder();
  private final AtomicLong slowestNanos = new AtomicLong();
  private final long begun = System.nanoTime();
  private int kills;

  private static int chunkOf(long key) {
    return (int) (key >>> 8);
  }

  private static int subChunkOf(long key) {
    return (int) ((key * 0x9e3779b97f4a7c15L) >>> 49);
  }

  @Test
  void answersAreRightWhateverServerIsKilled() throws IOException {
    Servers.require(XrootdCluster.available());
    SplittableRandom random = Seed.forTest("SoakTest").random();
    try (XrootdCluster cluster = XrootdCluster.start(directory, 2)) {
      String uri =
          cluster.url("idx") + "?segment-size=64k&compaction=off&timeout=10s&connect-timeout=2s";
      XrootdIndexOptions options = XrootdIndexOptions.from(IndexUri.parse(uri));
      load(uri);
      copyToBoth(cluster, "idx");
      OpenResources before = OpenResources.now();
      XrootdSegmentStore store =
          new XrootdSegmentStore(XrootdUrl.parse(cluster.url("idx")), options);
      try (SecondaryIndex index =
          SegmentIndexes.open(store, "root", Access.READ, options.segments())) {
        run(index, cluster, random, () -> report(store));
      }
      before.assertNoGrowth(2);
      report(store);
      assertThat(store.repeats()).isPositive();
    }
    assertThat(kills).isGreaterThanOrEqualTo(2);
    assertThat(slowestNanos.get()).isLessThan(LONGEST.toNanos());
    assertThat(errors.sum()).isLessThanOrEqualTo(lookups.sum() / 10_000);
  }

  private void report(XrootdSegmentStore store) {
    System.err.printf(
        "SoakTest: %d s, %d kills, %d look-ups, %d repeated requests, %d errors, slowest call %.3f s%n",
        (System.nanoTime() - begun) / 1_000_000_000,
        kills,
        lookups.sum(),
        store.repeats(),
        errors.sum(),
        slowestNanos.get() / 1e9);
  }

  private static void load(String uri) {
    long[] keys = new long[ENTRIES];
    Arrays.setAll(keys, i -> (long) i * STRIDE);
    int[] chunks = Arrays.stream(keys).mapToInt(SoakTest::chunkOf).toArray();
    int[] subChunks = Arrays.stream(keys).mapToInt(SoakTest::subChunkOf).toArray();
    try (SecondaryIndex index = Indexes.create(uri, KeyDomain.SIGNED)) {
      index.load(SortedEntries.of(KeyDomain.SIGNED, keys, chunks, subChunks));
    }
  }

  /** With their times, by which the client knows that they are the same. */
  private static void copyToBoth(XrootdCluster cluster, String index) throws IOException {
    List<XrootdServer> servers = cluster.servers();
    for (int from = 0; from < 2; from++) {
      Path there = servers.get(1 - from).dataDirectory().resolve(index);
      for (Path file : files(servers.get(from).dataDirectory().resolve(index))) {
        Path copy = there.resolve(String.valueOf(file.getFileName()));
        if (!copy.endsWith("lock") && !Files.exists(copy)) {
          Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  private void run(
      SecondaryIndex index, XrootdCluster cluster, SplittableRandom random, Runnable report)
      throws IOException {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<CompletableFuture<Void>> clients = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        SplittableRandom own = random.split();
        clients.add(CompletableFuture.runAsync(() -> lookUpUntilTheEnd(index, own), threads));
      }
      CompletableFuture<Void> all =
          CompletableFuture.allOf(clients.toArray(CompletableFuture[]::new));
      long stop = System.nanoTime() + TIME.toNanos();
      while (System.nanoTime() < stop && !all.isCompletedExceptionally()) {
        XrootdServer server = cluster.servers().get(kills % 2);
        pause(BETWEEN_KILLS.dividedBy(2));
        server.kill();
        kills++;
        pause(BETWEEN_KILLS.dividedBy(4));
        server.restart();
        cluster.awaitSubscriptions();
        pause(BETWEEN_KILLS.dividedBy(4));
        if (kills % 15 == 0) {
          report.run();
        }
      }
      end.countDown();
      all.join();
    } finally {
      end.countDown();
      threads.shutdown();
    }
  }

  private void pause(Duration time) {
    try {
      assertThat(end.await(time.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void lookUpUntilTheEnd(SecondaryIndex index, SplittableRandom random) {
    while (end.getCount() > 0) {
      long start = System.nanoTime();
      try {
        int kind = random.nextInt(20);
        if (kind < 12) {
          findOne(index, random.nextLong((long) ENTRIES * STRIDE));
        } else if (kind < 19) {
          findMany(index, random, kind < 17 ? 100 : 1000);
        } else {
          scan(index, random.nextLong((long) ENTRIES * STRIDE));
        }
      } catch (TransientIndexException e) {
        errors.increment();
        System.err.println("SoakTest: " + e.getMessage());
      }
      slowestNanos.accumulateAndGet(System.nanoTime() - start, Math::max);
    }
  }

  private void findOne(SecondaryIndex index, long key) {
    Optional<Location> found = index.find(key);
    if (key % STRIDE == 0) {
      assertThat(found).contains(new Location(chunkOf(key), subChunkOf(key)));
    } else {
      assertThat(found).isEmpty();
    }
    lookups.increment();
  }

  private void findMany(SecondaryIndex index, SplittableRandom random, int count) {
    long[] keys = random.longs(count, 0, (long) ENTRIES * STRIDE).toArray();
    Lookup found = index.findAll(keys);
    for (int i = 0; i < count; i++) {
      boolean there = keys[i] % STRIDE == 0;
      if (found.isFound(i) != there
          || (there
              && (found.chunkId(i) != chunkOf(keys[i])
                  || found.subChunkId(i) != subChunkOf(keys[i])))) {
        throw new AssertionError("a wrong answer for " + keys[i]);
      }
    }
    lookups.add(count);
  }

  private void scan(SecondaryIndex index, long from) {
    long expected = ((from + STRIDE - 1) / STRIDE) * STRIDE;
    try (EntryCursor rows = index.scan(KeyRange.closed(from, from + 2000))) {
      while (rows.next()) {
        assertThat(rows.key()).isEqualTo(expected);
        assertThat(rows.chunkId()).isEqualTo(chunkOf(expected));
        assertThat(rows.subChunkId()).isEqualTo(subChunkOf(expected));
        expected += STRIDE;
      }
    }
    assertThat(expected).isGreaterThan(Math.min(from + 2000, (long) (ENTRIES - 1) * STRIDE));
    lookups.increment();
  }
}
