package org.secindex.bench;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.labels.StandardCategoryItemLabelGenerator;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.category.DefaultCategoryDataset;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** Draws bars and curves, all in one style. */
final class Plots {
  /**
   * A bar.
   *
   * @param group beside which label it stands
   * @param name in the legend; bars of one name have one colour
   */
  record Bar(String group, String name, double value) {}

  /**
   * A curve over a logarithmic axis, on which only what is more than 0 has a place.
   *
   * @param name in the legend
   */
  record Curve(String name, Color colour, boolean dashed, List<Point> points) {
    Curve(String name, Color colour, boolean dashed) {
      this(name, colour, dashed, new ArrayList<>());
    }

    void add(double x, double y) {
      points.add(new Point(x, y));
    }
  }

  record Point(double x, double y) {}

  /** Colours that the colour-blind can tell apart (Okabe and Ito), and that go side by side. */
  private static final Color[] BARS = {
    new Color(0x444444), new Color(0x56B4E9), new Color(0xD55E00), new Color(0xF0E442)
  };

  private Plots() {}

  /** The height in pixels that a chart of so many groups of bars wants. */
  static int barsHeight(int groups) {
    return 120 + 70 * groups;
  }

  /**
   * Horizontal bars with their values.
   *
   * @param pattern of the values, as {@link DecimalFormat} takes it
   */
  static JFreeChart bars(String title, String unit, List<Bar> bars, String pattern) {
    return bars(title, unit, bars, pattern, false);
  }

  /** As {@link #bars(String, String, List, String)}, over a logarithmic axis; 0 is left out. */
  static JFreeChart logBars(String title, String unit, List<Bar> bars, String pattern) {
    return bars(title, unit, bars.stream().filter(b -> b.value() > 0).toList(), pattern, true);
  }

  private static JFreeChart bars(
      String title, String unit, List<Bar> bars, String pattern, boolean logarithmic) {
    DefaultCategoryDataset data = new DefaultCategoryDataset();
    Set<String> names = new LinkedHashSet<>();
    bars.forEach(bar -> names.add(bar.name()));
    for (String name : names) {
      bars.stream()
          .filter(bar -> bar.name().equals(name))
          .forEach(bar -> data.addValue(bar.value(), name, bar.group()));
    }
    JFreeChart chart =
        ChartFactory.createBarChart(
            title, null, unit, data, PlotOrientation.HORIZONTAL, true, false, false);
    CategoryPlot plot = chart.getCategoryPlot();
    if (logarithmic) {
      plot.setRangeAxis(logAxis(unit));
    }
    ValueAxis values = plot.getRangeAxis();
    values.setUpperMargin(0.12);
    plot.setBackgroundPaint(Color.WHITE);
    plot.setOutlineVisible(false);
    plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
    BarRenderer renderer = (BarRenderer) plot.getRenderer();
    renderer.setBarPainter(new StandardBarPainter());
    renderer.setShadowVisible(false);
    renderer.setItemMargin(0.05);
    if (logarithmic) {
      // Bars begin at the left end, which is one step below the smallest.
      double least = bars.stream().mapToDouble(Bar::value).min().orElse(1);
      renderer.setBase(Math.pow(10, Math.floor(Math.log10(least) - 0.1)));
      values.setLowerBound(renderer.getBase());
    }
    renderer.setDefaultItemLabelGenerator(
        new StandardCategoryItemLabelGenerator("{2}", format(pattern)));
    renderer.setDefaultItemLabelsVisible(true);
    for (int i = 0; i < data.getRowCount(); i++) {
      renderer.setSeriesPaint(i, BARS[i % BARS.length]);
    }
    return finish(chart);
  }

  /** Curves with both axes logarithmic. */
  static JFreeChart lines(String title, String xLabel, String yLabel, List<Curve> curves) {
    XYSeriesCollection data = new XYSeriesCollection();
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, true);
    for (Curve curve : curves) {
      XYSeries series = new XYSeries(curve.name());
      for (Point point : curve.points()) {
        // A logarithmic axis has no place for what took less than a clock tick.
        if (point.x() > 0 && point.y() > 0) {
          series.add(point.x(), point.y());
        }
      }
      renderer.setSeriesPaint(data.getSeriesCount(), curve.colour());
      renderer.setSeriesStroke(data.getSeriesCount(), stroke(curve.dashed()));
      data.addSeries(series);
    }
    JFreeChart chart =
        ChartFactory.createXYLineChart(
            title, xLabel, yLabel, data, PlotOrientation.VERTICAL, true, false, false);
    XYPlot plot = chart.getXYPlot();
    plot.setRenderer(renderer);
    plot.setDomainAxis(logAxis(xLabel));
    plot.setRangeAxis(logAxis(yLabel));
    plot.setBackgroundPaint(Color.WHITE);
    plot.setDomainGridlinePaint(Color.LIGHT_GRAY);
    plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
    return finish(chart);
  }

  /** Two labels for each power of ten, evenly apart: 1, 3.2, 10, 32 ... */
  private static LogAxis logAxis(String label) {
    LogAxis axis = new LogAxis(label);
    axis.setTickUnit(new NumberTickUnit(0.5));
    axis.setNumberFormatOverride(new ShortFormat());
    return axis;
  }

  private static NumberFormat format(String pattern) {
    return new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT));
  }

  private static BasicStroke stroke(boolean dashed) {
    return dashed
        ? new BasicStroke(
            1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, new float[] {6, 4}, 0)
        : new BasicStroke(2.2f);
  }

  private static JFreeChart finish(JFreeChart chart) {
    chart.setBackgroundPaint(Color.WHITE);
    chart.getTitle().setFont(new Font(Font.SANS_SERIF, Font.BOLD, 15));
    chart.getLegend().setFrame(BlockBorder.NONE);
    return chart;
  }
}
