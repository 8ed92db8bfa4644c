package org.secindex.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The measurements of one or more runs that one report is about.
 *
 * @param runs at least one
 */
record Results(List<RunResults> runs) {
  /** Suites to which it is all one what is in memory, and which keys are looked up. */
  private static final Set<String> WRITING = Set.of("init", "load", "update");

  static Results read(List<Path> directories) throws IOException {
    List<RunResults> runs = new ArrayList<>();
    for (Path directory : directories) {
      runs.add(RunResults.read(directory));
    }
    return new Results(List.copyOf(runs));
  }

  List<ResultRow> rows() {
    return runs.stream().flatMap(run -> run.rows().stream()).toList();
  }

  List<ProcessesCsv.Row> processes() {
    return runs.stream().flatMap(run -> run.processes().stream()).toList();
  }

  /**
   * The measurements of stores that may stand side by side, the largest group first. What was
   * filled, updated or scanned stands with the first group of look-ups made in the same
   * circumstances. Only rows with figures are in it.
   */
  Map<Setting, List<ResultRow>> bySetting() {
    Map<String, String> machines = new HashMap<>();
    for (RunResults run : runs) {
      run.rows().forEach(row -> machines.put(row.run(), run.machineLabel()));
    }
    Map<Setting, List<ResultRow>> groups = new LinkedHashMap<>();
    List<ResultRow> others = new ArrayList<>();
    for (ResultRow row : rows()) {
      if (row.isOk() && row.isOfAStore()) {
        if (WRITING.contains(row.suite()) || row.suite().equals("scan")) {
          others.add(row);
        } else {
          Setting setting = Setting.of(row, machines.getOrDefault(row.run(), ""));
          groups.computeIfAbsent(setting, same -> new ArrayList<>()).add(row);
        }
      }
    }
    groups = largestFirst(groups);
    for (ResultRow row : others) {
      Setting own = Setting.of(row, machines.getOrDefault(row.run(), ""));
      Predicate<Setting> fits =
          setting ->
              setting.fillsAs(own)
                  && (WRITING.contains(row.suite()) || setting.cache().equals(own.cache()));
      Setting first = groups.keySet().stream().filter(fits).findFirst().orElse(own);
      groups.computeIfAbsent(first, same -> new ArrayList<>()).add(row);
    }
    return largestFirst(groups);
  }

  private static Map<Setting, List<ResultRow>> largestFirst(Map<Setting, List<ResultRow>> groups) {
    Map<Setting, List<ResultRow>> sorted = new LinkedHashMap<>();
    groups.entrySet().stream()
        .sorted(Comparator.comparingInt(group -> -group.getValue().size()))
        .forEach(group -> sorted.put(group.getKey(), group.getValue()));
    return sorted;
  }
}
