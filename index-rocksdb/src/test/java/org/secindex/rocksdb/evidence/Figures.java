package org.secindex.rocksdb.evidence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The figures of a run, one a line: {@code part,entries,store,measure,value,unit}. Programs and the
 * script append theirs; what was measured several times stands there several times.
 */
record Figures(Path file) {
  /** One figure. */
  record Figure(
      String part, long entries, String store, String measure, double value, String unit) {}

  void add(String part, long entries, String store, String measure, double value, String unit)
      throws IOException {
    String row =
        String.format(
            Locale.ROOT, "%s,%d,%s,%s,%.6g,%s%n", part, entries, store, measure, value, unit);
    System.out.print(row);
    Files.writeString(file, row, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  List<Figure> all() throws IOException {
    List<Figure> figures = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      String[] f = line.split(",", -1);
      figures.add(
          new Figure(f[0], Long.parseLong(f[1]), f[2], f[3], Double.parseDouble(f[4]), f[5]));
    }
    return figures;
  }

  /** Of what was measured several times, the least disturbed: the smallest. */
  static OptionalDouble least(
      List<Figure> figures, String part, long entries, String store, String measure) {
    return figures.stream()
        .filter(f -> f.part().equals(part) && f.entries() == entries)
        .filter(f -> f.store().equals(store) && f.measure().equals(measure))
        .mapToDouble(Figure::value)
        .min();
  }
}
