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
    Thread interrupt = new Thread(() -> end(console, cancel, done), "bench-interrupt");
    Runtime.getRuntime().addShutdownHook(interrupt);
    try {
      return work.run();
    } finally {
      done.countDown();
      forget(interrupt);
    }
  }

  private static void end(Console console, Closeable cancel, CountDownLatch done) {
    console.say("interrupted: stopping, keeping what was measured");
    try {
      cancel.close();
      if (!done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        console.say("a measurement does not end; its data are left behind");
      }
    } catch (IOException e) {
      console.say("bench: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
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
