package org.secindex.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexException;

/**
 * Where everything about a run is kept: {@code run.json}, {@code env.json}, {@code results.csv},
 * {@code processes.csv}, {@code intervals.csv}, {@code hist/*.hlog}, {@code plots/*.svg} and {@code
 * report.html}.
 *
 * @param path the directory
 */
record RunDirectory(Path path) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** A new one; refuses a place where results stand already. */
  static RunDirectory create(Path path) throws IOException {
    RunDirectory directory = new RunDirectory(path.toAbsolutePath().normalize());
    if (Files.exists(directory.results())) {
      throw new IndexConfigException(
          "bench: "
              + path
              + " holds the results of a run already; choose another --out, or --resume that run");
    }
    Files.createDirectories(directory.path());
    return directory;
  }

  /** Whether there are results of a run. */
  static boolean isOne(Path path) {
    return Files.isRegularFile(new RunDirectory(path).results());
  }

  /** That of a run that has been made. */
  static RunDirectory open(Path path) {
    RunDirectory directory = new RunDirectory(path.toAbsolutePath().normalize());
    if (!Files.isRegularFile(directory.results())) {
      throw new IndexException("bench: " + path + " is no run directory: it has no results.csv");
    }
    return directory;
  }

  Path results() {
    return path.resolve("results.csv");
  }

  Path processes() {
    return path.resolve("processes.csv");
  }

  Path intervals() {
    return path.resolve("intervals.csv");
  }

  Path hist() {
    return path.resolve("hist");
  }

  Path plots() {
    return path.resolve("plots");
  }

  Path report() {
    return path.resolve("report.html");
  }

  /** For indexes and files while they are needed. */
  Path data() {
    return path.resolve("data");
  }

  void writeRun(Map<String, Object> run) throws IOException {
    JSON.writeValue(path.resolve("run.json").toFile(), run);
  }

  void writeEnvironment(Map<String, Object> environment) throws IOException {
    JSON.writeValue(path.resolve("env.json").toFile(), environment);
  }

  Map<String, Object> readRun() throws IOException {
    return read("run.json");
  }

  Map<String, Object> readEnvironment() throws IOException {
    return read("env.json");
  }

  @SuppressWarnings("unchecked") // Jackson gives names and values for an object.
  private Map<String, Object> read(String name) throws IOException {
    Path file = path.resolve(name);
    if (!Files.isRegularFile(file)) {
      throw new IndexException("bench: " + path + " is no run directory: it has no " + name);
    }
    return JSON.readValue(file.toFile(), Map.class);
  }

  /** Latencies in nanoseconds, in the log format of HdrHistogram. */
  void writeHistogram(String name, Histogram latency) throws IOException {
    Files.createDirectories(hist());
    try (PrintStream out =
        new PrintStream(
            Files.newOutputStream(hist().resolve(name + ".hlog")), false, StandardCharsets.UTF_8)) {
      HistogramLogWriter log = new HistogramLogWriter(out);
      log.outputComment("latencies of calls in nanoseconds: " + name);
      log.outputLogFormatVersion();
      log.outputLegend();
      log.outputIntervalHistogram(latency);
      if (out.checkError()) {
        throw new IOException("cannot write " + hist().resolve(name + ".hlog"));
      }
    }
  }
}
