package org.secindex.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexException;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReadAheadTest {
  private static boolean one(EntryBatch into) {
    into.clear();
    into.add(1, 2, 3);
    return true;
  }

  /** Whoever was interrupted while waiting closes it, and the thread ends. */
  @RepeatedTest(10)
  void endsWhenItsUserWasInterrupted() throws InterruptedException {
    Thread user = Thread.currentThread();
    CountDownLatch reads = new CountDownLatch(4);
    CompletableFuture<Thread> reader = new CompletableFuture<>();
    EntrySource source =
        into -> {
          reader.complete(Thread.currentThread());
          if (reads.getCount() == 4) {
            user.interrupt();
          }
          reads.countDown();
          return one(into);
        };
    ReadAhead ahead = new ReadAhead(source);
    assertThatThrownBy(
            () -> {
              while (true) {
                ahead.read(new EntryBatch());
              }
            })
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();
    reads.await();
    // All batches are full; it waits for one that is not.
    while (reader.join().getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    ahead.close();
    assertThat(reader.join().isAlive()).isFalse();
  }

  /** It never becomes an end. */
  @Test
  void tellsAFailureAgain() {
    AtomicInteger reads = new AtomicInteger();
    EntrySource source =
        into -> {
          if (reads.incrementAndGet() > 1) {
            throw new IndexException("broken");
          }
          return one(into);
        };
    try (ReadAhead ahead = new ReadAhead(source)) {
      EntryBatch batch = new EntryBatch();
      assertThat(ahead.read(batch)).isTrue();
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> ahead.read(batch)).hasMessage("broken");
      }
    }
  }
}
