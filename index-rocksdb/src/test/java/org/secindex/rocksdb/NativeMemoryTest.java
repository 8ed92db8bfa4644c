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
 * Look-ups and scans, among them scans that are left early or by an exception, leave no native
 * memory behind. In a JVM of its own with a small heap, so that the resident size is that of the
 * native side. {@code -Dsecindex.memory.scans=1000000} does that many, and ten times as many
 * look-ups.
 */
class NativeMemoryTest {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final int SCANS = Integer.getInteger("secindex.memory.scans", 200_000);

  @TempDir Path directory;

  @Test
  void doesNotGrow() throws IOException, InterruptedException {
    assumeThat(STATUS).exists();
    List<String> output =
        ChildJvm.with("-Xmx48m")
            .lines(directory, Work.class, Path.of(directory.resolve("i") + ":" + SCANS));
    // Never freeing the bound of a scan, which is the smallest thing, shows as 14 MB here.
    assertThat(Long.parseLong(output.get(0))).as("growth in KiB").isLessThan(8_000);
  }

  /** Runs in the child, and prints by how many KiB its resident size has grown after warming up. */
  static final class Work {
    private Work() {}

    public static void main(String[] args) throws IOException {
      String[] place = args[0].split(":", -1);
      try (SecondaryIndex index = TestIndexes.create(Path.of(place[0]), KeyDomain.SIGNED)) {
        index.load(TestIndexes.everyTenth(20_000));
        rounds(index, 20_000);
        long before = residentKib();
        rounds(index, Integer.parseInt(place[1]));
        System.out.println(residentKib() - before);
      }
    }

    private static void rounds(SecondaryIndex index, int rounds) {
      for (int i = 0; i < rounds; i++) {
        long key = 10L * (i % 20_000);
        for (int j = 0; j < 10; j++) {
          index.find(key + j);
        }
        scan(index, key, i % 2 == 0);
        if (i % 100 == 0) {
          index.findAll(new long[] {key, key + 1, 50});
          index.scan(KeyRange.all()).close();
        }
      }
    }

    private static void scan(SecondaryIndex index, long key, boolean fails) {
      try (EntryCursor rows = index.scan(KeyRange.closed(key, key + 50))) {
        rows.next();
        if (fails) {
          throw new IllegalArgumentException("of one who uses rows");
        }
      } catch (IllegalArgumentException expected) {
        // What counts is what is left behind.
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
