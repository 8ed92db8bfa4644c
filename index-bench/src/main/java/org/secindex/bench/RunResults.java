package org.secindex.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.secindex.api.IndexException;

/**
 * What one run of the stores has left in its directory, read back.
 *
 * @param directory where it is
 * @param about how the run was made, and its verdict
 * @param machine on which
 * @param rows all measurements
 * @param processes what each server process used in them; empty where the run left no such file
 */
record RunResults(
    Path directory,
    Map<String, Object> about,
    Map<String, Object> machine,
    List<ResultRow> rows,
    List<ProcessesCsv.Row> processes) {

  /**
   * Reads them.
   *
   * @throws IndexException if it is no directory of such a run
   */
  static RunResults read(Path directory) throws IOException {
    RunDirectory run = RunDirectory.open(directory);
    Map<String, Object> about = run.readRun();
    if (isTide(about)) {
      throw new IndexException(
          "bench: " + directory + " is a run over TIDE logs; it has no stores to put side by side");
    }
    return new RunResults(
        directory,
        about,
        run.readEnvironment(),
        ResultsCsv.read(run.results()),
        Files.exists(run.processes()) ? ProcessesCsv.read(run.processes()) : List.of());
  }

  static boolean isTide(Map<String, Object> about) {
    return List.of(BenchReport.TIDE).equals(about.get("suites"));
  }

  /** For programs. */
  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("directory", directory.toString());
    fields.put("run", about);
    fields.put("environment", machine);
    return fields;
  }

  /** Whether an answer was wrong, so that no figure of the run means anything. */
  boolean isInvalid() {
    return "invalid".equals(about.get("verdict"));
  }

  /** The machine in short, as {@code AMD EPYC, 2 cores, 25.3 GB}. */
  String machineLabel() {
    Object memory = machine.get("ram_bytes");
    return machine.get("cpu")
        + ", "
        + machine.get("cores_logical")
        + " cores, "
        + (memory instanceof Number bytes ? Numbers.bytes(bytes.longValue()) : "unknown")
        + " memory";
  }
}
