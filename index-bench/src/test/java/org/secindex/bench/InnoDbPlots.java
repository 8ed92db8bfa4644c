package org.secindex.bench;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * Draws what docs/results/innodb/run has measured for its part {@code plot}, beside the curves that
 * LSST measured in 2016 on InnoDB (LDM-135; read off a plot, to some 20 %; one spinning disk).
 *
 * <pre>InnoDbPlots RESULTS.CSV DIRECTORY</pre>
 */
final class InnoDbPlots {
  private static final Color THEN = new Color(0x888888);

  private static final Map<String, Color> COLOURS =
      Map.of(
          "single", new Color(0x0072B2),
          "split", new Color(0xE69F00),
          "partitioned", new Color(0x009E73));

  private static final String ENTRIES = "entries in the index";

  /**
   * A line of the file.
   *
   * @param pool the server's buffer pool, in MiB
   */
  private record Row(
      String who,
      String work,
      String layout,
      double entries,
      long pool,
      int clients,
      double operations,
      double wall,
      double clientCpu,
      double serverCpu) {
    static Row of(NamedCsvRecord line) {
      return new Row(
          line.getField("who"),
          line.getField("work"),
          line.getField("layout"),
          Double.parseDouble(line.getField("entries")),
          Long.parseLong(line.getField("pool_mib")),
          Integer.parseInt(line.getField("clients")),
          Double.parseDouble(line.getField("operations")),
          Double.parseDouble(line.getField("wall_s")),
          Double.parseDouble(line.getField("client_cpu_s")),
          Double.parseDouble(line.getField("server_cpu_s")));
    }

    double perSecond() {
      return operations / wall;
    }
  }

  private final List<Row> rows;

  private InnoDbPlots(List<Row> rows) {
    this.rows = rows;
  }

  public static void main(String[] args) throws IOException {
    List<Row> rows = new ArrayList<>();
    try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(Path.of(args[0]))) {
      csv.stream()
          .filter(line -> line.getField("part").equals("plot"))
          .forEach(line -> rows.add(Row.of(line)));
    }
    InnoDbPlots plots = new InnoDbPlots(rows);
    Path directory = Files.createDirectories(Path.of(args[1]));
    for (Chart chart :
        List.of(plots.filling(), plots.lookUps(), plots.clients(), plots.updates(), plots.cpu())) {
      chart.write(directory);
    }
  }

  private List<String> layouts() {
    return rows.stream().map(Row::layout).distinct().toList();
  }

  private List<Long> pools() {
    return List.copyOf(new TreeSet<>(rows.stream().map(Row::pool).toList()));
  }

  /** A curve of 2016: sizes and values in turns. */
  private static CurveChart.Curve then(String name, boolean dashed, double... points) {
    CurveChart.Curve curve = new CurveChart.Curve("2016: " + name, "", THEN, dashed);
    for (int i = 0; i < points.length; i += 2) {
      curve.add(points[i], points[i + 1]);
    }
    return curve;
  }

  private CurveChart.Curve now(
      String name, Color colour, boolean dashed, List<Row> chosen, ToDoubleFunction<Row> value) {
    CurveChart.Curve curve = new CurveChart.Curve(name, "", colour, dashed);
    chosen.forEach(row -> curve.add(row.entries(), value.applyAsDouble(row)));
    return curve;
  }

  private List<Row> of(String work, String layout) {
    return rows.stream()
        .filter(r -> r.work().equals(work) && r.layout().equals(layout))
        .filter(r -> r.who().equals("secindex") && r.clients() == 1)
        .toList();
  }

  private Chart filling() {
    List<CurveChart.Curve> curves = new ArrayList<>();
    curves.add(then("init", false, 1e7, 60, 3e7, 170, 1e8, 550, 3e8, 1800, 1e9, 5200, 3e9, 17_000));
    curves.add(then("load", true, 1e7, 80, 3e9, 24_000));
    List<Row> cascade = rows.stream().filter(r -> r.who().equals("server")).toList();
    curves.add(now("init by the server alone", new Color(0xCC79A7), false, cascade, Row::wall));
    for (String layout : layouts()) {
      Color colour = COLOURS.getOrDefault(layout, Color.BLACK);
      List<Row> init = of("init", layout);
      if (!init.isEmpty()) {
        curves.add(now("init, " + layout, colour, false, init, Row::wall));
      }
      curves.add(now("load, " + layout, colour, true, of("load", layout), Row::wall));
    }
    return chart("filling", "Filling an index", ENTRIES, "seconds", curves);
  }

  private Chart lookUps() {
    List<CurveChart.Curve> curves = new ArrayList<>();
    curves.add(then("one disk", false, 1e7, 8300, 3e7, 1000, 1e8, 70, 3e8, 70, 1e9, 70, 3e9, 70));
    for (String layout : layouts()) {
      for (long pool : pools()) {
        List<Row> chosen = of("run", layout).stream().filter(row -> row.pool() == pool).toList();
        curves.add(
            now(
                layout + ", pool of " + pool + " MiB",
                COLOURS.getOrDefault(layout, Color.BLACK),
                pool != pools().get(pools().size() - 1),
                chosen,
                Row::perSecond));
      }
    }
    return chart("run", "Random look-ups, one key a call, one client", ENTRIES, "keys/s", curves);
  }

  private Chart updates() {
    List<CurveChart.Curve> curves = new ArrayList<>();
    curves.add(
        then("10 M entries", false, 1e7, 105, 3e7, 105, 1e8, 105, 3e8, 105, 1e9, 105, 3e9, 105));
    for (String layout : layouts()) {
      Color colour = COLOURS.getOrDefault(layout, Color.BLACK);
      List<Row> all = of("update", layout);
      for (long pool : pools()) {
        List<Row> chosen = all.stream().filter(row -> row.pool() == pool).toList();
        if (!chosen.isEmpty()) {
          curves.add(
              now(
                  layout + ", pool of " + pool + " MiB",
                  colour,
                  pool != pools().get(pools().size() - 1),
                  chosen,
                  row -> row.wall() / row.operations() * 1e7));
        }
      }
    }
    return chart("update", "Writing 10 M entries over an index", ENTRIES, "seconds", curves);
  }

  private static Chart chart(
      String name, String title, String x, String y, List<CurveChart.Curve> curves) {
    return new CurveChart(name, title, "", new CurveChart.Axis(x), new CurveChart.Axis(y), curves);
  }

  private double largest() {
    return rows.stream().mapToDouble(Row::entries).max().orElseThrow();
  }

  private Chart clients() {
    List<BarChart.Bar> bars = new ArrayList<>();
    for (Row row : rows) {
      if (row.work().equals("run") && row.entries() == largest()) {
        bars.add(
            new BarChart.Bar(
                row.layout() + ", " + row.pool() + " MiB",
                row.clients() + (row.clients() == 1 ? " client" : " clients"),
                row.perSecond()));
      }
    }
    String title = "Look-ups a second of " + Numbers.size((long) largest()) + " entries";
    return new BarChart("clients", title, "", "keys/s", BarChart.Scale.LINEAR, bars);
  }

  private Chart cpu() {
    List<BarChart.Bar> bars = new ArrayList<>();
    for (Row row : rows) {
      if (row.entries() == largest()
          && row.clients() == 1
          && row.layout().equals(layouts().get(0))
          && !row.work().equals("make-file")) {
        String group = row.work() + (row.who().equals("server") ? " by the server" : "");
        if (row.work().equals("run") || row.work().equals("update")) {
          group += ", " + row.pool() + " MiB";
        }
        bars.add(new BarChart.Bar(group, "wall", 1e6 * row.wall() / row.operations()));
        bars.add(new BarChart.Bar(group, "CPU client", 1e6 * row.clientCpu() / row.operations()));
        bars.add(new BarChart.Bar(group, "CPU mariadbd", 1e6 * row.serverCpu() / row.operations()));
      }
    }
    String title = "Where the time goes, " + Numbers.size((long) largest()) + " entries";
    return new BarChart("cpu", title, "", "µs an entry or key", BarChart.Scale.LOGARITHMIC, bars);
  }
}
