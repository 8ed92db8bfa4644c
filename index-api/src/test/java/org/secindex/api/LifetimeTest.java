package org.secindex.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LifetimeTest {
  private static final class CountingSource implements EntrySource {
    final AtomicInteger closed = new AtomicInteger();

    @Override
    public boolean read(EntryBatch into) {
      into.clear();
      into.add(1, 2, 3);
      return true;
    }

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }

  @Test
  void aCursorsSourceIsClosedOnceWhicheverEndsFirst() {
    Lifetime lifetime = new Lifetime("x:y", Access.READ);
    CountingSource first = new CountingSource();
    CountingSource second = new CountingSource();
    EntryCursor cursor = lifetime.cursor(KeyDomain.SIGNED, first);
    EntryCursor left = lifetime.cursor(KeyDomain.SIGNED, second);
    cursor.close();
    cursor.close();
    assertThat(first.closed).hasValue(1);
    AtomicInteger released = new AtomicInteger();
    lifetime.close(
        () -> {
          assertThat(second.closed).as("cursors end before the index").hasValue(1);
          released.incrementAndGet();
        });
    lifetime.close(released::incrementAndGet);
    left.close();
    assertThat(released).hasValue(1);
    assertThat(first.closed).hasValue(1);
    assertThat(second.closed).hasValue(1);
    assertThatThrownBy(lifetime::enter)
        .isInstanceOf(IndexClosedException.class)
        .hasMessageContaining("x:y");
  }

  @Test
  void aCursorThatFailsToCloseKeepsNothingElseOpen() {
    Lifetime lifetime = new Lifetime("x:y", Access.READ);
    IndexException failure = new IndexException("connection lost");
    CountingSource[] sound = {new CountingSource(), new CountingSource(), new CountingSource()};
    for (CountingSource source : sound) {
      var unused = lifetime.cursor(KeyDomain.SIGNED, source);
      var unusedToo =
          lifetime.cursor(
              KeyDomain.SIGNED,
              new EntrySource() {
                @Override
                public boolean read(EntryBatch into) {
                  return false;
                }

                @Override
                public void close() {
                  throw failure;
                }
              });
    }
    AtomicInteger released = new AtomicInteger();
    assertThatThrownBy(() -> lifetime.close(released::incrementAndGet)).isSameAs(failure);
    assertThat(released).hasValue(1);
    assertThat(sound).allSatisfy(source -> assertThat(source.closed).hasValue(1));
    lifetime.close(released::incrementAndGet);
    assertThat(released).hasValue(1);
  }

  @Test
  void oneWriterAtATimeAndNoneWhereOnlyReadingWasAskedFor() {
    Lifetime reader = new Lifetime("x:y", Access.READ);
    assertThatThrownBy(() -> reader.enterToWrite("update"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Access.WRITE");
    Lifetime writer = new Lifetime("x:y", Access.WRITE);
    long stamp = writer.enterToWrite("load");
    assertThatThrownBy(() -> writer.enterToWrite("update"))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("another thread is writing");
    writer.exit(writer.enter());
    writer.exitFromWriting(stamp);
    writer.exitFromWriting(writer.enterToWrite("update"));
  }

  @Test
  void closingWaitsForCallsUnderWay() throws InterruptedException {
    Lifetime lifetime = new Lifetime("x:y", Access.READ);
    long stamp = lifetime.enter();
    AtomicInteger released = new AtomicInteger();
    Thread closer = new Thread(() -> lifetime.close(released::incrementAndGet));
    closer.start();
    // The closer can only be waiting for the call: nothing else holds it.
    while (closer.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    assertThat(released).hasValue(0);
    lifetime.exit(stamp);
    closer.join();
    assertThat(released).hasValue(1);
  }
}
