package org.secindex.file.evidence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The figures of a run, one a line: {@code part,keys,entries,store,measure,value,unit}. Each
 * program of the run appends its own.
 */
final class Figures {
  private static final String HEADER = "part,keys,entries,store,measure,value,unit";

  /** One figure. */
  record Figure(
      String part,
      String keys,
      long entries,
      String store,
      String measure,
      double value,
      String unit) {}

  private final Path file;

  Figures(Path file) {
    this.file = file;
  }

  void add(
      String part,
      String keys,
      long entries,
      String store,
      String measure,
      double value,
      String unit)
      throws IOException {
    String row =
        String.format(
            Locale.ROOT,
            "%s,%s,%d,%s,%s,%.6g,%s",
            part,
            keys,
            entries,
            store,
            measure,
            value,
            unit);
    System.out.println(row);
    String text = Files.exists(file) ? row : HEADER + "\n" + row;
    Files.writeString(file, text + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  List<Figure> all() throws IOException {
    List<Figure> figures = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      String[] f = line.split(",", -1);
      if (!line.equals(HEADER)) {
        figures.add(
            new Figure(
                f[0], f[1], Long.parseLong(f[2]), f[3], f[4], Double.parseDouble(f[5]), f[6]));
      }
    }
    return figures;
  }

  /** The figure that was measured last, if it was. */
  static OptionalDouble value(
      List<Figure> figures, String keys, long entries, String store, String measure) {
    return figures.stream()
        .filter(f -> f.keys().equals(keys) && f.entries() == entries)
        .filter(f -> f.store().equals(store) && f.measure().equals(measure))
        .mapToDouble(Figure::value)
        .reduce((earlier, later) -> later);
  }
}
