package org.secindex.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.secindex.api.Durability;
import org.secindex.tide.GeneratedLog;
import org.secindex.tide.IndexCursor;
import org.secindex.tide.TideCursor;
import org.secindex.tide.TideReader;
import org.secindex.tide.TideSource;
import org.secindex.tide.TideWriter;
import org.secindex.tide.WriteOptions;

/** A log on disk, written by rule, and the ways to read it. */
final class TideLog {
  /** As {@code cat} reads. */
  private static final int BLOCK = 128 << 10;

  private static final long FIRST_TIME = 1_300_000_000_000_000_000L;
  private static final long STEP = 1_000_000;
  private static final long SEED = 2011;

  private final Path file;
  private final TideShape shape;
  private final GeneratedLog generated;

  /** What scan and index must find, once it is known. */
  private @Nullable Found entries;

  TideLog(Path file, TideShape shape) {
    this.file = file;
    this.shape = shape;
    generated =
        new GeneratedLog(
            shape.chunks(),
            shape.entriesPerChunk(),
            shape.entryBytes(),
            1,
            1,
            true,
            FIRST_TIME,
            STEP);
  }

  private WriteOptions options(Durability durability) {
    return WriteOptions.DEFAULT
        .chunkEntries(shape.entriesPerChunk())
        .chunkBytes(WriteOptions.MAX_CHUNK_BYTES)
        .durability(durability)
        .replace(true);
  }

  /** Writes the log, or less of it if {@code cancelled}. */
  Effort write(Durability durability, BooleanSupplier cancelled) throws IOException {
    return Effort.of(
            () -> {
              try (TideWriter writer = TideWriter.create(file, options(durability))) {
                generated.write(writer, n -> !cancelled.getAsBoolean());
              }
              return file;
            })
        .effort();
  }

  /**
   * Writes the log, stops once in each chunk at a random entry, and counts how many of the entries
   * given to the writer are not in the file then: what is lost if the process ends there.
   */
  LongSummaryStatistics losses() {
    SplittableRandom random = new SplittableRandom(SEED);
    LongSummaryStatistics lost = new LongSummaryStatistics();
    long[] next = {random.nextInt(shape.entriesPerChunk())};
    try (TideWriter writer = TideWriter.create(file, options(Durability.RELAXED))) {
      generated.write(
          writer,
          given -> {
            if (given >= next[0]) {
              lost.accept(given - scan().count());
              next[0] =
                  (generated.chunkId(given) + 1) * shape.entriesPerChunk()
                      + random.nextInt(shape.entriesPerChunk());
            }
            return true;
          });
    }
    return lost;
  }

  /** What was found: how many entries or bytes, and a sum over all of the entries. */
  record Found(long count, long sum) {
    /** How it differs from what is there. */
    Optional<String> wrong(Found there) {
      return equals(there)
          ? Optional.empty()
          : Optional.of(
              "found %d, checksum %016x, instead of %d, %016x"
                  .formatted(count, sum, there.count, there.sum));
    }
  }

  /** What a method must find. */
  Found expected(String method) throws IOException {
    if (method.equals("read")) {
      return new Found(Files.size(file), 0);
    }
    Found all = entries;
    if (all == null) {
      all = foretold();
      entries = all;
    }
    return all;
  }

  private Found foretold() {
    long sum = 0;
    for (long n = 0; n < generated.entries(); n++) {
      sum +=
          mix(
              generated.channelId(n),
              generated.timestamp(n),
              generated.chunkId(n),
              generated.offset(n));
    }
    return new Found(generated.entries(), sum);
  }

  Found read(String method) throws IOException {
    return switch (method) {
      case "scan" -> scan();
      case "index" -> index();
      case "read" -> readAll();
      default -> throw new IllegalArgumentException(method);
    };
  }

  /** Adds up entries; so it does not matter which thread sees which of them. */
  private static final class Sum implements Consumer<TideCursor> {
    private long count;
    private long sum;

    @Override
    public void accept(TideCursor entry) {
      count++;
      sum += mix(entry.channelId(), entry.timestamp(), entry.chunkId(), entry.offset());
    }

    void add(Sum part) {
      count += part.count;
      sum += part.sum;
    }
  }

  private Found scan() {
    Sum all = new Sum();
    try (TideReader reader = TideReader.open(file)) {
      reader.scan(Runtime.getRuntime().availableProcessors(), Sum::new).forEach(all::add);
    }
    return new Found(all.count, all.sum);
  }

  private Found index() {
    long count = 0;
    long sum = 0;
    try (IndexCursor rows = IndexCursor.open(TideSource.open(file))) {
      while (rows.next()) {
        count++;
        sum += mix(rows.channelId(), rows.timestamp(), rows.chunkId(), rows.offset());
      }
    }
    return new Found(count, sum);
  }

  /** Cheap, so that it does not hide what is measured, and different for each place and time. */
  private static long mix(long channel, long timestamp, long chunk, long offset) {
    return (timestamp * 0x9E3779B97F4A7C15L)
        ^ (chunk * 0xC2B2AE3D27D4EB4FL + offset * 0x165667B19E3779F9L + channel);
  }

  private Found readAll() throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(BLOCK);
    long bytes = 0;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      int n;
      while ((n = channel.read(buffer)) >= 0) {
        bytes += n;
        buffer.clear();
      }
    }
    return new Found(bytes, 0);
  }

  /** What the log and its index take. */
  TideRow.Size size() throws IOException {
    try (TideReader reader = TideReader.open(file)) {
      long index =
          reader.blocks().stream()
              .filter(block -> block.tag().equals("INDX"))
              .mapToLong(block -> block.end() - block.position())
              .sum();
      return new TideRow.Size(Files.size(file), index);
    }
  }
}
