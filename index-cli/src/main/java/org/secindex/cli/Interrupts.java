package org.secindex.cli;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Lets long work end in good order when the user interrupts it. */
final class Interrupts {
  private static final long PATIENCE_SECONDS = 60;

  private Interrupts() {}

  /** What may be interrupted: prints its results itself, as nobody else comes to it then. */
  interface Work {
    int run() throws IOException;
  }

  /**
   * Does the work; if meanwhile the process is told to end, cancels it, and waits until it has
   * ended.
   *
   * @param cancel makes the work return soon, with what it has
   */
  static int during(Console console, Closeable cancel, Work work) throws IOException {
    CountDownLatch done = new CountDownLatch(1);
    return during(
        () -> end(console, cancel, done),
        () -> {
          try {
            return work.run();
          } finally {
            done.countDown();
          }
        });
  }

  /** Does the work; if meanwhile the process is told to end, it does when this is done. */
  static int during(Runnable interrupted, Work work) throws IOException {
    Thread hook = new Thread(interrupted, "secindex-interrupt");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return work.run();
    } finally {
      forget(hook);
    }
  }

  private static void end(Console console, Closeable cancel, CountDownLatch done) {
    console.say("interrupted: stopping, keeping what was measured");
    try {
      cancel.close();
      if (!ends(done)) {
        console.say("a measurement does not end; its data are left behind");
      }
    } catch (IOException e) {
      console.say("bench: " + e.getMessage());
    }
  }

  /** Waits for the end of work that was told to end; false if that does not come. */
  static boolean ends(CountDownLatch done) {
    try {
      return done.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending: the hook has begun, and waits for us.
    }
  }
}
