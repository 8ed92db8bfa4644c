package org.secindex.bench;

import java.util.List;
import java.util.Locale;
import org.secindex.bench.CurveChart.Curve;
import org.secindex.bench.CurveChart.Point;
import org.secindex.bench.CurveChart.Tick;

/**
 * Draws curves for the page, as SVG whose colours are left to the page's style. It is drawn in two
 * widths, of which the page shows the one that fits, since letters that are scaled down cannot be
 * read.
 */
final class CurveDrawing {
  private static final int TOP = 26;
  private static final int BOTTOM = 46;
  private static final int RIGHT = 18;
  private static final double LETTER = 7.2;

  /** Of labels below the axis. */
  private static final int LINE = 20;

  private final CurveChart chart;
  private final int width;
  private final int height;
  private final int left;
  private final LogScale x;
  private final LogScale y;
  private final StringBuilder svg = new StringBuilder();

  private CurveDrawing(CurveChart chart, int width, int height) {
    this.chart = chart;
    this.width = width;
    this.height = height;
    x =
        LogScale.of(
            chart.curves().stream()
                .flatMap(curve -> curve.points().stream())
                .mapToDouble(Point::x)
                .toArray(),
            chart.x().ticks());
    y =
        LogScale.of(
            chart.curves().stream()
                .flatMap(curve -> curve.points().stream())
                .flatMap(p -> List.of(p.low(), p.y(), p.high()).stream())
                .mapToDouble(Double::doubleValue)
                .toArray(),
            chart.y().ticks());
    int longest = y.ticks().stream().mapToInt(tick -> tick.label().length()).max().orElse(1);
    left = (int) (14 + LETTER * longest);
  }

  /** Both widths. */
  static String of(CurveChart chart) {
    return new CurveDrawing(chart, 840, 400).draw("broad")
        + new CurveDrawing(chart, 370, 330).draw("narrow");
  }

  private String draw(String kind) {
    add(
        "<svg class=\"plot %s\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n",
        kind, width, height, Page.escape(chart.title()));
    grid();
    chart.curves().forEach(this::curve);
    return svg.append("</svg>\n").toString();
  }

  private void grid() {
    add("<g class=\"grid\">\n");
    for (Tick tick : y.ticks()) {
      double at = y(tick.value());
      add("<path d=\"M%d %.1fH%d\"/>", left, at, width - RIGHT);
      add(
          "<text x=\"%d\" y=\"%.1f\" class=\"left\">%s</text>\n",
          left - 8, at + 4, Page.escape(tick.label()));
    }
    double taken = Double.NEGATIVE_INFINITY;
    for (Tick tick : x.ticks()) {
      double at = x(tick.value());
      add("<path d=\"M%.1f %dV%d\"/>", at, TOP, height - BOTTOM);
      double half = LETTER * tick.label().length() / 2;
      // A label that would run into the one before is left out; the line is there.
      if (at - half > taken) {
        add(
            "<text x=\"%.1f\" y=\"%d\" class=\"below\">%s</text>\n",
            at, height - BOTTOM + LINE - 2, Page.escape(tick.label()));
        taken = at + half + LETTER;
      }
    }
    add("<text x=\"4\" y=\"14\" class=\"axis\">%s</text>", Page.escape(chart.y().label()));
    add(
        "<text x=\"%d\" y=\"%d\" class=\"axis left\">%s</text>\n</g>\n",
        width - RIGHT, height - 6, Page.escape(chart.x().label()));
  }

  private void curve(Curve curve) {
    add(
        "<g class=\"item\" data-name=\"%s\" data-part=\"%s\" style=\"--c:%s\">\n",
        Page.escape(curve.name()), Page.escape(curve.part()), Figure.css(curve.colour()));
    StringBuilder line = new StringBuilder();
    for (Point p : curve.points()) {
      line.append(
          String.format(
              Locale.ROOT, "%s%.1f %.1f", line.isEmpty() ? "M" : "L", x(p.x()), y(p.y())));
    }
    add("<path class=\"line%s\" d=\"%s\"/>\n", curve.dashed() ? " dashed" : "", line);
    for (Point p : curve.points()) {
      if (p.hasSpread()) {
        add("<path class=\"spread\" d=\"M%.1f %.1fV%.1f\"/>", x(p.x()), y(p.low()), y(p.high()));
      }
      String tip = Page.escape(tip(curve, p));
      add(
          "<g class=\"point\"><title>%s</title><circle class=\"dot\" cx=\"%2$.1f\" cy=\"%3$.1f\" r=\"4\"/>"
              + "<circle class=\"aim\" cx=\"%2$.1f\" cy=\"%3$.1f\" r=\"11\"/></g>\n",
          tip, x(p.x()), y(p.y()));
    }
    add("</g>\n");
  }

  private String tip(Curve curve, Point p) {
    String spread =
        p.hasSpread()
            ? " (repeats: " + Numbers.seconds(p.low()) + " to " + Numbers.seconds(p.high()) + ")"
            : "";
    return "%s at %s %s: %s %s%s"
        .formatted(
            curve.label(),
            chart.label(p.x()),
            chart.x().label(),
            Numbers.seconds(p.y()),
            chart.y().label(),
            spread);
  }

  private double x(double value) {
    return left + x.place(value) * (width - RIGHT - left);
  }

  private double y(double value) {
    return height - BOTTOM - y.place(value) * (height - BOTTOM - TOP);
  }

  private void add(String format, Object... values) {
    svg.append(values.length == 0 ? format : String.format(Locale.ROOT, format, values));
  }
}
