package org.secindex.cli;

import java.util.List;
import java.util.Optional;
import org.secindex.api.KeyDomain;
import org.secindex.ingest.Format;
import org.secindex.ingest.Ingest;
import org.secindex.ingest.IngestOptions;
import org.secindex.ingest.IngestProgress;
import org.secindex.ingest.Ingested;
import picocli.CommandLine.Option;

/** How the fields of files are written. */
final class FileOptions {
  @Option(
      names = "--format",
      description = "tsv (with MySQL's escapes) or csv (RFC 4180); by the file's name unless given")
  private Optional<Format> format = Optional.empty();

  @Option(names = "--header", description = "the first line of each file names the columns")
  private boolean header;

  /** Reads, sorts and checks all files. */
  Ingested read(Console console, List<String> files, IngestOptions options) {
    try (Progress progress = Progress.inBytes(console, "read and sort", Ingest.totalBytes(files))) {
      IngestProgress shown =
          new IngestProgress() {
            @Override
            public void advanced(long bytes, long rows) {
              progress.at(bytes, rows);
            }

            @Override
            public void warned(String warning) {
              console.say("warning: " + warning);
            }
          };
      return Ingest.read(files, options, console.in(), shown);
    }
  }

  IngestOptions options(KeyDomain domain) {
    IngestOptions options = IngestOptions.defaults(domain).withHeader(header);
    return format.map(options::withFormat).orElse(options);
  }
}
