package org.secindex.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Says in plain words whether an index paid, from the figures alone. */
final class TideFindings {
  /** A scan is to take no longer than this many times the reading of the file. */
  private static final double MOST_OF_READING = 1.3;

  private final TideFigures figures;

  TideFindings(List<TideRow> rows) {
    figures = new TideFigures(rows);
  }

  List<String> sentences() {
    List<String> all = new ArrayList<>();
    for (TideShape shape : figures.shapes("rows")) {
      for (String cache : TideFigures.CACHES) {
        row(shape, cache).ifPresent(all::add);
      }
    }
    for (String cache : TideFigures.CACHES) {
      whereAnIndexPays(cache).ifPresent(all::add);
    }
    crash().ifPresent(all::add);
    return all;
  }

  private Optional<String> row(TideShape shape, String cache) {
    double scan = figures.seconds("rows", shape, "scan", cache);
    if (Double.isNaN(scan)) {
      return Optional.empty();
    }
    StringBuilder text = new StringBuilder(shape.label());
    text.append(" (").append(Numbers.bytes(shape.fileBytes())).append("), ").append(cache);
    text.append(": scanned in ").append(Numbers.seconds(scan)).append(" s");
    double read = figures.seconds("rows", shape, "read", cache);
    if (read > 0) {
      text.append(", ").append(Numbers.of(scan / read)).append(" × the time to read the file once");
      text.append(scan / read <= MOST_OF_READING ? " (aim met:" : " (aim missed:");
      text.append(" at most ").append(MOST_OF_READING).append(" ×)");
    }
    double index = figures.seconds("rows", shape, "index", cache);
    if (index > 0) {
      text.append("; by INDX in ").append(Numbers.seconds(index)).append(" s, ");
      text.append(Numbers.of(scan / index)).append(" × as fast as the scan");
    }
    double then = shape.secondsIn2011();
    text.append("; in 2011 a scan of so many entries took up to ").append(Numbers.seconds(then));
    return Optional.of(text.append(" s.").toString());
  }

  /** The smallest and the largest factor that the index saves, over the sweep. */
  private Optional<String> whereAnIndexPays(String cache) {
    TideShape most = null;
    TideShape least = null;
    for (TideShape shape : figures.shapes("sweep")) {
      double gain = gain(shape, cache);
      if (Double.isNaN(gain)) {
        continue;
      }
      most = most == null || gain > gain(most, cache) ? shape : most;
      least = least == null || gain < gain(least, cache) ? shape : least;
    }
    if (most == null || least == null) {
      return Optional.empty();
    }
    return Optional.of(
        "Over all sizes, %s: an index saved most with %s (%s × as fast as a scan), least with %s (%s ×)."
            .formatted(
                cache,
                most.label(),
                Numbers.of(gain(most, cache)),
                least.label(),
                Numbers.of(gain(least, cache))));
  }

  private double gain(TideShape shape, String cache) {
    return figures.seconds("sweep", shape, "scan", cache)
        / figures.seconds("sweep", shape, "index", cache);
  }

  private Optional<String> crash() {
    List<String> parts = new ArrayList<>();
    for (TideShape shape : figures.shapes("crash")) {
      figures
          .row("crash", shape, "write", "")
          .ifPresent(
              row -> {
                TideRow.Loss loss = row.loss();
                if (loss != null) {
                  parts.add(
                      "%s (%s entries, %s MB/s)"
                          .formatted(
                              Numbers.bytes(shape.chunkBytes()),
                              Numbers.of(loss.meanEntries()),
                              Numbers.of(row.megabytesPerSecond())));
                }
              });
    }
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "A crash loses half a chunk in the mean; by size of the chunks: "
                + String.join("; ", parts)
                + ".");
  }
}
