package org.secindex.bench;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.secindex.api.IndexException;

/**
 * The file {@code results.csv}: one line a measurement, each on disk as soon as it is made. Columns
 * are only ever appended.
 */
final class ResultsCsv implements AutoCloseable {
  /** The first line, without its end. */
  static final String HEADER =
      "run,backend,layout,suite,keys,entries,operations,clients,repeat,wall_s,client_cpu_s,"
          + "server_cpu_s,ops_per_s,p50_us,p99_us,p999_us,client_rss_mb,server_rss_mb,disk_bytes,"
          + "read_bytes,write_bytes,major_faults,checksum,cache,durability,status";

  private final CsvWriter writer;

  ResultsCsv(Path file) throws IOException {
    writer =
        CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file, StandardCharsets.UTF_8);
    writer.writeRecord(HEADER.split(",", -1));
    writer.flush();
  }

  void append(ResultRow r) throws IOException {
    writer.writeRecord(
        r.run(),
        r.backend(),
        r.layout(),
        r.suite(),
        r.keys(),
        Long.toString(r.entries()),
        cell(r.operations()),
        Integer.toString(r.clients()),
        Integer.toString(r.repeat()),
        cell(r.wallSeconds()),
        cell(r.clientCpuSeconds()),
        cell(r.serverCpuSeconds()),
        cell(r.opsPerSecond()),
        cell(r.p50Micros()),
        cell(r.p99Micros()),
        cell(r.p999Micros()),
        cell(r.clientRssMb()),
        cell(r.serverRssMb()),
        cell(r.diskBytes()),
        cell(r.readBytes()),
        cell(r.writeBytes()),
        cell(r.majorFaults()),
        r.checksum(),
        r.cache(),
        r.durability(),
        r.status());
    writer.flush();
  }

  private static String cell(@Nullable Long value) {
    return value == null ? "" : Long.toString(value);
  }

  private static String cell(@Nullable Double value) {
    return value == null ? "" : String.format(Locale.ROOT, "%.3f", value);
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }

  /**
   * Reads a file back. Columns that a later version may have appended are passed over.
   *
   * @throws IndexException if it is no such file, naming the line
   */
  static List<ResultRow> read(Path file) throws IOException {
    List<ResultRow> rows = new ArrayList<>();
    try (CsvReader<CsvRecord> records = CsvReader.builder().ofCsvRecord(file)) {
      Iterator<CsvRecord> lines = records.iterator();
      List<String> columns = Arrays.asList(HEADER.split(",", -1));
      if (!lines.hasNext() || !startsWith(lines.next().getFields(), columns)) {
        throw new IndexException(file + ":1: not the columns of a bench's results");
      }
      while (lines.hasNext()) {
        CsvRecord line = lines.next();
        try {
          rows.add(row(line));
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
          throw new IndexException(
              file + ":" + line.getStartingLineNumber() + ": not a bench's result", e);
        }
      }
    }
    return rows;
  }

  private static boolean startsWith(List<String> fields, List<String> columns) {
    return fields.size() >= columns.size() && fields.subList(0, columns.size()).equals(columns);
  }

  private static ResultRow row(CsvRecord r) {
    return new ResultRow(
        r.getField(0),
        r.getField(1),
        r.getField(2),
        r.getField(3),
        r.getField(4),
        Long.parseLong(r.getField(5)),
        value(r.getField(6), Long::valueOf),
        Integer.parseInt(r.getField(7)),
        Integer.parseInt(r.getField(8)),
        value(r.getField(9), Double::valueOf),
        value(r.getField(10), Double::valueOf),
        value(r.getField(11), Double::valueOf),
        value(r.getField(12), Double::valueOf),
        value(r.getField(13), Double::valueOf),
        value(r.getField(14), Double::valueOf),
        value(r.getField(15), Double::valueOf),
        value(r.getField(16), Double::valueOf),
        value(r.getField(17), Double::valueOf),
        value(r.getField(18), Long::valueOf),
        value(r.getField(19), Long::valueOf),
        value(r.getField(20), Long::valueOf),
        value(r.getField(21), Long::valueOf),
        r.getField(22),
        r.getField(23),
        r.getField(24),
        r.getField(25));
  }

  private static <T> @Nullable T value(String cell, Function<String, T> parser) {
    return cell.isEmpty() ? null : parser.apply(cell);
  }
}
