package org.secindex.file.evidence;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.secindex.file.evidence.Figures.Figure;

/**
 * Puts the figures of a run beside what is asked of them: a table on standard output. A figure that
 * the run does not have is left out. Argument: results.csv.
 */
final class Verdict {
  private static final double EXACTLY_ONE = 1.02;

  private final List<Figure> figures;

  private Verdict(List<Figure> figures) {
    this.figures = figures;
  }

  public static void main(String[] args) throws IOException {
    List<Figure> figures = new Figures(Path.of(args[0])).all();
    System.out.printf(
        "%-10s %11s  %-44s %12s  %-14s %s%n", "keys", "entries", "what", "value", "asked", "");
    Verdict compared = new Verdict(ofPart(figures, "compare"));
    for (Figure catalogue : compared.catalogues()) {
      compared.compare(catalogue.keys(), catalogue.entries());
    }
    Verdict grown = new Verdict(ofPart(figures, "grow"));
    List<Figure> sizes = grown.catalogues();
    for (int i = 0; i < sizes.size(); i++) {
      grown.grow(sizes.get(i));
      if (i > 0) {
        grown.growth(sizes.get(i - 1), sizes.get(i));
      }
    }
    grown.updates(sizes);
  }

  private static List<Figure> ofPart(List<Figure> figures, String part) {
    return figures.stream().filter(figure -> figure.part().equals(part)).toList();
  }

  /** One figure of each catalogue. */
  private List<Figure> catalogues() {
    List<Figure> first = new ArrayList<>();
    for (Figure figure : figures) {
      boolean known =
          first.stream()
              .anyMatch(f -> f.keys().equals(figure.keys()) && f.entries() == figure.entries());
      if (!known) {
        first.add(figure);
      }
    }
    return first;
  }

  private void compare(String keys, long entries) {
    OptionalDouble find = value(keys, entries, "file", "find");
    OptionalDouble findAll = value(keys, entries, "file", "findAll");
    OptionalDouble pread = value(keys, entries, "pread", "read-aligned");
    OptionalDouble size = value(keys, entries, "file", "size");
    most(keys, entries, "find / LMDB", ratio(find, value(keys, entries, "lmdb", "find")), 1.0);
    most(keys, entries, "find / pread of 4 KiB", ratio(find, pread), 1.5);
    most(keys, entries, "findAll a key / pread of 4 KiB", ratio(findAll, pread), 0.7);
    shown(keys, entries, "findAll / LMDB", ratio(findAll, value(keys, entries, "lmdb", "findAll")));
    shown(keys, entries, "find, ns", find);
    shown(keys, entries, "findAll, ns a key", findAll);
    shown(keys, entries, "block found and read, ns", value(keys, entries, "file", "read-block"));
    shown(keys, entries, "block decoded, ns", value(keys, entries, "file", "decode-block"));
    most(keys, entries, "bytes an entry", size, largest(keys));
    OptionalDouble smaller = ratio(size, value(keys, entries, "lmdb", "size"));
    if (keys.equals("lsst")) {
      most(keys, entries, "bytes / LMDB", smaller, 0.1);
    } else {
      shown(keys, entries, "bytes / LMDB", smaller);
    }
    OptionalDouble load = value(keys, entries, "file", "load");
    least(keys, entries, "load, M entries/s", times(load, 1e-6), 8);
    shown(keys, entries, "load / LMDB, rate", ratio(load, value(keys, entries, "lmdb", "load")));
    OptionalDouble scan = value(keys, entries, "file", "scan");
    shown(keys, entries, "scan, M entries/s", times(scan, 1e-6));
    shown(keys, entries, "scan, GB/s of 16-byte entries", times(scan, 16e-9));
    shown(keys, entries, "scan / LMDB, rate", ratio(scan, value(keys, entries, "lmdb", "scan")));
  }

  private static double largest(String keys) {
    return switch (keys) {
      case "stride:10" -> 1.0;
      case "lsst" -> 1.5;
      case "gaia" -> 6;
      default -> 6.5;
    };
  }

  private void grow(Figure of) {
    String keys = of.keys();
    long entries = of.entries();
    shown(keys, entries, "load, s", value(keys, entries, "file", "load"));
    shown(
        keys, entries, "load, M entries/s", times(value(keys, entries, "file", "load-rate"), 1e-6));
    shown(
        keys, entries, "of that, the generator alone, s", value(keys, entries, "file", "generate"));
    shown(keys, entries, "bytes an entry", value(keys, entries, "file", "size"));
    OptionalDouble pread = value(keys, entries, "pread", "read-aligned");
    shown(keys, entries, "pread of 4 KiB, ns", pread);
    for (String measure : List.of("find", "findAll")) {
      OptionalDouble mapped = value(keys, entries, "mapped-warm", measure);
      shown(keys, entries, "mapped, warm: " + measure + " / pread of 4 KiB", ratio(mapped, pread));
    }
    for (String read : List.of("mapped", "positional")) {
      OptionalDouble open = value(keys, entries, read + "-cold", "open");
      double perBillion = 1e9 / entries;
      shown(keys, entries, read + ": open cold, s", open);
      shown(keys, entries, read + ": open cold, s a billion", times(open, perBillion));
      OptionalDouble heap = value(keys, entries, read + "-warm", "open-heap");
      shown(keys, entries, read + ": heap, MB", times(heap, 1e-6));
      shown(keys, entries, read + ": heap, MB a billion", times(heap, 1e-6 * perBillion));
      for (String state : List.of("warm", "cold")) {
        String store = read + "-" + state;
        String what = read + ", " + state + ": ";
        for (String measure : List.of("find", "findAll")) {
          shown(keys, entries, what + measure + ", ns", value(keys, entries, store, measure));
        }
        shown(
            keys,
            entries,
            what + "resident, MB",
            times(value(keys, entries, store, "resident"), 1e-6));
      }
      most(
          keys,
          entries,
          read + ", cold: disk reads a find",
          value(keys, entries, read + "-cold", "find-reads"),
          EXACTLY_ONE);
      shown(
          keys,
          entries,
          read + ", cold: bytes a find",
          value(keys, entries, read + "-cold", "find-read-bytes"));
    }
  }

  /** From one size to the next. */
  private void growth(Figure from, Figure to) {
    double factor = (double) to.entries() / from.entries();
    String by = String.format(Locale.ROOT, " / that of %.3g x fewer", factor);
    most(
        to.keys(),
        to.entries(),
        "load time" + by,
        ratio(value(to, "file", "load"), value(from, "file", "load")),
        1.1 * factor);
    for (String measure : List.of("find", "findAll")) {
      OptionalDouble ratio =
          ratio(value(to, "mapped-warm", measure), value(from, "mapped-warm", measure));
      most(to.keys(), to.entries(), measure + by, ratio, 1.3);
    }
  }

  /** Of the smallest and the largest index that were updated. */
  private void updates(List<Figure> sizes) {
    List<Figure> updated =
        sizes.stream().filter(size -> value(size, "file", "update").isPresent()).toList();
    for (Figure size : updated) {
      shown(
          size.keys(), size.entries(), "update of 10 M entries, s", value(size, "file", "update"));
    }
    if (updated.size() > 1) {
      Figure small = updated.get(0);
      Figure large = updated.get(updated.size() - 1);
      for (String measure : List.of("update", "update-compacting")) {
        most(
            large.keys(),
            large.entries(),
            measure + " of 10 M / that at " + small.entries(),
            ratio(value(large, "file", measure), value(small, "file", measure)),
            1.5);
      }
    }
  }

  private OptionalDouble value(Figure of, String store, String measure) {
    return value(of.keys(), of.entries(), store, measure);
  }

  private OptionalDouble value(String keys, long entries, String store, String measure) {
    return Figures.value(figures, keys, entries, store, measure);
  }

  private static OptionalDouble ratio(OptionalDouble value, OptionalDouble to) {
    return value.isPresent() && to.isPresent()
        ? OptionalDouble.of(value.getAsDouble() / to.getAsDouble())
        : OptionalDouble.empty();
  }

  private static OptionalDouble times(OptionalDouble value, double factor) {
    return value.isPresent()
        ? OptionalDouble.of(value.getAsDouble() * factor)
        : OptionalDouble.empty();
  }

  private static void most(
      String keys, long entries, String what, OptionalDouble value, double limit) {
    value.ifPresent(v -> print(keys, entries, what, v, "<= " + limit(limit), v <= limit));
  }

  private static void least(
      String keys, long entries, String what, OptionalDouble value, double limit) {
    value.ifPresent(v -> print(keys, entries, what, v, ">= " + limit(limit), v >= limit));
  }

  private static String limit(double limit) {
    return String.format(Locale.ROOT, "%.3g", limit);
  }

  private static void shown(String keys, long entries, String what, OptionalDouble value) {
    value.ifPresent(v -> print(keys, entries, what, v, "", true));
  }

  private static void print(
      String keys, long entries, String what, double value, String asked, boolean holds) {
    String mark = asked.isEmpty() ? "" : holds ? "yes" : "NO";
    System.out.printf(
        Locale.ROOT,
        "%-10s %11d  %-44s %12s  %-14s %s%n",
        keys,
        entries,
        what,
        String.format(Locale.ROOT, value >= 1000 ? "%.0f" : "%.3g", value),
        asked,
        mark);
  }
}
