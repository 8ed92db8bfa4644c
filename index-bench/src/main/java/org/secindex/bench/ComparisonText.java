package org.secindex.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.secindex.bench.Compared.Verdict;

/** A comparison to be read: all times, and of the other costs those that are not equal. */
final class ComparisonText {
  private static final List<String> HEAD =
      List.of(
          "suite", "store", "entries", "cl", "cost", "base", "other", "ratio", "+- %", "verdict");

  private final BenchComparison comparison;

  ComparisonText(BenchComparison comparison) {
    this.comparison = comparison;
  }

  private List<List<String>> lines() {
    return comparison.all().stream()
        .filter(c -> c.metric() == Metric.TIME || c.verdict() != Verdict.EQUAL)
        .map(ComparisonText::cells)
        .toList();
  }

  private static List<String> cells(Compared c) {
    Integer keys = c.row().method().keysPerCall();
    return List.of(
        keys == null || keys == 1 ? c.row().suite() : c.row().suite() + " of " + keys,
        c.store(),
        Numbers.size(c.row().entries()),
        Integer.toString(c.row().clients()),
        c.metric().label() + ", " + c.metric().unit(),
        Numbers.of(c.base()),
        Numbers.of(c.other()),
        String.format(Locale.ROOT, "%.2f", c.difference().ratio()),
        String.format(Locale.ROOT, "%.0f", 100 * (c.difference().uncertainty() - 1)),
        c.word());
  }

  String text() {
    List<List<String>> table = new ArrayList<>();
    table.add(HEAD);
    table.addAll(lines());
    int[] widths = new int[HEAD.size()];
    for (List<String> line : table) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    comparison.introduction().forEach(line -> text.append(line).append('\n'));
    text.append('\n');
    for (List<String> line : table) {
      StringBuilder cells = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String pad = " ".repeat(widths[i] - line.get(i).length());
        boolean isText = i < 2 || i == 4 || i == widths.length - 1;
        cells.append(isText ? line.get(i) + pad : pad + line.get(i)).append("  ");
      }
      text.append(cells.toString().stripTrailing()).append('\n');
    }
    text.append('\n');
    comparison.conclusion().forEach(line -> text.append(line).append('\n'));
    return text.toString();
  }

  String markdown() {
    StringBuilder text = new StringBuilder();
    comparison.introduction().forEach(line -> text.append("- ").append(line).append('\n'));
    text.append('\n').append(Markdown.table(HEAD, lines(), 2)).append('\n');
    comparison.conclusion().forEach(line -> text.append("- ").append(line).append('\n'));
    return text.toString();
  }
}
