package org.secindex.cli;

import org.secindex.api.EntryBatch;
import org.secindex.api.EntrySource;

/** No more than so many entries of a source. */
final class FirstEntries implements EntrySource {
  private final EntrySource source;
  private long left;

  FirstEntries(EntrySource source, long most) {
    this.source = source;
    left = most;
  }

  @Override
  public boolean read(EntryBatch into) {
    if (left == 0 || !source.read(into)) {
      into.clear();
      return false;
    }
    into.setSize((int) Math.min(left, into.size()));
    left -= into.size();
    return true;
  }
}
