package org.secindex.mysql.evidence;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.secindex.mysql.evidence.Figures.Row;

/**
 * Puts the figures of a run beside what is asked of them, on standard output; of what was measured
 * several times, the median. What the run does not have is left out. Argument: results.csv. The
 * last line begins with {@code VERDICT: all} if all that is asked was met.
 */
final class Verdict {
  private static final String OURS = "secindex";
  private static final String C = "libmariadb";

  private final List<Row> rows;
  private boolean met = true;

  private Verdict(List<Row> rows) {
    this.rows = rows;
  }

  public static void main(String[] args) throws IOException {
    Verdict verdict = new Verdict(new Figures(Path.of(args[0])).all());
    verdict.beside();
    verdict.plot();
    System.out.println(verdict.met ? "VERDICT: all targets met" : "VERDICT: missed, see NO above");
  }

  /** What one of both has done, in one layout. */
  private record Work(String who, String work, String layout) {}

  private void beside() {
    if (rows.stream().noneMatch(r -> r.of().part().equals("beside"))) {
      return;
    }
    System.out.printf("%-66s %9s%n", "beside: median time of ours / theirs", "ratio");
    Work mariadb = new Work("mariadb", "load-file", "single");
    Work unchecked = new Work("mariadb", "load-file-unchecked", "single");
    Work oneTable = new Work(OURS, "load", "single");
    Work several = new Work(OURS, "load", "split");
    asked("load, from entries made on the way / LOAD DATA LOCAL of a file", oneTable, mariadb, 1.1);
    asked("load of the same file / LOAD DATA LOCAL", ofFile(), mariadb, 1.1);
    asked("load into five tables / LOAD DATA LOCAL into one", several, mariadb, 0.7);
    shown("load / LOAD DATA LOCAL with unique_checks = 0", oneTable, unchecked);
    shown("load into five tables / the same", several, unchecked);
    asked("find / C, prepared", single(OURS, "find"), single(C, "find"), 1.3);
    asked("findAll / C, the same lists of 1000", single(OURS, "list"), single(C, "list"), 1.2);
    shown("findAll / C, lists prepared", single(OURS, "list"), single(C, "prepared"));
    System.out.println();
    System.out.printf(
        "%-44s %10s %14s %14s%n", "µs an entry or key", "clock", "CPU client", "CPU mariadbd");
    for (Work work :
        List.of(
            mariadb,
            unchecked,
            oneTable,
            several,
            ofFile(),
            single(OURS, "find"),
            single(C, "find"),
            single(OURS, "list"),
            single(C, "list"),
            single(C, "prepared"))) {
      microseconds(work);
    }
    System.out.println();
  }

  private static Work ofFile() {
    return single(OURS, "load-file");
  }

  private static Work single(String who, String work) {
    return new Work(who, work, "single");
  }

  private List<Row> of(Work work) {
    return rows.stream()
        .filter(r -> r.of().part().equals("beside") && r.work().equals(work.work))
        .filter(r -> r.of().who().equals(work.who) && r.of().layout().equals(work.layout))
        .toList();
  }

  private static OptionalDouble median(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    return sorted.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2);
  }

  private OptionalDouble ratio(Work ours, Work theirs) {
    OptionalDouble a = median(of(ours).stream().mapToDouble(r -> r.effort().wallSeconds()));
    OptionalDouble b = median(of(theirs).stream().mapToDouble(r -> r.effort().wallSeconds()));
    return a.isPresent() && b.isPresent()
        ? OptionalDouble.of(a.getAsDouble() / b.getAsDouble())
        : OptionalDouble.empty();
  }

  private void asked(String what, Work ours, Work theirs, double limit) {
    asked(what, ratio(ours, theirs), limit);
  }

  private void asked(String what, OptionalDouble value, double limit) {
    if (value.isPresent()) {
      boolean good = value.getAsDouble() <= limit;
      met &= good;
      print(what, value.getAsDouble(), "  asked <= " + limit + (good ? "  yes" : "  NO"));
    }
  }

  private void shown(String what, Work ours, Work theirs) {
    ratio(ours, theirs).ifPresent(value -> print(what, value, ""));
  }

  private static void print(String what, double value, String asked) {
    System.out.println(String.format(Locale.ROOT, "%-66s %9.2f%s", what, value, asked));
  }

  private void microseconds(Work work) {
    List<Row> all = of(work);
    if (!all.isEmpty()) {
      System.out.printf(
          Locale.ROOT,
          "%-44s %10.2f %14.2f %14.2f%n",
          work.who + ", " + work.work + ", " + work.layout,
          each(all, Effort::wallSeconds),
          each(all, Effort::clientCpuSeconds),
          each(all, Effort::serverCpuSeconds));
    }
  }

  private static double each(List<Row> all, ToDoubleFunction<Effort> ofEffort) {
    return median(
            all.stream()
                .mapToDouble(r -> 1e6 * ofEffort.applyAsDouble(r.effort()) / r.operations()))
        .orElseThrow();
  }

  private void plot() {
    List<Row> plotted = rows.stream().filter(r -> r.of().part().equals("plot")).toList();
    if (plotted.isEmpty()) {
      return;
    }
    System.out.printf(
        "%-9s %-9s %-12s %11s %9s %8s %9s %11s %9s %9s%n",
        "work",
        "who",
        "layout",
        "entries",
        "pool MiB",
        "clients",
        "s",
        "a second",
        "CPU cl.",
        "CPU srv.");
    for (Row row : plotted) {
      System.out.printf(
          Locale.ROOT,
          "%-9s %-9s %-12s %11d %9d %8d %9.1f %11.0f %9.1f %9.1f%n",
          row.work(),
          row.of().who(),
          row.of().layout(),
          row.of().entries(),
          row.of().poolMebibytes(),
          row.clients(),
          row.effort().wallSeconds(),
          row.perSecond(),
          row.effort().clientCpuSeconds(),
          row.effort().serverCpuSeconds());
    }
    System.out.println();
    System.out.printf(
        "%-66s %9s%n", "plot: time an entry or key, largest size / smallest", "ratio");
    for (String layout : plotted.stream().map(r -> r.of().layout()).distinct().toList()) {
      grows(plotted, layout, "load", 1.1);
      grows(plotted, layout, "run", 1.3);
      grows(plotted, layout, "update", 1.5);
    }
    System.out.println();
  }

  private void grows(List<Row> plotted, String layout, String work, double limit) {
    long[] sizes = plotted.stream().mapToLong(r -> r.of().entries()).sorted().distinct().toArray();
    if (sizes.length > 1) {
      Optional<Row> small = inMemory(plotted, layout, work, sizes[0]);
      Optional<Row> large = inMemory(plotted, layout, work, sizes[sizes.length - 1]);
      if (small.isPresent() && large.isPresent()) {
        double ratio = small.get().perSecond() / large.get().perSecond();
        asked(work + ", " + layout, OptionalDouble.of(ratio), limit);
      }
    }
  }

  /** What was measured under the largest pool, which should hold the table, with one client. */
  private static Optional<Row> inMemory(
      List<Row> plotted, String layout, String work, long entries) {
    return plotted.stream()
        .filter(r -> r.of().layout().equals(layout) && r.of().entries() == entries)
        .filter(r -> r.of().who().equals(OURS) && r.work().equals(work) && r.clients() == 1)
        .max(Comparator.comparingLong(r -> r.of().poolMebibytes()));
  }
}
