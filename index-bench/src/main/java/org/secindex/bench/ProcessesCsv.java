package org.secindex.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import org.secindex.api.IndexException;

/**
 * The file {@code processes.csv}: what each server process used during each measurement, of which
 * {@code results.csv} has the sums. A figure that cannot be read is an empty cell.
 */
final class ProcessesCsv {
  private static final String HEADER =
      "run,backend,layout,suite,keys,entries,clients,repeat,process,cpu_s,rss_mb,read_bytes,"
          + "write_bytes,major_faults,keys_per_call";

  /**
   * What one process used.
   *
   * @param keysPerCall null if nothing was looked up, or an earlier version did not tell
   * @param process its name, as {@code mariadbd}
   * @param cpuSeconds user and system time; null if it could not be read
   */
  record Row(
      String run,
      String backend,
      String layout,
      String suite,
      long entries,
      int clients,
      int repeat,
      @Nullable Integer keysPerCall,
      String process,
      @Nullable Double cpuSeconds) {
    /** Whether it was used for this measurement. */
    boolean isOf(ResultRow row) {
      return run.equals(row.run())
          && backend.equals(row.backend())
          && layout.equals(row.layout())
          && suite.equals(row.suite())
          && entries == row.entries()
          && clients == row.clients()
          && repeat == row.repeat()
          && (keysPerCall == null || keysPerCall.equals(row.method().keysPerCall()));
    }
  }

  private ProcessesCsv() {}

  /**
   * Reads a file back. Columns that a later version may have appended are passed over.
   *
   * @throws IndexException if it is no such file, naming the line
   */
  static List<Row> read(Path file) throws IOException {
    List<Row> rows = new ArrayList<>();
    try (CsvReader<NamedCsvRecord> lines = CsvReader.builder().ofNamedCsvRecord(file)) {
      for (NamedCsvRecord line : lines) {
        try {
          String cpu = line.getField("cpu_s");
          String keys = line.findField("keys_per_call").orElse("");
          rows.add(
              new Row(
                  line.getField("run"),
                  line.getField("backend"),
                  line.getField("layout"),
                  line.getField("suite"),
                  Long.parseLong(line.getField("entries")),
                  Integer.parseInt(line.getField("clients")),
                  Integer.parseInt(line.getField("repeat")),
                  keys.isEmpty() ? null : Integer.valueOf(keys),
                  line.getField("process"),
                  cpu.isEmpty() ? null : Double.valueOf(cpu)));
        } catch (NumberFormatException | NoSuchElementException e) {
          throw new IndexException(
              file + ":" + line.getStartingLineNumber() + ": not what a process of a bench used",
              e);
        }
      }
    }
    return rows;
  }

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
