package org.secindex.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.secindex.api.EntryCursor;
import org.secindex.api.IndexConfigException;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.ingest.Export;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "scan",
    description = "Prints the entries of a range in order: id TAB chunk TAB subchunk.")
final class ScanCommand implements Callable<Integer> {
  private final SecindexCommand secindex;

  @Parameters(index = "0", paramLabel = "URI", description = "the index")
  private String uri = "";

  /** Both ends or all: an end that was forgotten must not export an index. */
  static final class Range {
    @ArgGroup(exclusive = false, multiplicity = "1")
    Ends ends = new Ends();

    @Option(names = "--all", required = true, description = "the whole index")
    boolean all;
  }

  static final class Ends {
    @Option(names = "--from", required = true, paramLabel = "A", description = "the first id")
    String from = "";

    @Option(
        names = "--to",
        required = true,
        paramLabel = "B",
        description = "the last id, included, as in SQL's BETWEEN")
    String to = "";
  }

  @ArgGroup(exclusive = true, multiplicity = "1")
  private Range range = new Range();

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "9223372036854775807",
      description = "no more than so many entries")
  private long limit = Long.MAX_VALUE;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "write a file that 'load' reads again, complete or not at all: tsv, csv or bin (16 bytes"
              + " an entry) by its name, compressed if that ends in .gz, .zst or .bz2")
  private Optional<Path> file = Optional.empty();

  ScanCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    if (limit < 0) {
      throw new IndexConfigException("--limit: " + limit + " is negative");
    }
    if (file.isPresent()) {
      IndexWriting writing = new IndexWriting(secindex.console(), file.get().toString());
      return writing.during(() -> export(file.get(), writing));
    }
    return print();
  }

  private int print() throws IOException {
    try (SecondaryIndex index = Indexes.open(uri);
        EntryCursor rows = index.scan(keyRange(index.domain()))) {
      RowOutput out = new RowOutput(secindex, rows.domain());
      for (long n = 0; n < limit && rows.next(); n++) {
        out.row(rows.key(), rows.chunkId(), rows.subChunkId());
      }
      out.flush();
    }
    return Exit.DONE;
  }

  private int export(Path file, IndexWriting writing) throws IOException {
    Stopwatch time = new Stopwatch();
    long written;
    try (SecondaryIndex index = Indexes.open(uri);
        EntryCursor rows = index.scan(keyRange(index.domain()));
        Progress progress = Progress.inEntries(secindex.console(), "scan", OptionalLong.empty())) {
      SortedEntries limited = SortedEntries.of(rows.domain(), new FirstEntries(rows, limit));
      SortedEntries shown = writing.entries(limited, progress, () -> IndexWriting.AS_IT_WAS);
      written = Export.write(shown, rows.domain(), file, Optional.empty());
    }
    writing.complete();
    secindex.console().say("wrote " + written + " entries to " + file + " " + time.rate(written));
    secindex.printJson(
        "secindex.scan.1",
        Map.of("uri", uri, "file", file.toString(), "entries", written, "seconds", time.seconds()));
    return Exit.DONE;
  }

  private KeyRange keyRange(KeyDomain domain) {
    if (range.all) {
      return KeyRange.all();
    }
    return KeyRange.closed(
        key(domain, "--from", range.ends.from), key(domain, "--to", range.ends.to));
  }

  private static long key(KeyDomain domain, String option, String text) {
    try {
      return domain.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IndexConfigException(option + ": " + e.getMessage());
    }
  }
}
