package org.secindex.bench;

import java.awt.Color;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Whether an index is needed: the logs of 2011 by scan and by index, the same over the sizes of
 * entries and chunks, and what a crash loses against what an index costs.
 */
final class TideCharts {
  private static final Color INDEX = new Color(0xD55E00);

  /** In the order of the colours of bars. */
  private static final List<String> BARS = List.of("read", "scan", "index");

  private static final Color LOST = new Color(0xCC79A7);
  private static final Color COST = new Color(0x009E73);

  private final TideFigures figures;
  private final List<Chart> charts = new ArrayList<>();

  private TideCharts(TideFigures figures) {
    this.figures = figures;
  }

  /** Those of the charts for which there is something to show. */
  static List<Chart> of(List<TideRow> rows) {
    TideCharts all = new TideCharts(new TideFigures(rows));
    all.rows();
    for (String cache : TideFigures.CACHES) {
      all.sweep(cache, "entry-size", "bytes an entry", TideShape::entryBytes, all.likeChunks());
      all.sweep(
          cache, "chunk-size", "bytes a chunk", s -> (double) s.chunkBytes(), all.smallEntries());
    }
    all.crash();
    return all.charts;
  }

  private static String name(String method) {
    return switch (method) {
      case "index" -> "by INDX";
      case "read" -> "whole file read";
      default -> method;
    };
  }

  private static Color colour(String method) {
    return switch (method) {
      case "scan" -> new Color(0x56B4E9);
      case "index" -> INDEX;
      default -> new Color(0x444444);
    };
  }

  private void rows() {
    List<BarChart.Bar> bars = new ArrayList<>();
    List<TideShape> shapes = figures.shapes("rows");
    for (TideShape shape : shapes) {
      for (String cache : TideFigures.CACHES) {
        int before = bars.size();
        String group = shape.label() + ", " + cache;
        for (String method : BARS) {
          figures
              .row("rows", shape, method, cache)
              .ifPresent(row -> bars.add(new BarChart.Bar(group, name(method), row.seconds())));
        }
        if (bars.size() > before) {
          bars.add(new BarChart.Bar(group, "scan in 2011", shape.secondsIn2011()));
        }
      }
    }
    if (!bars.isEmpty()) {
      charts.add(
          new BarChart(
              "rows",
              "Scan or index? The logs of 2011",
              "Seconds to find every entry of a log; chunks × entries a chunk × bytes an entry."
                  + " Shorter is better; the axis is logarithmic. Yellow: the scan of 2011, by the"
                  + " number of entries; it does not say whether the file was in memory.",
              "seconds",
              BarChart.Scale.LOGARITHMIC,
              bars));
    }
  }

  /** Of each size of entries the log whose chunks are nearest to 1 MB. */
  private List<TideShape> likeChunks() {
    List<TideShape> all = figures.shapes("sweep");
    return all.stream()
        .map(TideShape::entryBytes)
        .distinct()
        .map(
            size ->
                all.stream()
                    .filter(shape -> shape.entryBytes() == size)
                    .min(Comparator.comparingDouble(s -> Math.abs(Math.log(s.chunkBytes() / 1e6))))
                    .orElseThrow())
        .toList();
  }

  /** Of all sizes of chunks those with the entries of 100 bytes. */
  private List<TideShape> smallEntries() {
    return figures.shapes("sweep").stream().filter(s -> s.entryBytes() == 100).toList();
  }

  private void sweep(
      String cache,
      String name,
      String axis,
      ToDoubleFunction<TideShape> x,
      List<TideShape> shapes) {
    List<CurveChart.Curve> curves = new ArrayList<>();
    for (String method : TideFigures.METHODS) {
      CurveChart.Curve curve =
          new CurveChart.Curve(name(method), "", colour(method), method.equals("read"));
      for (TideShape shape : shapes) {
        figures
            .row("sweep", shape, method, cache)
            .ifPresent(
                row -> curve.add(x.applyAsDouble(shape), row.seconds() / shape.fileBytes() * 1e9));
      }
      curves.add(curve);
    }
    if (curves.stream().noneMatch(curve -> curve.points().size() > 1)) {
      return;
    }
    String of = name.equals("entry-size") ? "chunks of about 1 MB" : "entries of 100 bytes";
    charts.add(
        new CurveChart(
            name + "-" + cache,
            "Finding every entry, by " + axis + " (" + cache + ")",
            "Seconds for each GB of log, with "
                + of
                + (cache.equals("cold") ? ", not in memory." : ", in memory.")
                + " Lower is better; both axes are logarithmic.",
            new CurveChart.Axis(axis),
            new CurveChart.Axis("seconds a GB"),
            curves));
  }

  private void crash() {
    CurveChart.Curve mean = new CurveChart.Curve("lost by a crash", "mean", LOST, false);
    CurveChart.Curve most = new CurveChart.Curve("lost by a crash", "most seen", LOST, true);
    CurveChart.Curve speed = new CurveChart.Curve("written, MB/s", "", COST, false);
    CurveChart.Curve index = new CurveChart.Curve("index, bytes an entry", "", INDEX, false);
    for (TideShape shape : figures.shapes("crash")) {
      figures
          .row("crash", shape, "write", "")
          .ifPresent(
              row -> {
                double x = shape.chunkBytes();
                TideRow.Loss loss = row.loss();
                if (loss != null) {
                  mean.add(x, loss.meanEntries() * shape.entryBytes());
                  most.add(x, (double) loss.mostEntries() * shape.entryBytes());
                }
                TideRow.Size size = row.size();
                if (size != null) {
                  index.add(x, (double) size.indexBytes() / shape.entries());
                }
                speed.add(x, row.megabytesPerSecond());
              });
    }
    if (mean.points().size() > 1) {
      charts.add(
          new CurveChart(
              "crash",
              "What a crash loses",
              "Payload bytes handed to the writer and not to be found in the file when the process"
                  + " is killed, by size of the chunks, each of which is on the disk before the"
                  + " next begins. Lower is better.",
              new CurveChart.Axis("bytes a chunk"),
              new CurveChart.Axis("bytes lost"),
              List.of(mean, most)));
      charts.add(
          new CurveChart(
              "crash-cost",
              "What small chunks cost",
              "What it costs to lose less: the speed of writing when every chunk goes to the disk"
                  + " at once, and the bytes that the index adds to each entry.",
              new CurveChart.Axis("bytes a chunk"),
              new CurveChart.Axis("see legend"),
              List.of(speed, index)));
    }
  }
}
