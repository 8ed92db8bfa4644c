package org.secindex.tide;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Damages sample logs at random and reads them in all ways, in a process of its own with little
 * memory. Whatever a file holds, no other exception than ours may come, nothing may take long, and
 * what is recovered must be a sound log that a second recovery leaves alone.
 */
final class Fuzz {
  private static final long LONGEST_NANOS = 10_000_000_000L;
  private static final long[] NASTY = {
    0, 1, -1, 24, 25, 26, 255, 256, 1L << 31, 1L << 32, Long.MIN_VALUE, Long.MAX_VALUE, -12, -37
  };
  private static final int RECOVERED_ONE_IN = 8;

  private final SplittableRandom random;
  private final Path directory;
  private final List<byte[]> samples = new ArrayList<>();

  private Fuzz(long seed, Path directory) {
    random = new SplittableRandom(seed);
    this.directory = directory;
    for (SampleLogs sample : SampleLogs.values()) {
      samples.add(sample.make().toBytes());
    }
  }

  /** Arguments: seed, seconds, directory for files. Prints how many logs were read. */
  public static void main(String[] args) throws IOException {
    Fuzz fuzz = new Fuzz(Long.parseLong(args[0]), Path.of(args[2]));
    long end = System.nanoTime() + Long.parseLong(args[1]) * 1_000_000_000L;
    long logs = 0;
    long longest = 0;
    while (System.nanoTime() < end) {
      byte[] log = fuzz.mutant();
      long start = cpu();
      try {
        fuzz.readInAllWays(log, logs % RECOVERED_ONE_IN == 0);
      } catch (RuntimeException | AssertionError | IOException | OutOfMemoryError e) {
        System.out.println("log " + logs + " of " + log.length + " bytes: " + e);
        System.out.println(HexFormat.of().formatHex(log));
        throw e;
      }
      longest = Math.max(longest, cpu() - start);
      if (longest > LONGEST_NANOS) {
        System.out.println(HexFormat.of().formatHex(log));
        throw new AssertionError("log " + logs + " took " + longest / 1_000_000 + " ms");
      }
      logs++;
    }
    System.out.println(logs + " logs, the longest took " + longest / 1_000_000 + " ms");
  }

  /** What this thread has used: the machine may be busy with other things. */
  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private byte[] mutant() {
    byte[] log = samples.get(random.nextInt(samples.size())).clone();
    for (int i = random.nextInt(6); i >= 0; i--) {
      log = mutated(log);
    }
    return log;
  }

  private byte[] mutated(byte[] log) {
    if (log.length < 40) {
      return log;
    }
    int at = random.nextInt(log.length - 8);
    int length = 1 + random.nextInt(Math.min(300, log.length - at));
    switch (random.nextInt(9)) {
      case 0 -> log[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> log[at] = (byte) random.nextInt();
      case 2 -> {
        return Arrays.copyOf(log, at);
      }
      case 3 -> System.arraycopy(LogBytes.le(nasty()), 0, log, at, 8);
      case 4 -> System.arraycopy(LogBytes.le((int) nasty()), 0, log, at, 4);
      case 5 -> Arrays.fill(log, at, at + length, (byte) 0);
      case 6 -> {
        return joined(log, at, log, at, at + length, at);
      }
      case 7 -> {
        return joined(log, at, log, at, at, at + length);
      }
      default -> {
        byte[] other = samples.get(random.nextInt(samples.size()));
        int from = random.nextInt(other.length);
        int to = from + random.nextInt(other.length - from);
        return joined(log, at, other, from, to, at);
      }
    }
    return log;
  }

  private long nasty() {
    return NASTY[random.nextInt(NASTY.length)];
  }

  /** The log up to {@code at}, a part of another, and the log from {@code rest} on. */
  private static byte[] joined(byte[] log, int at, byte[] other, int from, int to, int rest) {
    return new LogBytes()
        .raw(Arrays.copyOf(log, at))
        .raw(Arrays.copyOfRange(other, from, to))
        .raw(Arrays.copyOfRange(log, rest, log.length))
        .toBytes();
  }

  private void readInAllWays(byte[] log, boolean recovers) throws IOException {
    TideSource source =
        recovers ? new TricklingSource(log, 11) : TideSource.of("log", ByteBuffer.wrap(log));
    TideRepair.doctor(source, ReadOptions.DEFAULT);
    for (IndexPolicy policy : IndexPolicy.values()) {
      ReadOptions options = ReadOptions.DEFAULT.policy(policy).anyVersion(true);
      try (TideReader reader = TideReader.open(source, options)) {
        List<Entry> scanned = Entry.all(reader.scan());
        List<Entry> byTime = Entry.all(reader.entries(TideQuery.ALL.order(TideQuery.Order.TIME)));
        if (policy == IndexPolicy.IGNORE && !sorted(scanned).equals(sorted(byTime))) {
          throw new AssertionError(scanned + " are in time order " + byTime);
        }
        reader.summaries(false);
        for (Channel channel : reader.channels()) {
          ChannelEntries.read(reader, channel.id());
        }
      } catch (TideException expected) {
        // No log, an index that is required, or ids that an index cannot hold.
      }
    }
    if (recovers) {
      recover(source);
    }
  }

  private static List<String> sorted(List<Entry> entries) {
    return entries.stream().map(Entry::toString).sorted().toList();
  }

  private void recover(TideSource source) throws IOException {
    Path once = directory.resolve("once.tide");
    Path twice = directory.resolve("twice.tide");
    try {
      TideRepair.recover(source, once, true, ReadOptions.DEFAULT);
    } catch (TideException e) {
      if (!String.valueOf(e.getMessage()).contains("nothing in it is of a TIDE log")) {
        throw e;
      }
      return;
    }
    byte[] recovered = Files.readAllBytes(once);
    if (recovered[12] <= 1 && recovered[12] >= 0 && recovered[13] == 0) {
      SoundLog.read(recovered);
    }
    TideSource again = TideSource.of("recovered", ByteBuffer.wrap(recovered));
    TideRepair.recover(again, twice, true, ReadOptions.DEFAULT);
    if (Files.mismatch(once, twice) != -1) {
      throw new AssertionError("a second recovery changes what the first one made");
    }
  }
}
