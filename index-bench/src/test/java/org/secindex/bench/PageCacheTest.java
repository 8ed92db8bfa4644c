package org.secindex.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageCacheTest {
  private static final int SIZE = 8 << 20;

  @TempDir private Path directory;

  private Path file(int size) throws IOException {
    return Files.write(directory.resolve("file"), new byte[size]);
  }

  @Test
  void aFileThatIsDroppedIsNotInMemoryOrItIsSaidWhy() throws IOException {
    Path file = file(SIZE);
    assertThat(PageCache.share(file)).as("just written").isGreaterThan(0.9);
    Optional<String> problem = PageCache.drop(file);
    if (problem.isEmpty()) {
      assertThat(PageCache.share(file)).isLessThan(0.03);
    } else {
      System.err.println("PageCacheTest: cold files cannot be had here: " + problem.get());
      assertThat(problem.get()).isNotEmpty();
    }
    assertThat(Files.readAllBytes(file)).hasSize(SIZE);
    assertThat(PageCache.share(file)).as("just read").isGreaterThan(0.9);
  }

  @Test
  void allLargeFilesBelowADirectoryAreDropped() throws IOException {
    Path large = Files.createDirectories(directory.resolve("a/b")).resolve("large");
    Files.write(large, new byte[SIZE]);
    Path small = Files.write(directory.resolve("small"), new byte[100]);
    Optional<String> problem = PageCache.dropAll(directory);
    if (problem.isEmpty()) {
      assertThat(PageCache.share(large)).isLessThan(0.03);
    } else {
      assertThat(problem.get()).startsWith("large: ");
    }
    assertThat(small).hasSize(100);
    assertThat(PageCache.dropAll(directory.resolve("none"))).isEmpty();
  }

  @Test
  void smallFilesHaveAShareToo() throws IOException {
    assertThat(PageCache.share(file(0))).isEqualTo(1);
    assertThat(PageCache.share(file(1))).isEqualTo(1);
    assertThat(PageCache.share(file(4097))).isEqualTo(1);
  }

  @Test
  void workIsMeasured() throws IOException {
    var measured =
        Effort.of(
            () -> {
              long end = System.nanoTime() + 300_000_000;
              long n = 0;
              while (System.nanoTime() < end) {
                n++;
              }
              return n;
            });
    assertThat(measured.result()).isPositive();
    assertThat(measured.effort().wallSeconds()).isGreaterThanOrEqualTo(0.3);
    Double user = measured.effort().userSeconds();
    Double system = measured.effort().systemSeconds();
    if (Files.exists(Path.of("/proc/self/stat"))) {
      assertThat(user).isNotNull();
      assertThat(system).isNotNull();
      assertThat((user == null ? 0 : user) + (system == null ? 0 : system)).isPositive();
    } else {
      assertThat(user).as("not known is not 0").isNull();
    }
  }
}
