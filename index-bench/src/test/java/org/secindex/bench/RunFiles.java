package org.secindex.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes what a run leaves in its directory. */
final class RunFiles {
  private RunFiles() {}

  static Path write(Path directory, List<ResultRow> rows) throws IOException {
    return write(directory, rows, Map.of());
  }

  /**
   * Writes it.
   *
   * @param machine facts beside the usual ones, or instead of them
   */
  static Path write(Path directory, List<ResultRow> rows, Map<String, Object> machine)
      throws IOException {
    RunDirectory run = RunDirectory.create(directory);
    try (ResultsCsv csv = new ResultsCsv(run.results())) {
      for (ResultRow row : rows) {
        csv.append(row);
      }
    }
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("run", "r<1>");
    about.put("verdict", "complete");
    about.put("repeats", 1);
    about.put("stores", Map.of("a", Map.of("b", "c")));
    run.writeRun(about);
    Map<String, Object> environment = new LinkedHashMap<>();
    environment.put("program", "secindex 1");
    environment.put("cpu", "EPYC & Co");
    environment.put("cores_logical", 2);
    environment.put("governor", null);
    environment.put("ram_bytes", 16_000_000);
    environment.putAll(machine);
    run.writeEnvironment(environment);
    return run.path();
  }

  /** Says what each process used, for all rows of a backend. */
  static void processes(Path directory, List<ResultRow> rows, Map<String, Double> cpuSeconds)
      throws IOException {
    StringBuilder csv =
        new StringBuilder(
            "run,backend,layout,suite,keys,entries,clients,repeat,process,cpu_s,rss_mb,read_bytes,"
                + "write_bytes,major_faults\n");
    for (ResultRow row : rows) {
      cpuSeconds.forEach(
          (process, cpu) ->
              csv.append(
                  String.join(
                      ",",
                      row.run(),
                      row.backend(),
                      row.layout(),
                      row.suite(),
                      row.keys(),
                      Long.toString(row.entries()),
                      Integer.toString(row.clients()),
                      Integer.toString(row.repeat()),
                      process,
                      cpu.toString(),
                      "1,,,\n")));
    }
    Files.writeString(directory.resolve("processes.csv"), csv);
  }
}
