package org.secindex.bench;

import org.secindex.api.Access;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/** A file's worth of entries over an existing index: open, update, close. */
final class UpdateSuite implements Job {
  @Override
  public Measurement run(Trial trial) {
    Changes changes = trial.dataset().changes();
    SortedEntries entries = changes.entries();
    Usage usage;
    try (ProcessMeter meter = trial.meter(entries::count, changes.size())) {
      try (SecondaryIndex index = trial.open(Access.WRITE)) {
        index.update(entries);
      }
      usage = meter.stop();
    }
    Check check = Check.of(trial, changes.checksumAfter());
    return Measurement.of(changes.size(), usage, check);
  }
}
