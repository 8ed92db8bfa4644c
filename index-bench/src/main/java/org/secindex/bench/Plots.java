package org.secindex.bench;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.AxisState;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.ValueTick;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.labels.StandardCategoryItemLabelGenerator;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.category.DefaultCategoryDataset;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** Draws bars and curves for papers, all in one style. */
final class Plots {
  /** Colours that the colour-blind can tell apart (Okabe and Ito), and that go side by side. */
  private static final Color[] BARS = {
    new Color(0x6E7781),
    new Color(0x56B4E9),
    new Color(0xD55E00),
    new Color(0xF0E442),
    new Color(0x009E73),
    new Color(0xCC79A7),
    new Color(0x0072B2),
    new Color(0xE69F00)
  };

  private Plots() {}

  /** The colour of the bars of a name. */
  static Color barColour(int name) {
    return BARS[name % BARS.length];
  }

  /** Horizontal bars with their values. */
  static JFreeChart bars(BarChart bars) {
    DefaultCategoryDataset data = new DefaultCategoryDataset();
    for (String name : bars.names()) {
      bars.bars().stream()
          .filter(bar -> bar.name().equals(name))
          .forEach(bar -> data.addValue(bar.value(), name, bar.group()));
    }
    boolean stacked = bars.scale() == BarChart.Scale.STACKED;
    JFreeChart chart =
        stacked
            ? ChartFactory.createStackedBarChart(
                bars.title(),
                null,
                bars.unit(),
                data,
                PlotOrientation.HORIZONTAL,
                true,
                false,
                false)
            : ChartFactory.createBarChart(
                bars.title(),
                null,
                bars.unit(),
                data,
                PlotOrientation.HORIZONTAL,
                true,
                false,
                false);
    CategoryPlot plot = chart.getCategoryPlot();
    plot.setBackgroundPaint(Color.WHITE);
    plot.setOutlineVisible(false);
    plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
    BarRenderer renderer = (BarRenderer) plot.getRenderer();
    renderer.setBarPainter(new StandardBarPainter());
    renderer.setShadowVisible(false);
    renderer.setItemMargin(0.05);
    if (bars.scale() == BarChart.Scale.LOGARITHMIC) {
      plot.setRangeAxis(logAxis(bars.unit()));
      // Bars begin at the left end, which is one step below the smallest.
      double least = bars.bars().stream().mapToDouble(BarChart.Bar::value).min().orElse(1);
      renderer.setBase(Math.pow(10, Math.floor(Math.log10(least) - 0.1)));
      plot.getRangeAxis().setLowerBound(renderer.getBase());
    }
    if (!stacked) {
      plot.getRangeAxis().setUpperMargin(0.12);
      renderer.setDefaultItemLabelGenerator(
          new StandardCategoryItemLabelGenerator("{2}", new ShortFormat()));
      renderer.setDefaultItemLabelsVisible(true);
    }
    for (int i = 0; i < data.getRowCount(); i++) {
      renderer.setSeriesPaint(i, barColour(i));
    }
    return finish(chart);
  }

  /** Curves with both axes logarithmic. */
  static JFreeChart lines(CurveChart curves) {
    XYSeriesCollection data = new XYSeriesCollection();
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, true);
    for (CurveChart.Curve curve : curves.curves()) {
      XYSeries series = new XYSeries(curve.label());
      curve.points().forEach(point -> series.add(point.x(), point.y()));
      renderer.setSeriesPaint(data.getSeriesCount(), curve.colour());
      renderer.setSeriesStroke(data.getSeriesCount(), stroke(curve.dashed()));
      data.addSeries(series);
    }
    JFreeChart chart =
        ChartFactory.createXYLineChart(
            curves.title(), null, null, data, PlotOrientation.VERTICAL, true, false, false);
    XYPlot plot = chart.getXYPlot();
    plot.setRenderer(renderer);
    plot.setDomainAxis(axis(curves.x()));
    plot.setRangeAxis(axis(curves.y()));
    plot.setBackgroundPaint(Color.WHITE);
    plot.setDomainGridlinePaint(Color.LIGHT_GRAY);
    plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
    return finish(chart);
  }

  /** Labelled where it is asked for, or else at round numbers. */
  private static LogAxis axis(CurveChart.Axis wanted) {
    return wanted.ticks().isEmpty() ? logAxis(wanted.label()) : new TickAxis(wanted);
  }

  /** An axis with given labels. */
  private static final class TickAxis extends LogAxis {
    private static final long serialVersionUID = 1;
    private final transient List<CurveChart.Tick> wanted;

    TickAxis(CurveChart.Axis axis) {
      super(axis.label());
      wanted = axis.ticks();
    }

    @Override
    public List<ValueTick> refreshTicks(
        Graphics2D graphics, AxisState state, Rectangle2D area, RectangleEdge edge) {
      return wanted.stream()
          .<ValueTick>map(
              tick ->
                  new NumberTick(
                      Double.valueOf(tick.value()),
                      tick.label(),
                      TextAnchor.TOP_CENTER,
                      TextAnchor.TOP_CENTER,
                      0))
          .toList();
    }
  }

  /** Two labels for each power of ten, evenly apart: 1, 3.2, 10, 32 ... */
  private static LogAxis logAxis(String label) {
    LogAxis axis = new LogAxis(label);
    axis.setTickUnit(new NumberTickUnit(0.5));
    axis.setNumberFormatOverride(new ShortFormat());
    return axis;
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
