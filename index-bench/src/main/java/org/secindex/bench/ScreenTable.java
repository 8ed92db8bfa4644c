package org.secindex.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Measurements as a table, suite by suite: of at most 100 columns, or as Markdown. */
public final class ScreenTable {
  private static final int WIDTH = 100;
  private static final List<String> HEAD =
      List.of(
          "suite", "entries", "cl", "backend", "wall s", "client", "server", "ops/s", "p50 us",
          "p99 us", "disk MB", "status");
  private static final List<String> SECOND_HEAD =
      List.of("", "", "", "", "", "CPU s", "CPU s", "", "", "", "", "");

  /** The column of the backend. */
  private static final int BACKEND = 3;

  private static final List<String> SUITES =
      Arrays.stream(Suite.values()).map(Suite::label).toList();

  private ScreenTable() {}

  /** The table, with a line end after each line. An empty cell could not be measured. */
  public static String of(List<ResultRow> rows) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(HEAD);
    lines.add(SECOND_HEAD);
    Set<String> several = withSeveralLayouts(rows);
    rows.stream()
        .sorted(bySuite())
        .map(row -> cells(row, several.contains(row.backend())))
        .forEach(lines::add);
    int[] widths = new int[HEAD.size()];
    for (List<String> line : lines) {
      for (int i = 0; i < widths.length - 1; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    StringBuilder table = new StringBuilder();
    for (List<String> line : lines) {
      table.append(format(line, widths)).append('\n');
    }
    return table.toString();
  }

  /** The same as Markdown, with the whole status. */
  static String markdown(List<ResultRow> rows) {
    Set<String> several = withSeveralLayouts(rows);
    return Markdown.table(
        List.of(
            "suite",
            "store",
            "entries",
            "clients",
            "wall, s",
            "client CPU, s",
            "server CPU, s",
            "operations/s",
            "p50, µs",
            "p99, µs",
            "disk, MB",
            "status"),
        rows.stream()
            .sorted(bySuite())
            .map(row -> named(cells(row, several.contains(row.backend()))))
            .toList(),
        2);
  }

  /** The name of the store beside that of the suite. */
  private static List<String> named(List<String> cells) {
    List<String> named = new ArrayList<>(cells);
    named.add(1, named.remove(BACKEND));
    return named;
  }

  static Comparator<ResultRow> bySuite() {
    return Comparator.comparingLong(ResultRow::entries)
        .thenComparingInt(ScreenTable::suiteOrder)
        .thenComparingInt(ResultRow::clients)
        .thenComparingInt(ResultRow::repeat);
  }

  /** As they are done; the making of files comes first. */
  private static int suiteOrder(ResultRow row) {
    return SUITES.indexOf(row.suite());
  }

  /** The backends whose layout must be told. */
  private static Set<String> withSeveralLayouts(List<ResultRow> rows) {
    Map<String, Set<String>> layouts =
        rows.stream()
            .filter(row -> !row.layout().isEmpty())
            .collect(
                Collectors.groupingBy(
                    ResultRow::backend, Collectors.mapping(ResultRow::layout, Collectors.toSet())));
    return layouts.entrySet().stream()
        .filter(backend -> backend.getValue().size() > 1)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private static List<String> cells(ResultRow r, boolean withLayout) {
    return List.of(
        r.suite(),
        Numbers.size(r.entries()),
        Integer.toString(r.clients()),
        withLayout ? r.backend() + " " + r.layout() : r.backend(),
        Numbers.of(r.wallSeconds()),
        Numbers.cpu(r.clientCpuSeconds()),
        Numbers.cpu(r.serverCpuSeconds()),
        Numbers.of(r.opsPerSecond()),
        Numbers.of(r.p50Micros()),
        Numbers.of(r.p99Micros()),
        Numbers.megabytes(r.diskBytes()),
        r.status());
  }

  private static String format(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length - 1; i++) {
      boolean text = i == 0 || i == BACKEND;
      String pad = " ".repeat(widths[i] - cells.get(i).length());
      line.append(text ? cells.get(i) + pad : pad + cells.get(i)).append(' ');
    }
    String status = cells.get(widths.length - 1);
    int room = WIDTH - line.length();
    line.append(
        status.length() <= room ? status : status.substring(0, Math.max(0, room - 3)) + "...");
    return line.toString().stripTrailing();
  }
}
