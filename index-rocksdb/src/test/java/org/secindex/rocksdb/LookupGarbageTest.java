package org.secindex.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.secindex.api.KeyDomain;
import org.secindex.api.SecondaryIndex;

/** Look-ups make no objects but their answers. */
class LookupGarbageTest {
  private static final int ASKED = 20_000;

  /** An {@code Optional} and a {@code Location}. */
  private static final int ANSWER = 16 + 24;

  @TempDir Path directory;

  @Test
  void nothingButAnswers() {
    try (SecondaryIndex index = TestIndexes.create(directory.resolve("i"), KeyDomain.SIGNED)) {
      index.load(TestIndexes.everyTenth(ASKED));
      assertThat(allocated(() -> ask(index, 1))).as("misses").isLessThan(ASKED);
      assertThat(allocated(() -> ask(index, 0))).as("hits").isLessThan(ASKED * (ANSWER + 1L));
      long[] keys = LongStream.range(0, ASKED).map(i -> i * 5).toArray();
      // Columns: the request, sorted and in order, and the answers to both.
      assertThat(allocated(() -> index.findAll(keys))).as("a batch").isLessThan(ASKED * 100L);
    }
  }

  private static void ask(SecondaryIndex index, int offset) {
    for (int i = 0; i < ASKED; i++) {
      index.find(10L * i + offset);
    }
  }

  /** Bytes, the second time, when everything has been made that is kept. */
  private static long allocated(Runnable work) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    work.run();
    long before = threads.getCurrentThreadAllocatedBytes();
    work.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }
}
