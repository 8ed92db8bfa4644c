package org.secindex.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Measurements on TIDE logs in at most about 100 columns: of several repeats the median. */
public final class TideTable {
  private static final List<String> READINGS =
      List.of(
          "part",
          "log",
          "file MB",
          "INDX MB",
          "cache",
          "scan s",
          "INDX s",
          "read s",
          "scan/read",
          "scan/INDX");
  private static final List<String> CRASHES =
      List.of("part", "log", "file MB", "INDX MB", "MB/s", "lost entries", "at most");

  private TideTable() {}

  /** A table, unless there is nothing in it. */
  private record Part(List<String> head, List<List<String>> lines) {}

  /** The table, with a line end after each line. An empty cell could not be measured. */
  public static String of(List<TideRow> rows) {
    StringBuilder text = new StringBuilder();
    for (Part part : parts(rows)) {
      table(part, text);
    }
    for (String problem : problems(rows)) {
      text.append(problem).append('\n');
    }
    return text.toString();
  }

  /** The same as Markdown. */
  static String markdown(List<TideRow> rows) {
    StringBuilder text = new StringBuilder();
    for (Part part : parts(rows)) {
      text.append(Markdown.table(part.head(), part.lines(), 2)).append('\n');
    }
    for (String problem : problems(rows)) {
      text.append("- ").append(problem).append('\n');
    }
    return text.toString();
  }

  private static List<String> problems(List<TideRow> rows) {
    return rows.stream()
        .filter(row -> !row.isOk())
        .map(row -> row.name() + ": " + row.status())
        .toList();
  }

  private static List<Part> parts(List<TideRow> rows) {
    TideFigures figures = new TideFigures(rows);
    List<List<String>> readings = new ArrayList<>();
    for (String part : List.of("rows", "sweep")) {
      for (TideShape shape : figures.shapes(part)) {
        for (String cache : TideFigures.CACHES) {
          readings.add(reading(figures, part, shape, cache));
        }
      }
    }
    readings.removeIf(line -> line.subList(5, 8).stream().allMatch(String::isEmpty));
    List<List<String>> crashes = new ArrayList<>();
    for (TideShape shape : figures.shapes("crash")) {
      figures.row("crash", shape, "write", "").ifPresent(row -> crashes.add(crash(row)));
    }
    return Stream.of(new Part(READINGS, readings), new Part(CRASHES, crashes))
        .filter(part -> !part.lines().isEmpty())
        .toList();
  }

  private static List<String> reading(
      TideFigures figures, String part, TideShape shape, String cache) {
    double scan = figures.seconds(part, shape, "scan", cache);
    double index = figures.seconds(part, shape, "index", cache);
    double read = figures.seconds(part, shape, "read", cache);
    TideRow.Size size = figures.row(part, shape, "write", "").map(TideRow::size).orElse(null);
    return List.of(
        part,
        shape.label(),
        size == null ? "" : Numbers.megabytes(size.fileBytes()),
        size == null ? "" : Numbers.megabytes(size.indexBytes()),
        cache,
        Numbers.seconds(scan),
        Numbers.seconds(index),
        Numbers.seconds(read),
        ratio(scan / read),
        ratio(scan / index));
  }

  private static String ratio(double value) {
    return Double.isFinite(value) ? Numbers.of(value) : "";
  }

  private static List<String> crash(TideRow row) {
    TideRow.Size size = row.size();
    TideRow.Loss loss = row.loss();
    return List.of(
        row.part(),
        row.shape().label(),
        size == null ? "" : Numbers.megabytes(size.fileBytes()),
        size == null ? "" : Numbers.megabytes(size.indexBytes()),
        ratio(row.megabytesPerSecond()),
        loss == null ? "" : Numbers.of(loss.meanEntries()),
        loss == null ? "" : Numbers.of(loss.mostEntries()));
  }

  /** Adds a table. The first two columns are text. */
  private static void table(Part part, StringBuilder to) {
    List<List<String>> all = new ArrayList<>();
    all.add(part.head());
    all.addAll(part.lines());
    for (List<String> line : all) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < part.head().size(); i++) {
        int column = i;
        int width =
            all.stream().map(l -> l.get(column).length()).max(Comparator.naturalOrder()).orElse(0);
        String pad = " ".repeat(width - line.get(i).length());
        text.append(i < 2 ? line.get(i) + pad : pad + line.get(i)).append("  ");
      }
      to.append(text.toString().stripTrailing()).append('\n');
    }
  }
}
