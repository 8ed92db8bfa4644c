package org.secindex.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Where the CPU goes: the shares of the client and of each server process, job by job. */
final class CpuShares {
  private static final List<String> SUITES =
      List.of("init", "load", "run", "batch", "mixed", "scan", "update");

  private static final List<String> LOOKING_UP = List.of("run", "batch", "mixed");

  private final List<ProcessesCsv.Row> processes;
  private final StoreNames stores;
  private final List<BarChart.Bar> bars = new ArrayList<>();

  private CpuShares(List<ProcessesCsv.Row> processes, StoreNames stores) {
    this.processes = processes;
    this.stores = stores;
  }

  /** Of the largest index of each store. */
  static BarChart chart(ChartScope scope, List<ProcessesCsv.Row> processes) {
    StoreNames stores = scope.stores();
    CpuShares shares = new CpuShares(processes, stores);
    for (String suite : SUITES) {
      List<ResultRow> all = Typical.of(scope.rows(), suite);
      for (String store : stores.names()) {
        all.stream()
            .filter(row -> stores.name(row).equals(store))
            .max(Comparator.comparingLong(ResultRow::entries))
            .ifPresent(shares::add);
      }
    }
    return new BarChart(
        scope.name("cpu"),
        scope.title("Where the CPU goes"),
        "The shares of the client (the bench's process, with the store's library) and of each"
            + " process of its server in the CPU that the largest index took; beside the name, all"
            + " of it. Stores that work inside the client have no server, and are left out.",
        "% of the CPU",
        BarChart.Scale.STACKED,
        shares.bars);
  }

  private void add(ResultRow row) {
    Double client = row.clientCpuSeconds();
    Double all = row.allCpuSeconds();
    Double server = row.serverCpuSeconds();
    Long operations = row.operations();
    if (client == null || all == null || server == null || all == 0 || operations == null) {
      return;
    }
    String group =
        "%s, %s: %s µs of CPU %s"
            .formatted(
                row.suite(),
                stores.name(row),
                Numbers.seconds(all * 1e6 / operations),
                LOOKING_UP.contains(row.suite()) ? "a key" : "an entry");
    bars.add(new BarChart.Bar(group, "client", 100 * client / all));
    List<ProcessesCsv.Row> own =
        processes.stream().filter(p -> p.isOf(row) && p.cpuSeconds() != null).toList();
    for (ProcessesCsv.Row process : own) {
      Double used = process.cpuSeconds();
      if (used != null && used > 0) {
        bars.add(new BarChart.Bar(group, process.process(), 100 * used / all));
      }
    }
    if (own.isEmpty() && server > 0) {
      bars.add(new BarChart.Bar(group, "server", 100 * server / all));
    }
  }
}
