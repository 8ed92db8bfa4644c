package org.secindex.file;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;

/**
 * Reads damaged indexes for a while, in a process whose memory is small. Ends with 0 if nothing but
 * an {@link IndexException} ever came of it. On anything else, or when one takes long, it tells the
 * input, and ends with 1.
 */
final class ReaderFuzz {
  private static final long PATIENCE_NANOS = Duration.ofSeconds(20).toNanos();

  private final long seed;
  private final List<SmallIndex> sound =
      Stream.of("stride:10", "lsst", "gaia", "uniform64")
          .flatMap(
              keys ->
                  Stream.of(
                      SmallIndex.of(keys, KeyDomain.SIGNED, 40),
                      SmallIndex.of(keys, KeyDomain.UNSIGNED, 700)))
          .toList();
  private volatile long input = -1;
  private volatile long begunAt = System.nanoTime();
  private final Map<ReadingOutcome, Long> outcomes = new EnumMap<>(ReadingOutcome.class);

  private ReaderFuzz(long seed) {
    this.seed = seed;
  }

  /** Arguments: seed, seconds; the number of an input if it is to be the only one. */
  public static void main(String[] args) {
    ReaderFuzz fuzz = new ReaderFuzz(Long.parseLong(args[0]));
    Thread watch = new Thread(fuzz::watch, "watch");
    watch.setDaemon(true);
    watch.start();
    if (args.length > 2) {
      fuzz.read(Long.parseLong(args[2]));
    } else {
      fuzz.readFor(Duration.ofSeconds(Long.parseLong(args[1])).toNanos());
    }
  }

  private void readFor(long nanos) {
    long begin = System.nanoTime();
    long number = 0;
    while (System.nanoTime() - begin < nanos) {
      read(number++);
    }
    System.out.println("seed " + seed + ": " + number + " inputs, " + outcomes);
  }

  /** Each input depends on the seed and its number only. */
  private void read(long number) {
    input = number;
    begunAt = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed + number * 0x9e3779b97f4a7c15L);
    SmallIndex index = sound.get(random.nextInt(sound.size()));
    try {
      MemoryStore damaged = new IndexMutator(index, random).damaged();
      outcomes.merge(EveryReading.of(damaged, index.asked(), random), 1L, Long::sum);
    } catch (Throwable e) { // Of any kind: that is what this looks for.
      fail(e);
    }
  }

  private void watch() {
    while (System.nanoTime() - begunAt < PATIENCE_NANOS) {
      LockSupport.parkNanos(PATIENCE_NANOS / 20);
    }
    for (var thread : Thread.getAllStackTraces().entrySet()) {
      System.out.println(thread.getKey() + " " + Arrays.toString(thread.getValue()));
    }
    fail(null);
  }

  private void fail(@Nullable Throwable cause) {
    System.out.println(
        "seed " + seed + ", input " + input + (cause == null ? ": takes too long" : ": " + cause));
    if (cause != null) {
      cause.printStackTrace(System.out);
    }
    System.out.flush();
    Runtime.getRuntime().halt(1);
  }
}
