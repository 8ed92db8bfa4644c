package org.secindex.rocksdb.evidence;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.secindex.rocksdb.evidence.Figures.Figure;

/**
 * Puts the figures of a run beside what is asked of them: a table on standard output. A figure that
 * the run does not have is left out. Argument: results.csv.
 */
final class Verdict {
  private static final String OURS = "secindex";

  private final List<Figure> figures;
  private final String part;

  private Verdict(List<Figure> figures, String part) {
    this.figures = figures;
    this.part = part;
  }

  public static void main(String[] args) throws IOException {
    List<Figure> figures = new Figures(Path.of(args[0])).all();
    System.out.printf("%-8s %11s  %-52s %9s  %s%n", "part", "entries", "what", "value", "asked");
    Verdict compared = new Verdict(figures, "compare");
    compared.sizes().forEach(compared::compare);
    Verdict grown = new Verdict(figures, "grow");
    List<Long> sizes = grown.sizes();
    sizes.forEach(grown::grow);
    for (int i = 1; i < sizes.size(); i++) {
      grown.growth(sizes.get(i - 1), sizes.get(i));
    }
  }

  private List<Long> sizes() {
    return figures.stream()
        .filter(f -> f.part().equals(part))
        .map(Figure::entries)
        .distinct()
        .toList();
  }

  private void compare(long entries) {
    beside(entries, "load", "load / fillseq", 1.0);
    beside(entries, "find", "find / readrandom", 1.3);
    beside(entries, "findAll", "findAll / multireadrandom", 1.2);
    for (String measure : List.of("load", "find", "findAll")) {
      boolean load = measure.equals("load");
      for (String store : List.of(OURS, "db_bench")) {
        String what = store + ": " + measure + (load ? ", ns an entry" : ", µs a key");
        shown(entries, what, times(value(entries, store, measure), load ? 1e9 / entries : 1e-3));
      }
    }
    for (String store : List.of(OURS, "db_bench")) {
      shown(entries, store + ": bytes an entry", value(entries, store, "size"));
      shown(entries, store + ": CPU of the load, s", value(entries, store, "load-cpu"));
      shown(entries, store + ": CPU of all look-ups, s", value(entries, store, "ask-cpu"));
    }
  }

  private void beside(long entries, String measure, String what, double limit) {
    OptionalDouble ours = value(entries, OURS, measure);
    asked(entries, what, ratio(ours, value(entries, "db_bench", measure)), limit);
  }

  private void grow(long entries) {
    shown(entries, "load, s", value(entries, OURS, "load"));
    shown(entries, "load, CPU s", value(entries, OURS, "load-cpu"));
    shown(entries, "load, resident MB", times(value(entries, OURS, "load-resident"), 1e-6));
    shown(entries, "bytes an entry", value(entries, OURS, "size"));
    for (String store : List.of("warm", "five-percent", "filters-in-cache", "cold")) {
      shown(entries, store + ": open, s", value(entries, store, "open"));
      shown(entries, store + ": find, µs", times(value(entries, store, "find"), 1e-3));
      shown(entries, store + ": findAll, µs", times(value(entries, store, "findAll"), 1e-3));
      shown(entries, store + ": miss, µs", times(value(entries, store, "miss"), 1e-3));
      asked(entries, store + ": data blocks a miss", value(entries, store, "blocks-a-miss"), 0.02);
      shown(entries, store + ": resident MB", times(value(entries, store, "resident"), 1e-6));
    }
    shown(entries, "scan, ns an entry", value(entries, "scan", "scan"));
    shown(entries, "update of 10 M entries, s", value(entries, OURS, "update"));
    shown(entries, "update, resident MB", times(value(entries, OURS, "update-resident"), 1e-6));
  }

  private void growth(long from, long to) {
    String by = " / that at " + from;
    OptionalDouble load = ratio(value(to, OURS, "load"), value(from, OURS, "load"));
    asked(to, "load" + by, load, 1.1 * to / from);
    for (String measure : List.of("find", "findAll")) {
      OptionalDouble ratio = ratio(value(to, "warm", measure), value(from, "warm", measure));
      asked(to, "warm: " + measure + by, ratio, 1.3);
    }
    OptionalDouble update = ratio(value(to, OURS, "update"), value(from, OURS, "update"));
    asked(to, "update of 10 M" + by, update, 1.5);
  }

  private OptionalDouble value(long entries, String store, String measure) {
    return Figures.least(figures, part, entries, store, measure);
  }

  private static OptionalDouble ratio(OptionalDouble value, OptionalDouble to) {
    return to.isPresent() ? times(value, 1 / to.getAsDouble()) : OptionalDouble.empty();
  }

  private static OptionalDouble times(OptionalDouble value, double factor) {
    return value.isPresent()
        ? OptionalDouble.of(value.getAsDouble() * factor)
        : OptionalDouble.empty();
  }

  private void shown(long entries, String what, OptionalDouble value) {
    value.ifPresent(v -> print(entries, what, v, ""));
  }

  private void asked(long entries, String what, OptionalDouble value, double limit) {
    value.ifPresent(
        v ->
            print(
                entries,
                what,
                v,
                String.format(Locale.ROOT, "<= %-5.3g %s", limit, v <= limit ? "yes" : "NO")));
  }

  private void print(long entries, String what, double value, String asked) {
    String text = String.format(Locale.ROOT, value >= 1000 ? "%.0f" : "%.3g", value);
    System.out.println(
        String.format(Locale.ROOT, "%-8s %11d  %-52s %9s  %s", part, entries, what, text, asked)
            .stripTrailing());
  }
}
