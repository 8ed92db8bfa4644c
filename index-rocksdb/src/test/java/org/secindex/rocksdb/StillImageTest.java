package org.secindex.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StillImageTest {
  @TempDir Path path;

  /** A writer opens while readers come and go. */
  @Test
  void imagesThatGoMeanwhileAreNobodysTrouble() throws Exception {
    IndexDirectory directory = new IndexDirectory("rocksdb:" + path, path);
    AtomicBoolean enough = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(1);
    ExecutorService readers = Executors.newSingleThreadExecutor();
    try {
      Future<Integer> images = readers.submit(() -> comeAndGo(begun, enough));
      begun.await();
      for (int i = 0; i < 5_000; i++) {
        StillImage.deleteOld(directory, Duration.ofHours(1));
      }
      enough.set(true);
      assertThat(images.get()).isPositive();
    } finally {
      enough.set(true);
      readers.shutdown();
    }
    assertThat(path).isEmptyDirectory();
  }

  private int comeAndGo(CountDownLatch begun, AtomicBoolean enough) throws IOException {
    int images = 0;
    while (!enough.get()) {
      Path image = Files.createDirectory(path.resolve("reading-" + images++));
      begun.countDown();
      Files.delete(image);
    }
    return images;
  }
}
