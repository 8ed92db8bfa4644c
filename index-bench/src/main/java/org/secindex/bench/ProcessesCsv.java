package org.secindex.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code processes.csv}: what each server process used during each measurement, of which
 * {@code results.csv} has the sums. A figure that cannot be read is an empty cell.
 */
final class ProcessesCsv {
  private static final String HEADER =
      "run,backend,layout,suite,keys,entries,clients,repeat,process,cpu_s,rss_mb,read_bytes,"
          + "write_bytes,major_faults,keys_per_call";

  private ProcessesCsv() {}

  /** Adds a line for each of the processes that were measured; makes the file if need be. */
  static void append(
      Path file, ResultRow.Circumstances what, Map<String, Long> processes, Usage usage)
      throws IOException {
    if (processes.isEmpty()) {
      return;
    }
    boolean isNew = !Files.exists(file);
    try (CsvWriter writer =
        CsvWriter.builder()
            .lineDelimiter(LineDelimiter.LF)
            .build(file, UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      if (isNew) {
        writer.writeRecord(HEADER.split(",", -1));
      }
      for (Map.Entry<String, Long> process : processes.entrySet()) {
        ProcessFigures used = usage.servers().get(process.getValue());
        if (used != null) {
          writer.writeRecord(
              what.run(),
              what.backend(),
              what.layout(),
              what.suite(),
              what.keys(),
              Long.toString(what.entries()),
              Integer.toString(what.clients()),
              Integer.toString(what.repeat()),
              process.getKey(),
              cell(used.cpuMillis(), 1e3),
              cell(used.rssBytes(), 1e6),
              cell(used.readBytes()),
              cell(used.writeBytes()),
              cell(used.majorFaults()),
              cell(what.method().keysPerCall()));
        }
      }
    }
  }

  private static String cell(@Nullable Long value, double unit) {
    return value == null ? "" : String.format(Locale.ROOT, "%.3f", value / unit);
  }

  private static String cell(@Nullable Integer value) {
    return value == null ? "" : Integer.toString(value);
  }

  private static String cell(@Nullable Long value) {
    return value == null ? "" : Long.toString(value);
  }
}
