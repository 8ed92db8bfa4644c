package org.secindex.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code intervals.csv}: how each measurement went on, second by second. A figure that
 * cannot be read is an empty cell.
 */
final class IntervalsCsv {
  private static final String HEADER =
      "run,backend,layout,suite,keys,entries,clients,repeat,keys_per_call,t_s,ops,ops_per_s,p50_us,"
          + "p99_us,max_us,client_cores,server_cores";

  private IntervalsCsv() {}

  /** Adds a line for each interval; makes the file if need be. */
  static void append(Path file, ResultRow.Circumstances what, List<Interval> intervals)
      throws IOException {
    boolean isNew = !Files.exists(file);
    try (CsvWriter writer =
        CsvWriter.builder()
            .lineDelimiter(LineDelimiter.LF)
            .build(file, UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      if (isNew) {
        writer.writeRecord(HEADER.split(",", -1));
      }
      Integer keysPerCall = what.method().keysPerCall();
      for (Interval interval : intervals) {
        Latency latency = interval.latency();
        writer.writeRecord(
            what.run(),
            what.backend(),
            what.layout(),
            what.suite(),
            what.keys(),
            Long.toString(what.entries()),
            Integer.toString(what.clients()),
            Integer.toString(what.repeat()),
            keysPerCall == null ? "" : Integer.toString(keysPerCall),
            cell(interval.endSeconds()),
            Long.toString(interval.operations()),
            cell(interval.operations() / interval.seconds()),
            cell(latency == null ? null : Double.valueOf(latency.p50Micros())),
            cell(latency == null ? null : Double.valueOf(latency.p99Micros())),
            cell(latency == null ? null : latency.maxMicros()),
            cell(interval.clientCores()),
            cell(interval.serverCores()));
      }
    }
  }

  private static String cell(@Nullable Double value) {
    return value == null ? "" : String.format(Locale.ROOT, "%.3f", value);
  }
}
