package org.secindex.bench;

import java.awt.Color;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A chart on the page: title, a legend whose entries show and hide what they name, the drawing, how
 * to read it, and the figures behind it, to be seen and to be taken away.
 */
final class Figure {
  private final Chart chart;
  private final StringBuilder html = new StringBuilder();

  private Figure(Chart chart) {
    this.chart = chart;
  }

  static String of(Chart chart) {
    return new Figure(chart).figure();
  }

  /** As a style sheet takes it. */
  static String css(Color colour) {
    return String.format(Locale.ROOT, "#%06x", colour.getRGB() & 0xffffff);
  }

  private String figure() {
    html.append("<figure id=\"").append(Page.escape(chart.name())).append("\">\n<h3>");
    html.append(Page.escape(chart.title())).append("</h3>\n");
    if (chart instanceof CurveChart curves) {
      legend(curves);
      html.append(CurveDrawing.of(curves));
    } else if (chart instanceof BarChart bars) {
      legend(bars);
      html.append(BarDrawing.of(bars));
    }
    html.append("<figcaption>").append(Page.escape(chart.caption())).append("</figcaption>\n");
    figures();
    return html.append("</figure>\n").toString();
  }

  private void legend(CurveChart curves) {
    Map<String, String> names = new LinkedHashMap<>();
    Map<String, Boolean> parts = new LinkedHashMap<>();
    for (CurveChart.Curve curve : curves.curves()) {
      names.putIfAbsent(curve.name(), css(curve.colour()));
      parts.putIfAbsent(curve.part(), curve.dashed());
    }
    html.append("<div class=\"legend\" role=\"group\" aria-label=\"show or hide\">\n");
    names.forEach((name, colour) -> key("name", name, "dot", "--c:" + colour));
    if (parts.size() > 1) {
      parts.forEach((part, dashed) -> key("part", part, dashed ? "dashes" : "stroke", ""));
    }
    html.append("</div>\n");
  }

  private void legend(BarChart bars) {
    List<String> names = bars.names();
    if (names.size() < 2) {
      return;
    }
    html.append("<div class=\"legend\" role=\"group\" aria-label=\"show or hide\">\n");
    for (int i = 0; i < names.size(); i++) {
      key("name", names.get(i), "dot", "--c:" + css(Plots.barColour(i)));
    }
    html.append("</div>\n");
  }

  private void key(String kind, String name, String sign, String style) {
    html.append("<button type=\"button\" aria-pressed=\"true\" data-")
        .append(kind)
        .append("=\"")
        .append(Page.escape(name))
        .append("\" style=\"")
        .append(style)
        .append("\"><i class=\"")
        .append(sign)
        .append("\"></i>")
        .append(Page.escape(name))
        .append("</button>\n");
  }

  private void figures() {
    List<List<String>> table = chart.table();
    html.append("<details class=\"figures\"><summary>The figures</summary>\n")
        .append("<p><a download=\"")
        .append(Page.escape(chart.name()))
        .append(".csv\" href=\"data:text/csv;charset=utf-8,")
        .append(csv(table))
        .append("\">as CSV</a></p>\n<div class=\"wide\"><table>\n");
    for (List<String> line : table) {
      String cell = line == table.get(0) ? "th" : "td";
      html.append("<tr>");
      line.forEach(
          text ->
              html.append('<')
                  .append(cell)
                  .append('>')
                  .append(Page.escape(text))
                  .append("</")
                  .append(cell)
                  .append('>'));
      html.append("</tr>\n");
    }
    html.append("</table></div></details>\n");
  }

  private static String csv(List<List<String>> table) {
    return table.stream()
        .map(line -> line.stream().map(Figure::quoted).collect(Collectors.joining(",")))
        .map(line -> encoded(line + "\n"))
        .collect(Collectors.joining());
  }

  private static String quoted(String cell) {
    return cell.contains(",") || cell.contains("\"")
        ? '"' + cell.replace("\"", "\"\"") + '"'
        : cell;
  }

  /** A piece of an address, in which a space is not a plus. */
  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
