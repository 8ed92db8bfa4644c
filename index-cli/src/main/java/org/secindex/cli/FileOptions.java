package org.secindex.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.secindex.api.KeyDomain;
import org.secindex.ingest.Format;
import org.secindex.ingest.Ingest;
import org.secindex.ingest.IngestOptions;
import org.secindex.ingest.Ingested;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which index is to be written, from which files, and how these are written. */
final class FileOptions {
  @Parameters(
      index = "0",
      paramLabel = "URI",
      description = "the index, as file:/data/idx; see 'secindex backends'")
  private String uri = "";

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "FILE",
      description = "plain or .gz; - is the standard input")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--format",
      description = "tsv (with MySQL's escapes) or csv (RFC 4180); by the file's name unless given")
  private Optional<Format> format = Optional.empty();

  @Option(names = "--header", description = "the first line of each file names the columns")
  private boolean header;

  String uri() {
    return uri;
  }

  /** Reads, sorts and checks all files. */
  Ingested read(Console console, IngestOptions options) {
    try (Progress progress = Progress.inBytes(console, "read", Ingest.totalBytes(files))) {
      return Ingest.read(files, options, console.in(), (bytes, rows) -> progress.at(bytes));
    }
  }

  IngestOptions options(KeyDomain domain) {
    IngestOptions options = IngestOptions.defaults(domain).withHeader(header);
    return format.map(options::withFormat).orElse(options);
  }
}
