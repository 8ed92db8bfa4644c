package org.secindex.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.secindex.testkit.IndexFixture.entries;
import static org.secindex.testkit.IndexFixture.sequence;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.secindex.api.EntryCursor;
import org.secindex.api.IndexClosedException;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;

/** The end of an index: calls after it fail clearly, and nothing is left behind. */
interface ClosedContract {
  IndexFixture fixture();

  @Test
  @DisplayName("every call after close says that the index is closed; closing again does nothing")
  default void useAfterClose() {
    SecondaryIndex index = fixture().loaded(KeyDomain.SIGNED, 1, 2);
    index.close();
    index.close();
    List<ThrowingCallable> calls =
        List.of(
            () -> index.find(1),
            () -> index.findAll(new long[] {1}),
            () -> index.findAll(new long[0]),
            () -> index.scan(KeyRange.all()),
            () -> index.load(entries(KeyDomain.SIGNED, 0, 3)),
            () -> index.update(entries(KeyDomain.SIGNED, 0, 3)),
            () -> index.remove(new long[] {1}),
            index::compact,
            index::statistics,
            index::verify,
            () -> index.verifySample(0.5, 1, entries -> {}));
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call).isInstanceOf(IndexClosedException.class);
    }
  }

  @Test
  @DisplayName(
      "closing an index ends its open cursors, which then say so; closing those is no error")
  default void openCursors() {
    SecondaryIndex index = fixture().loaded(KeyDomain.SIGNED, sequence(0, 1, 50_000));
    EntryCursor begun = index.scan(KeyRange.all());
    EntryCursor fresh = index.scan(KeyRange.atLeast(100));
    assertThat(begun.next()).isTrue();
    index.close();
    assertThatThrownBy(
            () -> {
              while (begun.next()) {
                // Rows that the cursor holds already may still come.
                assertThat(begun.key()).isLessThan(49_999);
              }
            })
        .isInstanceOf(IndexClosedException.class);
    assertThatThrownBy(fresh::next).isInstanceOf(IndexClosedException.class);
    begun.close();
    fresh.close();
  }

  @Test
  @DisplayName(
      "closing while other threads look up and scan ends them with an exception, never a crash")
  default void closeUnderLoad() throws InterruptedException {
    for (int round = 0; round < 5; round++) {
      SecondaryIndex index = fixture().loaded(KeyDomain.SIGNED, sequence(0, 1, 20_000));
      CountDownLatch started = new CountDownLatch(3);
      AtomicReference<@Nullable Throwable> surprise = new AtomicReference<>();
      List<Thread> threads =
          List.of(
              looping(started, surprise, () -> index.find(7)),
              looping(started, surprise, () -> index.findAll(new long[] {1, 5, 19_999})),
              looping(started, surprise, () -> IndexFixture.keysOf(index, KeyRange.all())));
      started.await();
      index.close();
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(surprise.get()).isNull();
    }
  }

  private static Thread looping(
      CountDownLatch started, AtomicReference<@Nullable Throwable> surprise, Runnable call) {
    Thread thread =
        new Thread(
            () -> {
              try {
                call.run();
                started.countDown();
                long patience = System.nanoTime() + Duration.ofSeconds(10).toNanos();
                while (System.nanoTime() < patience) {
                  call.run();
                }
                surprise.set(new AssertionError("still answered 10 s after closing"));
              } catch (IndexClosedException expected) {
                started.countDown();
              } catch (Throwable t) {
                // Whatever else ends a look-up is what this test is there to find.
                surprise.set(t);
                started.countDown();
              }
            });
    thread.start();
    return thread;
  }

  @Test
  @DisplayName(
      "opened and closed many times with cursors left open, it leaks no file and no thread")
  default void noLeaks() {
    String uri = fixture().newUri();
    SecondaryIndex loaded = fixture().create(uri, KeyDomain.SIGNED);
    loaded.load(entries(KeyDomain.SIGNED, 0, sequence(0, 1, 20_000)));
    loaded.close();
    openAndLeave(uri, 5);
    OpenResources before = OpenResources.now();
    // Half of them write: what only a writer or only a reader leaks is more than what is allowed.
    openAndLeave(uri, 60);
    before.assertNoGrowth(15);
  }

  private void openAndLeave(String uri, int times) {
    for (int i = 0; i < times; i++) {
      SecondaryIndex index = i % 2 == 0 ? fixture().openToWrite(uri) : fixture().open(uri);
      EntryCursor left = index.scan(KeyRange.all());
      assertThat(left.next()).isTrue();
      assertThat(index.find(i)).isPresent();
      assertThat(index.findAll(new long[] {i, -1}).foundCount()).isEqualTo(1);
      index.close();
    }
  }
}
