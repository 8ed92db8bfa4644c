package org.secindex.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.Access;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.TransientIndexException;

/** Readers that open while a writer moves entries from its log into table files. */
class ReadersBesideWriterTest {
  private static final int READERS = 2;

  @TempDir Path directory;
  private Path path = Path.of("");
  private final AtomicBoolean written = new AtomicBoolean();

  @BeforeEach
  void choosePath() {
    path = directory.resolve("i");
  }

  /** Closing a writer empties its log; RocksDB by itself lost some 3 % of these look-ups. */
  @Test
  void findWhatWasStoredBeforeTheyOpened() throws InterruptedException, ExecutionException {
    TestIndexes.create(path, KeyDomain.SIGNED).close();
    AtomicLong stored = new AtomicLong(-1);
    List<Long> opened =
        readingWhile(
            () -> {
              for (int key = 0; key < 40; key++) {
                try (SecondaryIndex writer = TestIndexes.open(path, Access.WRITE)) {
                  writer.update(TestIndexes.entries(KeyDomain.SIGNED, key));
                  stored.set(key);
                }
              }
            },
            () -> {
              long key = stored.get();
              try (SecondaryIndex reader = TestIndexes.open(path, Access.READ)) {
                assertThat(key < 0 || reader.find(key).isPresent()).as("key %d", key).isTrue();
              }
            });
    assertThat(opened).allMatch(times -> times > 0);
  }

  @Test
  void seeALoadWholeOrNotAtAll() throws InterruptedException, ExecutionException {
    List<Long> opened =
        readingWhile(
            () -> {
              for (int i = 0; i < 20; i++) {
                try (SecondaryIndex writer =
                    TestIndexes.create(path.resolveSibling("load" + i), KeyDomain.SIGNED)) {
                  writer.load(TestIndexes.everyTenth(500));
                }
              }
            },
            () -> {
              for (int i = 0; i < 20; i++) {
                try (SecondaryIndex reader =
                    TestIndexes.open(path.resolveSibling("load" + i), Access.READ)) {
                  assertThat(reader.verify().problems()).isEmpty();
                  assertThat(reader.statistics().entries()).isIn(0L, 500L);
                }
              }
            });
    assertThat(opened).hasSize(READERS);
  }

  /** How many times each reader could do its reading while the writer did its writing. */
  private List<Long> readingWhile(Runnable writing, Runnable reading)
      throws InterruptedException, ExecutionException {
    ExecutorService readers = Executors.newFixedThreadPool(READERS);
    try {
      Callable<Long> reader = () -> readUntilWritten(reading);
      List<Future<Long>> running =
          Stream.generate(() -> readers.submit(reader)).limit(READERS).toList();
      try {
        writing.run();
      } finally {
        written.set(true);
      }
      List<Long> times = new ArrayList<>();
      for (Future<Long> each : running) {
        times.add(each.get());
      }
      return times;
    } finally {
      readers.shutdownNow();
    }
  }

  private long readUntilWritten(Runnable reading) {
    long times = 0;
    while (!written.get()) {
      try {
        reading.run();
        times++;
      } catch (TransientIndexException tooBusy) {
        // It says so, and claims nothing.
      } catch (IndexException e) {
        assertThat(e).hasMessageMatching(".*(BUILDING|no index at).*");
      }
    }
    return times;
  }
}
