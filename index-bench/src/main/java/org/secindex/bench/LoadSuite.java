package org.secindex.bench;

import java.io.IOException;
import java.util.List;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.SecondaryIndex;
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
    Usage usage;
    try (ProcessMeter meter = trial.meter()) {
      try (Ingested entries = Ingest.read(files, options);
          SecondaryIndex index = Indexes.create(trial.uri(), domain)) {
        index.load(entries.entries());
      }
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
}
