package org.secindex.bench;

import org.secindex.api.Indexes;
import org.secindex.api.SecondaryIndex;

/** Generated entries, which come sorted, straight into a new index. */
final class InitSuite implements Job {
  @Override
  public Measurement run(Trial trial) {
    Usage usage;
    try (ProcessMeter meter = trial.meter()) {
      fill(trial);
      usage = meter.stop();
    }
    Check check = Check.of(trial.uri(), trial.dataset().checksum());
    return new Measurement(
        trial.dataset().catalogue().size(),
        usage,
        null,
        check.checksum(),
        check.diskBytes(),
        check.wrong());
  }

  static void fill(Trial trial) {
    var catalogue = trial.dataset().catalogue();
    try (SecondaryIndex index = Indexes.create(trial.uri(), catalogue.domain())) {
      index.load(catalogue.entries());
    }
  }
}
