package org.secindex.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.secindex.api.KeyDomain;
import org.secindex.testkit.Catalogue;

/** Entries to measure encodings on: of a generated catalogue, or of a file. */
final class EncodingSample {
  final String name;
  final long[] keys;
  final int[] chunks;
  final int[] subs;

  private EncodingSample(String name, int count) {
    this.name = name;
    keys = new long[count];
    chunks = new int[count];
    subs = new int[count];
  }

  /**
   * Makes or reads entries.
   *
   * @param source the name of a {@link Catalogue}; or a file of lines of key, chunk and subchunk,
   *     separated by tabs, as {@code secindex scan} prints them
   * @param size of a catalogue
   */
  static EncodingSample of(String source, int size) {
    return Files.exists(Path.of(source)) ? read(Path.of(source)) : generate(source, size);
  }

  private static EncodingSample generate(String name, int size) {
    Catalogue catalogue = Catalogue.of(name, size);
    EncodingSample sample = new EncodingSample(name, size);
    for (int i = 0; i < size; i++) {
      long key = catalogue.key(i);
      sample.keys[i] = KeyDomain.SIGNED.toSortOrder(key);
      sample.chunks[i] = catalogue.chunkId(key);
      sample.subs[i] = catalogue.subChunkId(key);
    }
    return sample;
  }

  private static EncodingSample read(Path file) {
    try {
      long[][] rows =
          Files.readAllLines(file).stream()
              .map(line -> Arrays.stream(line.split("\t", 3)).mapToLong(Long::parseLong).toArray())
              .toArray(long[][]::new);
      EncodingSample sample = new EncodingSample(file.getFileName().toString(), rows.length);
      for (int i = 0; i < rows.length; i++) {
        sample.keys[i] = rows[i][0];
        sample.chunks[i] = (int) rows[i][1];
        sample.subs[i] = (int) rows[i][2];
      }
      return sample;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The least processor time of many runs, as others may be at work, in nanoseconds an item. */
  static double nanos(long items, Runnable work) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    long begin = threads.getCurrentThreadCpuTime();
    long now = begin;
    for (int round = 0; round < 7 || now - begin < 500_000_000; round++) {
      work.run();
      long end = threads.getCurrentThreadCpuTime();
      least = Math.min(least, end - now);
      now = end;
    }
    return (double) least / items;
  }
}
