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
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTickUnit;
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
import org.jspecify.annotations.Nullable;

/**
 * The historical charts: CPU and wall time of filling and of looking up, throughput of look-ups. Of
 * one size they are bars; of several, lines over the size with both axes logarithmic.
 */
final class Charts {
  /** What a curve or bar shows of a row; null leaves it out. */
  private record Figure(String name, Function<ResultRow, @Nullable Double> value, boolean dashed) {}

  /** Colours that the colour-blind can tell apart (Okabe and Ito). */
  private static final Map<String, Color> COLOURS =
      Map.of(
          "file", new Color(0x0072B2),
          "rocksdb", new Color(0xE69F00),
          "mysql", new Color(0x009E73),
          "xrootd", new Color(0xCC79A7));

  private static final Color[] BARS = {
    new Color(0x444444), new Color(0x56B4E9), new Color(0xD55E00)
  };

  private static final List<Figure> TIMES =
      List.of(
          new Figure("wall", ResultRow::wallSeconds, false),
          new Figure("client CPU", ResultRow::clientCpuSeconds, true),
          new Figure("server CPU", ResultRow::serverCpuSeconds, true));

  private static final List<Figure> TIMES_OVER_SIZE =
      List.of(
          new Figure("wall", ResultRow::wallSeconds, false),
          new Figure("CPU", Charts::allCpu, true));

  private static final String SECONDS = "seconds";

  private Charts() {}

  private static @Nullable Double allCpu(ResultRow row) {
    Double client = row.clientCpuSeconds();
    Double server = row.serverCpuSeconds();
    return client == null ? null : Double.valueOf(client + (server == null ? 0 : server));
  }

  /** Those of the charts for which there is something to show. */
  static List<Chart> of(List<ResultRow> rows) {
    List<Chart> charts = new ArrayList<>();
    times(rows, "init", "Filling an index from sorted entries (init)", charts);
    times(rows, "load", "Filling an index from TSV files (load)", charts);
    times(rows, "run", "Random look-ups, one key a call (run)", charts);
    throughput(rows, charts);
    times(rows, "update", "Writing a file of entries over an index (update)", charts);
    return charts;
  }

  private static boolean severalSizes(List<ResultRow> rows) {
    return rows.stream().mapToLong(ResultRow::entries).distinct().count() > 1;
  }

  private static void times(List<ResultRow> all, String suite, String title, List<Chart> charts) {
    List<ResultRow> rows = Typical.of(all, suite);
    if (rows.isEmpty()) {
      return;
    }
    String operations = Numbers.of(rows.get(0).operations() == null ? 0 : rows.get(0).operations());
    if (severalSizes(rows)) {
      charts.add(
          new Chart(
              suite,
              "Solid: time on the clock. Dashed: CPU time of client and servers together; of the"
                  + " client alone where its server cannot be measured. Lower is better. Both axes"
                  + " are logarithmic: each line of the grid is about three times the one before.",
              lines(title, SECONDS, rows, TIMES_OVER_SIZE),
              420));
    } else {
      charts.add(
          new Chart(
              suite,
              "Seconds for "
                  + operations
                  + (suite.equals("run") ? " look-ups" : " entries")
                  + "; shorter is better. Where the bar of server CPU is missing, the store works"
                  + " inside the client, or its server cannot be measured.",
              bars(
                  title + ", " + Numbers.size(rows.get(0).entries()) + " entries",
                  SECONDS,
                  rows,
                  TIMES),
              height(rows)));
    }
  }

  private static void throughput(List<ResultRow> all, List<Chart> charts) {
    List<ResultRow> rows = new ArrayList<>(Typical.of(all, "run"));
    rows.addAll(Typical.of(all, "batch"));
    if (rows.isEmpty()) {
      return;
    }
    int clients = rows.get(0).clients();
    String title = "Look-ups per second";
    List<Figure> figures =
        List.of(
            new Figure("one key a call", r -> ofSuite(r, "run"), false),
            new Figure("1000 keys a call", r -> ofSuite(r, "batch"), true));
    boolean lines = severalSizes(rows);
    charts.add(
        new Chart(
            "throughput",
            "Keys looked up a second by "
                + (clients == 1 ? "one client" : clients + " clients")
                + ", 10 % of them not in the index; more is better.",
            lines ? lines(title, "keys/s", rows, figures) : bars(title, "keys/s", rows, figures),
            lines ? 420 : height(rows)));
  }

  private static @Nullable Double ofSuite(ResultRow row, String suite) {
    return row.suite().equals(suite) ? row.opsPerSecond() : null;
  }

  private static int height(List<ResultRow> rows) {
    return 120 + 70 * (int) rows.stream().map(ResultRow::backend).distinct().count();
  }

  private static JFreeChart bars(
      String title, String unit, List<ResultRow> rows, List<Figure> figures) {
    DefaultCategoryDataset data = new DefaultCategoryDataset();
    for (Figure figure : figures) {
      for (ResultRow row : rows) {
        Double value = figure.value().apply(row);
        if (value != null) {
          data.addValue(value, figure.name(), row.backend());
        }
      }
    }
    JFreeChart chart =
        ChartFactory.createBarChart(
            title, null, unit, data, PlotOrientation.HORIZONTAL, true, false, false);
    CategoryPlot plot = chart.getCategoryPlot();
    plot.getRangeAxis().setUpperMargin(0.12);
    plot.setBackgroundPaint(Color.WHITE);
    plot.setOutlineVisible(false);
    plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
    BarRenderer bars = (BarRenderer) plot.getRenderer();
    bars.setBarPainter(new StandardBarPainter());
    bars.setShadowVisible(false);
    bars.setItemMargin(0.05);
    bars.setDefaultItemLabelGenerator(
        new StandardCategoryItemLabelGenerator(
            "{2}", format(unit.equals(SECONDS) ? "#,##0.00#" : "#,##0")));
    bars.setDefaultItemLabelsVisible(true);
    for (int i = 0; i < data.getRowCount(); i++) {
      bars.setSeriesPaint(i, BARS[i % BARS.length]);
    }
    return finish(chart);
  }

  private static JFreeChart lines(
      String title, String unit, List<ResultRow> rows, List<Figure> figures) {
    XYSeriesCollection data = new XYSeriesCollection();
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, true);
    Set<String> backends = new LinkedHashSet<>();
    rows.forEach(row -> backends.add(row.backend()));
    for (String backend : backends) {
      for (Figure figure : figures) {
        XYSeries series = new XYSeries(backend + ", " + figure.name());
        for (ResultRow row : rows) {
          Double value = row.backend().equals(backend) ? figure.value().apply(row) : null;
          // A logarithmic axis has no place for what took less than a clock tick.
          if (value != null && value > 0) {
            series.add((double) row.entries(), (double) value);
          }
        }
        renderer.setSeriesPaint(
            data.getSeriesCount(), COLOURS.getOrDefault(backend, Color.DARK_GRAY));
        renderer.setSeriesStroke(data.getSeriesCount(), stroke(figure.dashed()));
        data.addSeries(series);
      }
    }
    JFreeChart chart =
        ChartFactory.createXYLineChart(
            title, "entries", unit, data, PlotOrientation.VERTICAL, true, false, false);
    XYPlot plot = chart.getXYPlot();
    plot.setRenderer(renderer);
    plot.setDomainAxis(logAxis("entries"));
    plot.setRangeAxis(logAxis(unit));
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
    chart.getLegend().setFrame(org.jfree.chart.block.BlockBorder.NONE);
    return chart;
  }
}
