package org.secindex.bench;

import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.testkit.Catalogue;

/** Generated entries, which come sorted, straight into a new index. */
final class InitSuite implements Job {
  @Override
  public Measurement run(Trial trial) {
    Usage usage = fill(trial);
    Check check = Check.of(trial, trial.dataset().checksum());
    return Measurement.of(trial.dataset().catalogue().size(), usage, check);
  }

  static Usage fill(Trial trial) {
    Catalogue catalogue = trial.dataset().catalogue();
    SortedEntries entries = catalogue.entries();
    try (ProcessMeter meter = trial.meter(entries::count, catalogue.size())) {
      try (SecondaryIndex index = trial.create()) {
        index.load(entries);
      }
      return meter.stop();
    }
  }
}
