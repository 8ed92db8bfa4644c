package org.secindex.bench;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
  /** What every version writes, and what a file must begin with. */
  private static final String FIRST_COLUMNS =
      "run,backend,layout,suite,keys,entries,operations,clients,repeat,wall_s,client_cpu_s,"
          + "server_cpu_s,ops_per_s,p50_us,p99_us,p999_us,client_rss_mb,server_rss_mb,disk_bytes,"
          + "read_bytes,write_bytes,major_faults,checksum,cache,durability,status";

  /** The first line, without its end. */
  static final String HEADER =
      FIRST_COLUMNS
          + ",queries,miss_share,keys_per_call,rate,found,written,mean_us,p75_us,p90_us,p95_us,"
          + "p9999_us,max_us,intended_mean_us,intended_p50_us,intended_p75_us,intended_p90_us,"
          + "intended_p95_us,intended_p99_us,intended_p999_us,intended_p9999_us,intended_max_us,"
          + "gc_count,gc_s,allocated_bytes,data_per_ram,notes";

  private final CsvWriter writer;

  ResultsCsv(Path file) throws IOException {
    writer =
        CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file, StandardCharsets.UTF_8);
    writer.writeRecord(HEADER.split(",", -1));
    writer.flush();
  }

  /**
   * Begins anew with some rows. The old file stands until the new one holds them all, and takes its
   * place.
   */
  static ResultsCsv replacing(Path file, List<ResultRow> rows) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".new");
    ResultsCsv csv = new ResultsCsv(next);
    try {
      for (ResultRow row : rows) {
        csv.append(row);
      }
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      return csv;
    } catch (IOException | RuntimeException e) {
      csv.close();
      throw e;
    }
  }

  void append(ResultRow r) throws IOException {
    Latency call = r.latency();
    Latency wait = r.intended();
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
        r.status(),
        r.method().queries(),
        cell(r.method().missShare()),
        cell(r.method().keysPerCall()),
        cell(r.method().rate()),
        cell(r.found()),
        cell(r.written()),
        cell(call, Latency::meanMicros),
        cell(call, Latency::p75Micros),
        cell(call, Latency::p90Micros),
        cell(call, Latency::p95Micros),
        cell(call, Latency::p9999Micros),
        cell(call, Latency::maxMicros),
        cell(wait, Latency::meanMicros),
        cell(wait, Latency::p50Micros),
        cell(wait, Latency::p75Micros),
        cell(wait, Latency::p90Micros),
        cell(wait, Latency::p95Micros),
        cell(wait, Latency::p99Micros),
        cell(wait, Latency::p999Micros),
        cell(wait, Latency::p9999Micros),
        cell(wait, Latency::maxMicros),
        cell(r.garbage().collections()),
        cell(r.garbage().collectionSeconds()),
        cell(r.garbage().allocatedBytes()),
        ratio(r.dataPerRam()),
        r.notes());
    writer.flush();
  }

  private static String cell(@Nullable Integer value) {
    return value == null ? "" : Integer.toString(value);
  }

  private static String cell(@Nullable Long value) {
    return value == null ? "" : Long.toString(value);
  }

  private static String cell(@Nullable Double value) {
    return value == null ? "" : String.format(Locale.ROOT, "%.3f", value);
  }

  private static String cell(
      @Nullable Latency latency, Function<Latency, @Nullable Double> figure) {
    return latency == null ? "" : cell(figure.apply(latency));
  }

  /** Of small data in a large memory three decimals say nothing. */
  private static String ratio(@Nullable Double value) {
    return value == null ? "" : String.format(Locale.ROOT, "%.6f", value);
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }

  /**
   * Reads a file back. Columns that a later version may have appended are passed over; those that
   * an earlier one did not write are not known.
   *
   * @throws IndexException if it is no such file, naming the line
   */
  static List<ResultRow> read(Path file) throws IOException {
    List<ResultRow> rows = new ArrayList<>();
    try (CsvReader<CsvRecord> records =
        CsvReader.builder().missingFieldStrategy(FieldMismatchStrategy.IGNORE).ofCsvRecord(file)) {
      Iterator<CsvRecord> lines = records.iterator();
      List<String> columns = lines.hasNext() ? lines.next().getFields() : List.of();
      if (!startsWith(columns, Arrays.asList(FIRST_COLUMNS.split(",", -1)))) {
        throw new IndexException(file + ":1: not the columns of a bench's results");
      }
      while (lines.hasNext()) {
        CsvRecord line = lines.next();
        try {
          rows.add(row(new Cells(columns, line.getFields())));
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

  private static ResultRow row(Cells line) {
    return new ResultRow(
        line.text("run"),
        line.text("backend"),
        line.text("layout"),
        line.text("suite"),
        line.text("keys"),
        Long.parseLong(line.text("entries")),
        line.count("operations"),
        Integer.parseInt(line.text("clients")),
        Integer.parseInt(line.text("repeat")),
        line.number("wall_s"),
        line.number("client_cpu_s"),
        line.number("server_cpu_s"),
        line.number("ops_per_s"),
        line.number("client_rss_mb"),
        line.number("server_rss_mb"),
        line.count("disk_bytes"),
        line.count("read_bytes"),
        line.count("write_bytes"),
        line.count("major_faults"),
        line.text("checksum"),
        line.text("cache"),
        line.text("durability"),
        line.text("status"),
        new Method(
            line.text("queries"),
            line.number("miss_share"),
            line.value("keys_per_call", Integer::valueOf),
            line.number("rate")),
        line.latency(""),
        line.latency("intended_"),
        line.count("found"),
        line.count("written"),
        new Garbage(line.count("gc_count"), line.number("gc_s"), line.count("allocated_bytes")),
        line.number("data_per_ram"),
        line.text("notes"));
  }

  /** The cells of a line by the names of their columns. */
  private record Cells(List<String> columns, List<String> cells) {
    /** Empty also if an earlier version had no such column. */
    String text(String column) {
      int position = columns.indexOf(column);
      return position < 0 ? "" : cells.get(position);
    }

    <T> @Nullable T value(String column, Function<String, T> parser) {
      String cell = text(column);
      return cell.isEmpty() ? null : parser.apply(cell);
    }

    @Nullable Long count(String column) {
      return value(column, Long::valueOf);
    }

    @Nullable Double number(String column) {
      return value(column, Double::valueOf);
    }

    @Nullable Latency latency(String prefix) {
      Double p50 = number(prefix + "p50_us");
      Double p99 = number(prefix + "p99_us");
      Double p999 = number(prefix + "p999_us");
      return p50 == null || p99 == null || p999 == null
          ? null
          : new Latency(
              number(prefix + "mean_us"),
              p50,
              number(prefix + "p75_us"),
              number(prefix + "p90_us"),
              number(prefix + "p95_us"),
              p99,
              p999,
              number(prefix + "p9999_us"),
              number(prefix + "max_us"));
    }
  }
}
