package org.secindex.bench;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.secindex.api.IndexException;

/**
 * The file {@code results.csv} of a run over TIDE logs: one line a measurement, each on disk as
 * soon as it is made. Columns are only ever appended.
 */
final class TideCsv implements AutoCloseable {
  private static final Map<String, Function<TideRow, @Nullable Object>> COLUMNS = columns();

  private final CsvWriter writer;

  TideCsv(Path file) throws IOException {
    writer =
        CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file, StandardCharsets.UTF_8);
    writer.writeRecord(COLUMNS.keySet());
    writer.flush();
  }

  private static Map<String, Function<TideRow, @Nullable Object>> columns() {
    Map<String, Function<TideRow, @Nullable Object>> all = new LinkedHashMap<>();
    all.put("run", r -> r.what().run());
    all.put("part", TideRow::part);
    all.put("chunks", r -> r.shape().chunks());
    all.put("entries_per_chunk", r -> r.shape().entriesPerChunk());
    all.put("entry_bytes", r -> r.shape().entryBytes());
    all.put("method", TideRow::method);
    all.put("cache", TideRow::cache);
    all.put("repeat", r -> r.what().repeat());
    all.put("wall_s", of(TideRow::effort, Effort::wallSeconds));
    all.put("user_s", of(TideRow::effort, Effort::userSeconds));
    all.put("system_s", of(TideRow::effort, Effort::systemSeconds));
    all.put("io_wait_s", of(TideRow::effort, Effort::ioWaitSeconds));
    all.put("read_bytes", of(TideRow::effort, Effort::readBytes));
    all.put("cached_share", TideRow::cachedShare);
    all.put("file_bytes", of(TideRow::size, TideRow.Size::fileBytes));
    all.put("index_bytes", of(TideRow::size, TideRow.Size::indexBytes));
    all.put("entries", of(TideRow::found, TideRow.Found::entries));
    all.put("checksum", of(TideRow::found, TideRow.Found::checksum));
    all.put("lost_mean", of(TideRow::loss, TideRow.Loss::meanEntries));
    all.put("lost_most", of(TideRow::loss, TideRow.Loss::mostEntries));
    all.put("status", TideRow::status);
    return all;
  }

  /** A figure of a group of figures that may be absent. */
  private static <T> Function<TideRow, @Nullable Object> of(
      Function<TideRow, @Nullable T> group, Function<T, @Nullable Object> figure) {
    return row -> {
      T figures = group.apply(row);
      return figures == null ? null : figure.apply(figures);
    };
  }

  void append(TideRow row) throws IOException {
    writer.writeRecord(COLUMNS.values().stream().map(c -> cell(c.apply(row))).toList());
    writer.flush();
  }

  private static String cell(@Nullable Object value) {
    if (value == null) {
      return "";
    }
    // Microseconds: a small index is read in less than a millisecond.
    return value instanceof Double d ? String.format(Locale.ROOT, "%.6f", d) : value.toString();
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
  static List<TideRow> read(Path file) throws IOException {
    List<TideRow> rows = new ArrayList<>();
    try (CsvReader<NamedCsvRecord> lines = CsvReader.builder().ofNamedCsvRecord(file)) {
      for (NamedCsvRecord line : lines) {
        try {
          rows.add(row(line));
        } catch (NumberFormatException | NoSuchElementException e) {
          throw new IndexException(
              file + ":" + line.getStartingLineNumber() + ": not a result of bench tide", e);
        }
      }
    }
    return rows;
  }

  private static TideRow row(NamedCsvRecord r) {
    TideShape shape =
        new TideShape(
            Integer.parseInt(r.getField("chunks")),
            Integer.parseInt(r.getField("entries_per_chunk")),
            Integer.parseInt(r.getField("entry_bytes")));
    TideRow.Circumstances what =
        new TideRow.Circumstances(
            r.getField("run"),
            r.getField("part"),
            shape,
            r.getField("method"),
            r.getField("cache"),
            Integer.parseInt(r.getField("repeat")));
    Double wall = value(r, "wall_s", Double::valueOf);
    Effort effort =
        wall == null
            ? null
            : new Effort(
                wall,
                value(r, "user_s", Double::valueOf),
                value(r, "system_s", Double::valueOf),
                value(r, "io_wait_s", Double::valueOf),
                value(r, "read_bytes", Long::valueOf));
    Long file = value(r, "file_bytes", Long::valueOf);
    Long index = value(r, "index_bytes", Long::valueOf);
    Long entries = value(r, "entries", Long::valueOf);
    Double lostMean = value(r, "lost_mean", Double::valueOf);
    Long lostMost = value(r, "lost_most", Long::valueOf);
    return new TideRow(
        what,
        effort,
        value(r, "cached_share", Double::valueOf),
        file == null || index == null ? null : new TideRow.Size(file, index),
        entries == null ? null : new TideRow.Found(entries, r.getField("checksum")),
        lostMean == null || lostMost == null ? null : new TideRow.Loss(lostMean, lostMost),
        r.getField("status"));
  }

  private static <T> @Nullable T value(
      NamedCsvRecord record, String column, Function<String, T> parser) {
    String cell = record.getField(column);
    return cell.isEmpty() ? null : parser.apply(cell);
  }
}
