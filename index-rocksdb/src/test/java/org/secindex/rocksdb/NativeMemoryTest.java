package org.secindex.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.EntryCursor;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;

/**
 * Look-ups and scans, among them scans that are left early, leave no native memory behind. In a JVM
 * of its own with a small heap, so that the resident size is that of the native side.
 */
class NativeMemoryTest {
  private static final Path STATUS = Path.of("/proc/self/status");

  @TempDir Path directory;

  @Test
  void doesNotGrow() throws IOException, InterruptedException {
    assumeThat(STATUS).exists();
    List<String> output = ChildJvm.lines(directory, "-Xmx48m", Work.class, directory.resolve("i"));
    // Never freeing the bound of a scan, which is the smallest thing, shows as 14 MB here.
    assertThat(Long.parseLong(output.get(0))).as("growth in KiB").isLessThan(8_000);
  }

  /** Runs in the child, and prints by how many KiB its resident size has grown after warming up. */
  static final class Work {
    private Work() {}

    public static void main(String[] args) throws IOException {
      try (SecondaryIndex index = TestIndexes.create(Path.of(args[0]), KeyDomain.SIGNED)) {
        index.load(TestIndexes.everyTenth(20_000));
        rounds(index, 20_000);
        long before = residentKib();
        rounds(index, 200_000);
        System.out.println(residentKib() - before);
      }
    }

    private static void rounds(SecondaryIndex index, int rounds) {
      for (int i = 0; i < rounds; i++) {
        long key = 10L * (i % 20_000);
        index.find(key);
        index.find(key + 1);
        try (EntryCursor rows = index.scan(KeyRange.closed(key, key + 50))) {
          rows.next();
        }
        if (i % 100 == 0) {
          index.findAll(new long[] {key, key + 1, 50});
          index.scan(KeyRange.all()).close();
        }
      }
    }

    private static long residentKib() throws IOException {
      return Files.readAllLines(STATUS).stream()
          .filter(line -> line.startsWith("VmRSS"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElseThrow();
    }
  }
}
