package org.secindex.bench;

import java.util.Optional;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntryChecksum;
import org.secindex.api.EntryCursor;
import org.secindex.api.Indexes;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;

/** All entries in order; the order and a checksum are taken while the clock runs. */
final class ScanSuite implements Job {
  @Override
  public Measurement run(Trial trial) {
    EntryChecksum found = new EntryChecksum();
    EntryBatch batch = new EntryBatch();
    try (SecondaryIndex index = Indexes.open(trial.uri())) {
      Usage usage;
      try (ProcessMeter meter = trial.meter(found::count, trial.dataset().checksum().count());
          EntryCursor rows = index.scan(KeyRange.all());
          SortedEntries inOrder = SortedEntries.of(index.domain(), rows)) {
        while (inOrder.read(batch)) {
          found.add(batch);
        }
        usage = meter.stop();
      }
      EntryChecksum expected = trial.dataset().checksum();
      boolean right = found.value() == expected.value() && found.count() == expected.count();
      return new Measurement(
          found.count(),
          usage,
          null,
          found,
          Check.diskBytes(index),
          right
              ? Optional.empty()
              : Optional.of(
                  found.count()
                      + " entries read, which are not the "
                      + expected.count()
                      + " that were written"));
    }
  }
}
