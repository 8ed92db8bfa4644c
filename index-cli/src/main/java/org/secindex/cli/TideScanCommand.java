package org.secindex.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.secindex.api.IndexConfigException;
import org.secindex.tide.IndexCursor;
import org.secindex.tide.TideCursor;
import org.secindex.tide.TideReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "scan",
    description = {
      "Visits every entry, and tells how many there are and how long it took.",
      "By scan it goes through the headers of all chunks and entries and passes over the payloads;"
          + " by index it reads the INDX blocks alone, and believes them."
    })
final class TideScanCommand implements Callable<Integer> {
  /** How entries are found. */
  enum By {
    SCAN,
    INDEX
  }

  private final SecindexCommand secindex;

  @Parameters(index = "0", paramLabel = "FILE", description = "the log")
  private String file = "";

  @Mixin private final TideReading reading = new TideReading();

  @Option(
      names = "--by",
      paramLabel = "scan|index",
      defaultValue = "scan",
      description = "how entries are found; ${DEFAULT-VALUE} unless given")
  private By by = By.SCAN;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "how many go through chunks side by side, if those are large and the log is sound; as"
              + " many as there are processors unless given, but no more than 8")
  private int threads = Math.min(8, Runtime.getRuntime().availableProcessors());

  private final Totals totals = new Totals();
  private long bytes;

  /** What has been seen; that of several threads is put together. */
  private static final class Totals implements Consumer<TideCursor> {
    private long entries;
    private long recovered;
    private long payloadBytes;
    private long first = -1;
    private long last;

    @Override
    public void accept(TideCursor entry) {
      visit(entry.timestamp());
      payloadBytes += entry.size();
      recovered += entry.recovered() ? 1 : 0;
    }

    void visit(long timestamp) {
      entries++;
      first = min(first, timestamp);
      last = max(last, timestamp);
    }

    void add(Totals part) {
      entries += part.entries;
      recovered += part.recovered;
      payloadBytes += part.payloadBytes;
      first = min(first, part.first);
      last = max(last, part.last);
    }

    private static long min(long a, long b) {
      return Long.compareUnsigned(a, b) < 0 ? a : b;
    }

    private static long max(long a, long b) {
      return Long.compareUnsigned(a, b) > 0 ? a : b;
    }
  }

  TideScanCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    if (threads < 1) {
      throw new IndexConfigException("--threads: " + threads + ": at least 1");
    }
    TideProblems problems = new TideProblems(secindex.console(), file);
    Stopwatch time = new Stopwatch();
    if (by == By.SCAN) {
      scan(problems);
    } else {
      readIndex();
    }
    print(time.seconds());
    return problems.exit();
  }

  private void scan(TideProblems problems) {
    try (TideReader log = reading.open(secindex.console(), "scan", file, problems)) {
      bytes = log.size();
      log.scan(threads, Totals::new).forEach(totals::add);
    }
  }

  private void readIndex() {
    try (WatchedSource source = TideFiles.open(secindex.console(), "scan", file);
        IndexCursor rows = IndexCursor.open(source)) {
      bytes = rows.size();
      while (rows.next()) {
        totals.visit(rows.timestamp());
      }
    }
  }

  private void print(double seconds) throws IOException {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("file", file);
    fields.put("by", by.name().toLowerCase(Locale.ROOT));
    fields.put("bytes", bytes);
    fields.put("entries", totals.entries);
    if (by == By.SCAN) {
      fields.put("recoveredEntries", totals.recovered);
      fields.put("payloadBytes", totals.payloadBytes);
    }
    if (totals.entries > 0) {
      fields.put("first", Long.toUnsignedString(totals.first));
      fields.put("last", Long.toUnsignedString(totals.last));
    }
    fields.put("seconds", seconds);
    for (var field : fields.entrySet()) {
      secindex.print(field.getKey() + ": " + field.getValue());
    }
    secindex.print(
        String.format(
            Locale.ROOT,
            "rate: %.1f M entries/s, %.1f MB/s",
            totals.entries / seconds / 1e6,
            bytes / seconds / 1e6));
    secindex.printJson("secindex.tide.scan.1", fields);
  }
}
