package org.secindex.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Measurements on TIDE logs as a table. */
public final class TideTable {
  static final List<String> HEAD =
      List.of(
          "part",
          "log",
          "file, MB",
          "INDX, MB",
          "method",
          "cache",
          "in memory, %",
          "wall, s",
          "user, s",
          "system, s",
          "I/O wait, s",
          "read, MB",
          "× read",
          "lost, entries");

  private TideTable() {}

  /** The table, with a line end after each line. An empty cell could not be measured. */
  public static String of(List<TideRow> rows) {
    List<List<String>> lines = new ArrayList<>();
    List<String> head = new ArrayList<>(HEAD);
    head.add("status");
    lines.add(head);
    TideFigures figures = new TideFigures(rows);
    for (TideRow row : rows) {
      List<String> line = new ArrayList<>(cells(row, figures));
      line.add(row.status());
      lines.add(line);
    }
    int[] widths = new int[head.size()];
    for (List<String> line : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    StringBuilder table = new StringBuilder();
    for (List<String> line : lines) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        boolean isText = i < 2 || i == 4 || i == 5 || i == widths.length - 1;
        String pad = " ".repeat(widths[i] - line.get(i).length());
        text.append(isText ? line.get(i) + pad : pad + line.get(i)).append("  ");
      }
      table.append(text.toString().stripTrailing()).append('\n');
    }
    return table.toString();
  }

  static List<String> cells(TideRow r, TideFigures figures) {
    Effort effort = r.effort();
    TideRow.Size size = r.size();
    TideRow.Loss loss = r.loss();
    Double cached = r.cachedShare();
    double read =
        r.method().equals("read")
            ? Double.NaN
            : figures.seconds(r.part(), r.shape(), "read", r.cache());
    return List.of(
        r.part(),
        r.shape().label(),
        size == null ? "" : Numbers.megabytes(size.fileBytes()),
        size == null ? "" : Numbers.megabytes(size.indexBytes()),
        r.method(),
        r.cache(),
        cached == null ? "" : Numbers.of(Math.round(100 * cached)),
        effort == null ? "" : seconds(effort.wallSeconds()),
        effort == null ? "" : Numbers.cpu(effort.userSeconds()),
        effort == null ? "" : Numbers.cpu(effort.systemSeconds()),
        effort == null ? "" : Numbers.cpu(effort.ioWaitSeconds()),
        effort == null ? "" : Numbers.megabytes(effort.readBytes()),
        effort == null || !(read > 0) ? "" : Numbers.of(effort.wallSeconds() / read),
        loss == null ? "" : Numbers.of(loss.meanEntries()));
  }

  /** An index of a few entries is read in less than a millisecond. */
  private static String seconds(double wall) {
    return wall < 0.01 ? String.format(Locale.ROOT, "%.5f", wall) : Numbers.of(wall);
  }
}
