package org.secindex.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.secindex.api.KeyDomain;
import org.secindex.ingest.BadRows;
import org.secindex.ingest.Format;
import org.secindex.ingest.Ingest;
import org.secindex.ingest.IngestOptions;
import org.secindex.ingest.IngestProgress;
import org.secindex.ingest.Ingested;
import org.secindex.ingest.LineOptions;
import picocli.CommandLine.Option;

/** How the lines and fields of files are written. */
final class FileOptions {
  @Option(
      names = "--format",
      paramLabel = "tsv|csv|whitespace|binary",
      description =
          "tsv (with MySQL's escapes), csv (RFC 4180), whitespace (any blanks and tabs between"
              + " fields), or binary (records of 16 bytes, big-endian: id 8, chunk 4, sub 4);"
              + " unless given, by each file's name: .csv, .bin, tsv for any other")
  private Optional<Format> format = Optional.empty();

  @Option(
      names = "--header",
      description =
          "the first line of each file, behind skipped ones and comments, names the columns")
  private boolean header;

  @Option(
      names = "--skip-lines",
      paramLabel = "N",
      defaultValue = "0",
      description = "leave out the first N lines of each file")
  private int skipLines;

  @Option(
      names = "--comment",
      paramLabel = "PREFIX",
      defaultValue = "",
      description =
          "leave out lines that begin with this, as #; unless given there are no comments")
  private String comment = "";

  @Option(
      names = "--no-blank-lines",
      description = "a blank line is a bad row; unless given it is skipped and counted")
  private boolean noBlankLines;

  @Option(
      names = "--empty-trailing",
      description = "rows may differ in the number of empty columns at their end")
  private boolean emptyTrailing;

  @Option(
      names = "--errors",
      paramLabel = "FILE",
      description =
          "write bad rows to this file and go on without them, and exit with 3 in the end; unless"
              + " given the first one fails the command, with nothing changed")
  private Optional<Path> errors = Optional.empty();

  @Option(
      names = "--max-errors",
      paramLabel = "N",
      defaultValue = "1000",
      description =
          "with --errors, fail at more than so many bad rows; ${DEFAULT-VALUE} unless given")
  private long maxErrors;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "how many threads parse; one for each processor, up to 8, unless given")
  private Optional<Integer> threads = Optional.empty();

  /** Reads and sorts all files. */
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
    LineOptions lines = new LineOptions(skipLines, comment, header, !noBlankLines, emptyTrailing);
    IngestOptions options = IngestOptions.defaults(domain).withLines(lines);
    options = format.map(options::withFormat).orElse(options);
    options = threads.map(options::withThreads).orElse(options);
    return errors
        .map(file -> new BadRows(file, maxErrors))
        .map(options::withBadRows)
        .orElse(options);
  }
}
