package org.secindex.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
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

  private long bytes;
  private long entries;
  private long recovered;
  private long payloadBytes;
  private long first = -1;
  private long last;

  TideScanCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
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
    try (TideReader log = reading.open(secindex.console(), "scan", file, problems);
        TideCursor cursor = log.scan()) {
      bytes = log.size();
      while (cursor.next()) {
        visit(cursor.timestamp());
        payloadBytes += cursor.size();
        recovered += cursor.recovered() ? 1 : 0;
      }
    }
  }

  private void readIndex() {
    try (WatchedSource source = TideFiles.open(secindex.console(), "scan", file);
        IndexCursor rows = IndexCursor.open(source)) {
      bytes = rows.size();
      while (rows.next()) {
        visit(rows.timestamp());
      }
    }
  }

  private void visit(long timestamp) {
    entries++;
    first = Long.compareUnsigned(timestamp, first) < 0 ? timestamp : first;
    last = Long.compareUnsigned(timestamp, last) > 0 ? timestamp : last;
  }

  private void print(double seconds) throws IOException {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("file", file);
    fields.put("by", by.name().toLowerCase(Locale.ROOT));
    fields.put("bytes", bytes);
    fields.put("entries", entries);
    if (by == By.SCAN) {
      fields.put("recoveredEntries", recovered);
      fields.put("payloadBytes", payloadBytes);
    }
    if (entries > 0) {
      fields.put("first", Long.toUnsignedString(first));
      fields.put("last", Long.toUnsignedString(last));
    }
    fields.put("seconds", seconds);
    for (var field : fields.entrySet()) {
      secindex.print(field.getKey() + ": " + field.getValue());
    }
    secindex.print(
        String.format(
            Locale.ROOT,
            "rate: %.1f M entries/s, %.1f MB/s",
            entries / seconds / 1e6,
            bytes / seconds / 1e6));
    secindex.printJson("secindex.tide.scan.1", fields);
  }
}
