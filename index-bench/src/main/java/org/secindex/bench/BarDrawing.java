package org.secindex.bench;

import java.util.List;
import java.util.Locale;
import org.secindex.bench.BarChart.Bar;
import org.secindex.bench.BarChart.Scale;

/** Draws bars for the page, as lines of text with boxes, which flow on a screen of any width. */
final class BarDrawing {
  private final BarChart chart;
  private final List<String> names;
  private final LogScale logarithmic;
  private final double longest;
  private final StringBuilder html = new StringBuilder("<div class=\"bars\">\n");

  private BarDrawing(BarChart chart) {
    this.chart = chart;
    names = chart.names();
    double[] values = chart.bars().stream().mapToDouble(Bar::value).toArray();
    logarithmic =
        chart.scale() == Scale.LOGARITHMIC
            ? LogScale.of(values, List.of())
            : new LogScale(1, 1, List.of());
    longest =
        chart.groups().stream()
            .mapToDouble(group -> chart.scale() == Scale.STACKED ? sum(group) : most(group))
            .max()
            .orElse(1);
  }

  static String of(BarChart chart) {
    BarDrawing drawing = new BarDrawing(chart);
    chart.groups().forEach(drawing::group);
    return drawing.html.append("</div>\n").toString();
  }

  private List<Bar> bars(String group) {
    return chart.bars().stream().filter(bar -> bar.group().equals(group)).toList();
  }

  private double sum(String group) {
    return bars(group).stream().mapToDouble(Bar::value).sum();
  }

  private double most(String group) {
    return bars(group).stream().mapToDouble(Bar::value).max().orElse(0);
  }

  private void group(String group) {
    html.append("<div class=\"group\"><b>").append(Page.escape(group)).append("</b>\n");
    boolean stacked = chart.scale() == Scale.STACKED;
    html.append(stacked ? "<div class=\"stack\">\n" : "");
    bars(group).forEach(bar -> bar(bar, stacked));
    html.append(stacked ? "</div>\n" : "").append("</div>\n");
  }

  private void bar(Bar bar, boolean stacked) {
    String value = Numbers.seconds(bar.value());
    html.append(
        String.format(
            Locale.ROOT,
            "<div class=\"item bar\" data-name=\"%s\" style=\"--c:%s;--w:%.2f%%\" title=\"%s\">",
            Page.escape(bar.name()),
            Figure.css(Plots.barColour(names.indexOf(bar.name()))),
            100 * length(bar),
            Page.escape("%s, %s: %s %s".formatted(bar.group(), bar.name(), value, chart.unit()))));
    html.append("<i></i>");
    html.append(stacked ? "" : "<span>" + value + "</span>").append("</div>\n");
  }

  private double length(Bar bar) {
    return chart.scale() == Scale.LOGARITHMIC
        ? Math.max(0.005, logarithmic.place(bar.value()))
        : longest == 0 ? 0 : bar.value() / longest;
  }
}
