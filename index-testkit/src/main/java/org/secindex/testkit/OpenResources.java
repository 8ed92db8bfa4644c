package org.secindex.testkit;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * How many files and sockets (where the system tells) and threads this process has open.
 *
 * @param files entries of /proc/self/fd; 0 where there is none
 * @param threads live threads
 */
public record OpenResources(int files, int threads) {
  /** As it is now. */
  public static OpenResources now() {
    Path descriptors = Path.of("/proc/self/fd");
    int files = 0;
    if (Files.isDirectory(descriptors)) {
      try (Stream<Path> open = Files.list(descriptors)) {
        files = (int) open.count();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return new OpenResources(files, ManagementFactory.getThreadMXBean().getThreadCount());
  }

  /**
   * Waits until no more than {@code allowed} have been added: pools end their threads in their
   * time.
   */
  public void assertNoGrowth(int allowed) {
    await("files and threads that stay open, before: " + this)
        .atMost(Duration.ofSeconds(15))
        .until(
            OpenResources::now,
            now -> now.files <= files + allowed && now.threads <= threads + allowed);
  }
}
