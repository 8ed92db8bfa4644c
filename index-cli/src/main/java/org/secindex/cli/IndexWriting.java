package org.secindex.cli;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexException;
import org.secindex.api.SortedEntries;

/**
 * What an interrupt, as Ctrl-C, does to a command that writes an index, or a file of entries.
 * Before it has begun to write, the process just ends. From then on its entries fail, so that who
 * writes takes back what was begun, and the process ends when that is done. Either way, the user is
 * told how the index stands.
 */
final class IndexWriting {
  /** Passes through the backend that was reading. The user knows already. */
  static final class Interrupted extends IndexException {
    private static final long serialVersionUID = 1;

    Interrupted() {
      super("interrupted");
    }
  }

  static final String AS_IT_WAS = "is as it was";

  private final Console console;
  private final String uri;
  private final CountDownLatch ended = new CountDownLatch(1);
  private Supplier<String> undone = () -> AS_IT_WAS;
  private boolean begun;
  private boolean complete;
  private boolean interrupted;

  /**
   * @param uri what is written, as messages name it
   */
  IndexWriting(Console console, String uri) {
    this.console = console;
    this.uri = uri;
  }

  /** Does what reads, and then writes through {@link #entries}. */
  int during(Interrupts.Work work) throws IOException {
    return Interrupts.during(
        this::interrupt,
        () -> {
          try {
            return work.run();
          } finally {
            ended.countDown();
          }
        });
  }

  /**
   * The writing begins with these entries.
   *
   * @param undone tells how the index stands when the writing was interrupted, and has ended
   */
  SortedEntries entries(SortedEntries entries, Progress progress, Supplier<String> undone) {
    begin(undone);
    SortedEntries shown = Progress.watch(progress, entries);
    return SortedEntries.of(
        shown.domain(),
        new EntrySource() {
          @Override
          public boolean read(EntryBatch into) {
            requireGoingOn();
            return shown.read(into);
          }

          @Override
          public void close() {
            shown.close();
          }
        });
  }

  private synchronized void begin(Supplier<String> undone) {
    requireGoingOn();
    this.undone = undone;
    begun = true;
  }

  private synchronized void requireGoingOn() {
    if (interrupted) {
      throw new Interrupted();
    }
  }

  /** The writing is done: an interrupt comes too late to undo anything. */
  synchronized void complete() {
    complete = true;
  }

  private void interrupt() {
    if (!stop()) {
      console.say("interrupted: " + uri + " " + AS_IT_WAS);
      return;
    }
    console.say("interrupted: taking back what was begun");
    boolean end = Interrupts.ends(ended);
    synchronized (this) {
      console.say(
          complete
              ? "the work was done before: " + uri + " is complete"
              : uri + " " + (end ? undone.get() : "does not answer, and is left as it is"));
    }
  }

  private synchronized boolean stop() {
    interrupted = true;
    return begun;
  }
}
