package org.secindex.bench;

import java.util.Optional;
import org.secindex.api.Access;
import org.secindex.api.DuplicateKeyException;
import org.secindex.api.EntryBatch;
import org.secindex.api.EntryChecksum;
import org.secindex.api.EntryCursor;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.api.UnsortedInputException;

/** All entries in order; the order and a checksum are taken while the clock runs. */
final class ScanSuite implements Job {
  @Override
  public Measurement run(Trial trial) {
    EntryChecksum found = new EntryChecksum();
    EntryChecksum expected = trial.dataset().checksum();
    try (SecondaryIndex index = trial.open(Access.READ)) {
      Usage usage;
      Optional<String> disorder;
      try (ProcessMeter meter = trial.meter(found::count, expected.count());
          EntryCursor rows = index.scan(KeyRange.all());
          SortedEntries inOrder = SortedEntries.of(index.domain(), rows)) {
        disorder = read(inOrder, found);
        usage = meter.stop();
      }
      Check check =
          new Check(
              found.value(),
              Check.diskBytes(index),
              disorder.or(() -> difference(found, expected)));
      return Measurement.of(found.count(), usage, check);
    }
  }

  /** Reads to the end, or to the first entry that is out of order, which is told. */
  private static Optional<String> read(SortedEntries entries, EntryChecksum found) {
    EntryBatch batch = new EntryBatch();
    try {
      while (entries.read(batch)) {
        found.add(batch);
      }
      return Optional.empty();
    } catch (UnsortedInputException | DuplicateKeyException e) {
      return Optional.of("out of order: " + e.getMessage());
    }
  }

  private static Optional<String> difference(EntryChecksum found, EntryChecksum expected) {
    return found.value() == expected.value() && found.count() == expected.count()
        ? Optional.empty()
        : Optional.of(
            found.count()
                + " entries read, which are not the "
                + expected.count()
                + " that were written");
  }
}
