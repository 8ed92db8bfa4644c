package org.secindex.bench;

import java.util.List;

/** Tables as GitHub and most editors of notes show them. */
final class Markdown {
  private Markdown() {}

  /**
   * A table with a line end after each line.
   *
   * @param textColumns how many of the first columns are text; the others are figures, which stand
   *     to the right
   */
  static String table(List<String> head, List<List<String>> lines, int textColumns) {
    StringBuilder table = new StringBuilder();
    line(head, table);
    for (int i = 0; i < head.size(); i++) {
      table.append(i < textColumns ? "|---" : "|---:");
    }
    table.append("|\n");
    lines.forEach(cells -> line(cells, table));
    return table.toString();
  }

  private static void line(List<String> cells, StringBuilder to) {
    cells.forEach(cell -> to.append("| ").append(escape(cell)).append(' '));
    to.append("|\n");
  }

  private static String escape(String cell) {
    return cell.replace("|", "\\|").replace("<", "&lt;").replace('\n', ' ');
  }
}
