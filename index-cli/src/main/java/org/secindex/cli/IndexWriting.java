package org.secindex.cli;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;
import org.secindex.api.IndexException;
import org.secindex.api.SortedEntries;

/**
 * What an interrupt, as Ctrl-C, does to a command that writes an index. Before it has begun to
 * write, the process just ends. From then on its entries fail, so that the backend takes back what
 * it has begun, and the process ends when that is done. Either way, the user is told how the index
 * stands.
 */
final class IndexWriting {
  /** Passes through the backend that was reading. The user knows already. */
  static final class Interrupted extends IndexException {
    private static final long serialVersionUID = 1;

    Interrupted() {
      super("interrupted");
    }
  }

  private final Console console;
  private final String uri;
  private final String undone;
  private final CountDownLatch ended = new CountDownLatch(1);
  private boolean begun;
  private boolean complete;
  private boolean interrupted;

  /**
   * @param undone how the index stands when the writing has been interrupted
   */
  IndexWriting(Console console, String uri, String undone) {
    this.console = console;
    this.uri = uri;
    this.undone = undone;
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

  /** The writing begins with these entries. */
  SortedEntries entries(SortedEntries entries, Progress progress) {
    begin();
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

  private synchronized void begin() {
    requireGoingOn();
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
      console.say("interrupted: " + uri + " is as it was");
      return;
    }
    console.say("interrupted: taking back what was begun");
    boolean end = Interrupts.ends(ended);
    synchronized (this) {
      console.say(
          complete
              ? "the work was done before: " + uri + " is complete"
              : uri + (end ? " " + undone : " does not answer; it can be loaded again"));
    }
  }

  private synchronized boolean stop() {
    interrupted = true;
    return begun;
  }
}
