package org.secindex.bench;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.secindex.api.KeyDomain;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.ingest.Format;
import org.secindex.ingest.Ingest;
import org.secindex.ingest.IngestOptions;
import org.secindex.ingest.Ingested;

/** TSV files, read and sorted, into a new index. */
final class LoadSuite implements Job {
  @Override
  public Measurement run(Trial trial) throws IOException {
    List<String> files = trial.dataset().files().paths();
    KeyDomain domain = trial.dataset().catalogue().domain();
    IngestOptions options =
        IngestOptions.defaults(domain)
            .withFormat(Format.TSV)
            .withMemory(Runtime.getRuntime().maxMemory() / 2);
    // Each row is half done when it is read.
    long rows = trial.dataset().catalogue().size();
    AtomicLong read = new AtomicLong();
    AtomicReference<@Nullable SortedEntries> loading = new AtomicReference<>();
    Usage usage;
    try (ProcessMeter meter = trial.meter(() -> (read.get() + count(loading.get())) / 2, rows)) {
      try (Ingested ingested =
              Ingest.read(
                  files, options, InputStream.nullInputStream(), (bytes, n) -> read.set(n));
          SecondaryIndex index = trial.create()) {
        SortedEntries entries = ingested.entries();
        loading.set(entries);
        index.load(entries);
      }
      usage = meter.stop();
    }
    Check check = Check.of(trial, trial.dataset().checksum());
    return Measurement.of(rows, usage, check);
  }

  private static long count(@Nullable SortedEntries entries) {
    return entries == null ? 0 : entries.count();
  }
}
