package org.secindex.bench;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Results in the ten columns that the prototype of 2015 wrote ({@code kelseymh/secindex_proto},
 * {@code IndexTester.cc}), for its users' scripts: one line for each store and size, with the
 * median of the repeats, at the smallest number of clients.
 *
 * <p>What differs from then: CPU, memory, page faults and input are those of client and servers
 * together, where the prototype saw its own process only; a figure that is not known is empty; and
 * keys are drawn from all of the index, where its generator never came past 2<sup>31</sup>. Memory,
 * page faults (those that read from the disk) and input (blocks of 512 bytes, as {@code ru_inblock}
 * counts them) are those of the look-ups, as they were.
 */
final class HistoricalCsv {
  /** The first line, to the letter. */
  static final String HEADER =
      "Type, Size (1e6), Init CPU (s), Init Clock (s), Accesses (1e6), Run CPU (s), Run Clock (s),"
          + " Memory (MB), Page fault, Input op";

  private static final long BLOCK = 512;

  /** C++ streams wrote six digits. */
  private static final MathContext DIGITS = new MathContext(6);

  private HistoricalCsv() {}

  /** All lines, with a line end after each. What cannot be compared has types of its own. */
  static String of(Results results) {
    StringBuilder csv = new StringBuilder(HEADER).append('\n');
    Map<Setting, List<ResultRow>> groups = results.bySetting();
    List<Setting> settings = List.copyOf(groups.keySet());
    StoreNames stores = new StoreNames(results.rows());
    groups.forEach(
        (setting, rows) ->
            lines(rows, stores, setting.labelAmong(settings).replace(",", ";"), csv));
    return csv.toString();
  }

  private static void lines(
      List<ResultRow> rows, StoreNames stores, String setting, StringBuilder csv) {
    List<ResultRow> inits = Typical.of(rows, "init");
    List<ResultRow> runs = Typical.of(rows, "run");
    TreeSet<Long> sizes = new TreeSet<>();
    inits.forEach(row -> sizes.add(row.entries()));
    runs.forEach(row -> sizes.add(row.entries()));
    for (String store : stores.names()) {
      String type = setting.isEmpty() ? store : store + " (" + setting + ")";
      for (long size : sizes) {
        Optional<ResultRow> init = find(inits, stores, store, size);
        Optional<ResultRow> run = find(runs, stores, store, size);
        if (init.isPresent() || run.isPresent()) {
          csv.append(line(type, size, init.orElse(null), run.orElse(null))).append('\n');
        }
      }
    }
  }

  private static Optional<ResultRow> find(
      List<ResultRow> rows, StoreNames stores, String store, long size) {
    return rows.stream()
        .filter(row -> row.entries() == size && stores.name(row).equals(store))
        .findFirst();
  }

  private static String line(
      String type, long size, @Nullable ResultRow init, @Nullable ResultRow run) {
    List<String> cells = new ArrayList<>();
    cells.add(type);
    cells.add(cell(size / 1e6));
    cells.add(init == null ? "" : cell(init.allCpuSeconds()));
    cells.add(init == null ? "" : cell(init.wallSeconds()));
    if (run == null) {
      cells.addAll(List.of("", "", "", "", "", ""));
    } else {
      Long operations = run.operations();
      Long read = run.readBytes();
      Long faults = run.majorFaults();
      cells.add(operations == null ? "" : cell(operations / 1e6));
      cells.add(cell(run.allCpuSeconds()));
      cells.add(cell(run.wallSeconds()));
      cells.add(cell(run.allRssMb()));
      cells.add(faults == null ? "" : faults.toString());
      cells.add(read == null ? "" : Long.toString(read / BLOCK));
    }
    return String.join(", ", cells);
  }

  private static String cell(@Nullable Double value) {
    return value == null ? "" : new BigDecimal(value, DIGITS).stripTrailingZeros().toPlainString();
  }
}
