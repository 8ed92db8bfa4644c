package org.secindex.bench;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** How much of a file the system keeps in memory. */
final class PageCache {
  private static final int SAMPLES = 256;
  private static final int PAGE = 4096;
  private static final int LARGE = 64 << 10;
  private static final double NOTHING = 0.02;
  private static final long PATIENCE_SECONDS = 60;

  private PageCache() {}

  /**
   * The share of a file that is in memory, by looking at some places evenly apart: 0 to 1. Reads
   * nothing.
   */
  static double share(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long pages = (channel.size() + PAGE - 1) / PAGE;
      long samples = Math.min(pages, SAMPLES);
      int loaded = 0;
      for (long i = 0; i < samples; i++) {
        long at = pages * i / samples * PAGE;
        long length = Math.min(PAGE, channel.size() - at);
        if (channel.map(FileChannel.MapMode.READ_ONLY, at, length).isLoaded()) {
          loaded++;
        }
      }
      return samples == 0 ? 1 : (double) loaded / samples;
    } finally {
      // A mapping is given back when it is collected, and Linux allows a process 65 530 of them.
      System.gc();
    }
  }

  /**
   * Makes the system forget the pages of a file, and of no other: {@code dd} advises it to, which
   * needs no privileges. What is not yet on the disk is written to it first.
   *
   * @return why it was not done; empty if it was
   */
  static Optional<String> drop(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    Optional<String> problem = advise(file);
    if (problem.isPresent()) {
      return problem;
    }
    double left = share(file);
    return left > NOTHING
        ? Optional.of("%.0f %% of the file stay in memory".formatted(100 * left))
        : Optional.empty();
  }

  /**
   * Makes the system forget all files below a directory that are larger than 64 kB; smaller ones
   * are read when a store is opened.
   *
   * @return what stayed, and why; empty if nothing did
   */
  static Optional<String> dropAll(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return Optional.empty();
    }
    List<Path> files;
    try (Stream<Path> all = Files.walk(directory)) {
      files = all.filter(PageCache::isLarge).toList();
    }
    // What is mapped stays; a mapping that nobody uses any more is given back when it is collected.
    System.gc();
    for (Path file : files) {
      Optional<String> problem = drop(file);
      if (problem.isPresent()) {
        return problem.map(why -> file.getFileName() + ": " + why);
      }
    }
    return Optional.empty();
  }

  private static boolean isLarge(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && file.toFile().length() > LARGE;
  }

  private static Optional<String> advise(Path file) {
    try {
      Process dd =
          new ProcessBuilder("dd", "if=" + file, "iflag=nocache", "count=0", "status=none")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!dd.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        dd.destroyForcibly();
        return Optional.of("dd does not end");
      }
      return dd.exitValue() == 0
          ? Optional.empty()
          : Optional.of("this system's dd knows no iflag=nocache");
    } catch (IOException e) {
      return Optional.of("no dd on this system");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("interrupted");
    }
  }
}
