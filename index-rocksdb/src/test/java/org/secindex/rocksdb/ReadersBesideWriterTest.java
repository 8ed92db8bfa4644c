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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.secindex.api.Access;
import org.secindex.api.EntryCursor;
import org.secindex.api.IndexException;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.api.TransientIndexException;
import org.secindex.testkit.EditedContent;
import org.secindex.testkit.KilledWriter;

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

  /** As {@code secindex copy} makes it; there is no other kind of backup. */
  @ParameterizedTest
  @EnumSource(names = {"UPDATE", "INGEST"})
  void aCopyBesideAWriterIsWhatWasThereAtOneInstant(CrashWork work) throws Exception {
    try (KilledWriter writer = CrashWriter.start(work, directory, 1)) {
      for (int copy = 0; copy < 3; copy++) {
        writer.awaitBegin(writer.begun() + 3);
        int first = writer.begun() - 1;
        Path target = directory.resolve("copy" + copy);
        try (SecondaryIndex from = TestIndexes.open(work.index(directory, 1), Access.READ);
            EntryCursor rows = from.scan(KeyRange.all());
            SecondaryIndex to = TestIndexes.create(target, EditedContent.DOMAIN)) {
          to.load(SortedEntries.of(EditedContent.DOMAIN, rows));
          assertThat(piece(work, first, to)).as("piece %d or later", first).isNotNegative();
        }
      }
    }
  }

  /** The piece after which the index held what this one does, or -1. */
  private static int piece(CrashWork work, int first, SecondaryIndex index) {
    EditedContent content = EditedContent.empty();
    for (int piece = 1; piece < first + 1000; piece++) {
      content = work.after(content, piece);
      if (piece >= first && content.isIn(index)) {
        return piece;
      }
    }
    return -1;
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
