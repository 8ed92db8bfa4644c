package org.secindex.bench;

import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.JFreeChart;

/**
 * Curves over logarithmic axes, on which only what is more than 0 has a place.
 *
 * @param x the lower axis
 * @param y the axis at the left
 * @param curves those that have points are drawn
 */
record CurveChart(String name, String title, String caption, Axis x, Axis y, List<Curve> curves)
    implements Chart {
  private static final int HEIGHT = 420;

  /**
   * An axis.
   *
   * @param label what it shows, with the unit
   * @param ticks where it is labelled; if empty, at round numbers
   */
  record Axis(String label, List<Tick> ticks) {
    Axis(String label) {
      this(label, List.of());
    }
  }

  /** A label at a place of an axis. */
  record Tick(double value, String label) {}

  /**
   * A curve.
   *
   * @param name what it is of, as a store; curves of one name have one colour
   * @param part which of its figures, as {@code wall}; empty if it has one only
   * @param dashed so that the parts of one name are told apart
   */
  record Curve(String name, String part, Color colour, boolean dashed, List<Point> points) {
    Curve(String name, String part, Color colour, boolean dashed) {
      this(name, part, colour, dashed, new ArrayList<>());
    }

    /** In a legend that has no room for both apart. */
    String label() {
      return part.isEmpty() ? name : name + ", " + part;
    }

    void add(double x, double y) {
      add(x, y, y, y);
    }

    void add(double x, double y, double low, double high) {
      if (x > 0 && low > 0) {
        points.add(new Point(x, y, low, high));
      }
    }
  }

  /**
   * A point of a curve.
   *
   * @param low the least of the repeats
   * @param high the most of them
   */
  record Point(double x, double y, double low, double high) {
    boolean hasSpread() {
      return high > low;
    }
  }

  /** Leaves out what has no points. */
  CurveChart {
    curves = curves.stream().filter(curve -> !curve.points().isEmpty()).toList();
  }

  @Override
  public boolean isEmpty() {
    return curves.stream().noneMatch(curve -> curve.points().size() > 1);
  }

  /** The label of a place on the lower axis. */
  String label(double value) {
    return x.ticks().stream()
        .filter(tick -> tick.value() == value)
        .map(Tick::label)
        .findFirst()
        .orElseGet(() -> ShortFormat.of(value));
  }

  @Override
  public List<List<String>> table() {
    List<List<String>> lines = new ArrayList<>();
    lines.add(List.of("curve", x.label(), y.label(), "least", "most"));
    for (Curve curve : curves) {
      for (Point p : curve.points()) {
        lines.add(
            List.of(
                curve.label(),
                label(p.x()),
                ShortFormat.plain(p.y()),
                p.hasSpread() ? ShortFormat.plain(p.low()) : "",
                p.hasSpread() ? ShortFormat.plain(p.high()) : ""));
      }
    }
    return lines;
  }

  @Override
  public JFreeChart picture() {
    return Plots.lines(this);
  }

  @Override
  public int height() {
    return HEIGHT;
  }
}
