package org.secindex.cli;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.secindex.bench.BenchListener;
import org.secindex.bench.ResultRow;

/** Says what the bench does, shows how far it is, and tells what went wrong. */
final class BenchNarrator implements BenchListener {
  private final Console console;
  private String task = "";
  private @Nullable Progress progress;

  BenchNarrator(Console console) {
    this.console = console;
  }

  @Override
  public synchronized void phase(String what) {
    endProgress();
    task = what;
    console.say(what);
  }

  @Override
  public synchronized void progress(long done, long total) {
    Progress current = progress;
    if (current == null) {
      current =
          Progress.inKeys(
              console, task, total == 0 ? OptionalLong.empty() : OptionalLong.of(total));
      progress = current;
    }
    current.at(done);
  }

  @Override
  public synchronized void measured(ResultRow row) {
    endProgress();
    if (!row.isOk()) {
      console.say(row.backend() + ": " + row.suite() + ": " + row.status());
    } else if (!row.notes().isEmpty()) {
      console.say(row.backend() + ": " + row.suite() + ": " + row.notes());
    }
  }

  private void endProgress() {
    if (progress != null) {
      progress.close();
      progress = null;
    }
  }
}
