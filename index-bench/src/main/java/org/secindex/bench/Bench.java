package org.secindex.bench;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.secindex.api.IndexException;
import org.secindex.api.IndexState;
import org.secindex.api.Indexes;
import org.secindex.api.SecondaryIndex;
import org.secindex.testkit.Catalogue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures a {@link BenchPlan}: at each size each backend does each suite. What goes wrong with one
 * backend is a row in the results; the others go on. Data are deleted as soon as they are not
 * needed any more, servers are stopped at the end.
 */
public final class Bench {
  private static final Logger LOG = LoggerFactory.getLogger(Bench.class);
  private static final DateTimeFormatter RUN_NAME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private static final int REHEARSAL = 100_000;
  private static final int REHEARSAL_LOOKUPS = 10_000;

  private final BenchPlan plan;
  private final String program;
  private final BenchListener listener;
  private final RunDirectory directory;
  private final Targets targets;
  private final long ramBytes = Environment.ramBytes();
  private final Instant started = Instant.now().truncatedTo(ChronoUnit.SECONDS);
  private final List<ResultRow> rows = new ArrayList<>();
  private final Map<String, Object> stores = new LinkedHashMap<>();
  private final Set<String> rehearsed = new HashSet<>();
  private volatile boolean cancelled;

  /**
   * Makes the run directory.
   *
   * @param program name, version and revision of the calling program, for the results
   * @throws org.secindex.api.IndexConfigException if there are results already
   */
  public Bench(BenchPlan plan, String program, BenchListener listener) throws IOException {
    this.plan = plan;
    this.program = program;
    this.listener = listener;
    directory = RunDirectory.create(plan.out());
    targets = new Targets(plan, directory.data());
  }

  /**
   * Ends a run that is under way in another thread: servers are stopped, and {@link #run} returns
   * with what has been measured.
   */
  public void cancel() throws IOException {
    cancelled = true;
    targets.close();
  }

  /** Measures everything, and writes the report. To be called once. */
  public BenchOutcome run() throws IOException {
    writeRun("running");
    directory.writeEnvironment(Environment.capture(program, directory.path()));
    try (ResultsCsv results = new ResultsCsv(directory.results())) {
      for (long size : plan.sizes()) {
        try (Dataset dataset =
            new Dataset(
                Catalogue.of(plan.keys(), size), directory.data().resolve("tsv"), plan.seed())) {
          measureAll(dataset, results);
        }
      }
    } finally {
      cleanUp();
    }
    BenchOutcome.Verdict verdict = BenchOutcome.Verdict.of(rows, cancelled);
    writeRun(verdict.label());
    BenchReport.write(directory.path());
    return new BenchOutcome(directory.path(), rows, verdict);
  }

  /** What does not stop, or cannot be deleted, must not cost the report of what was measured. */
  private void cleanUp() {
    try {
      targets.close();
    } catch (IOException e) {
      LOG.warn("bench: {}", firstLine(e));
    }
    try {
      Directories.delete(directory.data());
    } catch (IOException e) {
      LOG.warn("bench: {} is left behind: {}", directory.data(), firstLine(e));
    }
  }

  private void measureAll(Dataset dataset, ResultsCsv results) throws IOException {
    if (plan.suites().contains(Suite.LOAD)) {
      listener.phase("making files of " + dataset.catalogue());
      TsvFiles files = dataset.files();
      add(
          circumstances("none", "", "make-files", dataset, 1, 1)
              .measured(
                  Measurement.of(
                      dataset.catalogue().size(),
                      files.usage(),
                      new Check(files.checksum().value(), files.bytes(), Optional.empty())),
                  "warm",
                  ramBytes,
                  ""),
          results);
    }
    for (int repeat = 1; repeat <= plan.repeats(); repeat++) {
      for (String backend : plan.backends()) {
        if (!cancelled) {
          measure(backend, dataset, repeat, results);
        }
      }
    }
  }

  private void measure(String backend, Dataset dataset, int repeat, ResultsCsv results)
      throws IOException {
    Target target;
    try {
      listener.phase(backend + ": getting ready");
      target = targets.get(backend);
    } catch (Targets.Unavailable e) {
      withoutFigures(backend, dataset, repeat, "skipped: " + firstLine(e), results);
      return;
    } catch (IOException e) {
      LOG.debug("{}: does not start", backend, e);
      withoutFigures(backend, dataset, repeat, "failed: " + firstLine(e), results);
      return;
    }
    rehearse(target);
    String uri = target.uri("s" + dataset.catalogue().size() + "r" + repeat);
    try {
      measure(target, uri, dataset, repeat, results);
    } finally {
      forget(target, uri);
    }
  }

  private void measure(Target target, String uri, Dataset dataset, int repeat, ResultsCsv results)
      throws IOException {
    boolean filled = false;
    for (Suite suite : plan.suites()) {
      List<Integer> clients = suite.hasClients() ? plan.clients() : List.of(1);
      int lookups = suite == Suite.RUN ? plan.lookups() : plan.batchLookups();
      for (int n : clients) {
        if (cancelled) {
          return;
        }
        ResultRow.Circumstances what =
            circumstances(target.backend(), target.layout(), suite.label(), dataset, n, repeat);
        ResultRow row =
            attempt(suite, what, new Trial(target, uri, dataset, n, lookups, listener), filled);
        if (!cancelled) {
          add(row, results);
        }
        boolean done = row.isOk() || row.isMismatch();
        filled = suite.fills() ? done : filled || done;
      }
    }
  }

  /**
   * Does everything on a small index first, without figures, so that no backend pays for the
   * compiling of code that those after it find compiled.
   */
  private void rehearse(Target target) throws IOException {
    if (!rehearsed.add(target.backend())) {
      return;
    }
    listener.phase(target.backend() + ": warming up");
    String uri = target.uri("warmup");
    long size = Math.min(REHEARSAL, Collections.max(plan.sizes()));
    try (Dataset small =
        new Dataset(
            Catalogue.of(plan.keys(), size), directory.data().resolve("warm-up"), plan.seed())) {
      Trial trial = new Trial(target, uri, small, 1, REHEARSAL_LOOKUPS, listener);
      drop(uri);
      var unused = InitSuite.fill(trial);
      for (Suite suite : plan.suites()) {
        if (suite.fills()) {
          drop(uri);
        }
        suite.job().run(trial);
      }
    } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError e) {
      // What is wrong with this backend will be a result when it is measured.
      LOG.debug("{}: warm-up failed", target.backend(), e);
    } finally {
      forget(target, uri);
    }
  }

  private ResultRow attempt(
      Suite suite, ResultRow.Circumstances what, Trial trial, boolean filled) {
    try {
      if (suite.fills()) {
        drop(trial.uri());
      } else if (!filled) {
        listener.phase(what.backend() + ": filling, not measured");
        drop(trial.uri());
        var unused = InitSuite.fill(trial);
      }
      listener.phase(
          "%s: %s, %d entries%s"
              .formatted(
                  what.backend(),
                  what.suite(),
                  what.entries(),
                  suite.hasClients() ? ", clients: " + what.clients() : ""));
      Measurement measurement = suite.job().run(trial);
      describe(trial);
      ProcessesCsv.append(
          directory.processes(), what, trial.target().processes(), measurement.usage());
      Histogram latency = measurement.latency();
      if (latency != null) {
        directory.writeHistogram(
            String.join(
                "-",
                what.backend(),
                what.suite(),
                Long.toString(what.entries()),
                "c" + what.clients(),
                "r" + what.repeat()),
            latency);
      }
      return what.measured(measurement, "warm", ramBytes, "");
    } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError e) {
      // Whatever a backend throws is a result of this backend, and must not cost the others theirs:
      // a native library that does not load, and memory that this one alone needs, too.
      LOG.debug("{} {}: failed", what.backend(), what.suite(), e);
      return what.without("failed: " + firstLine(e));
    }
  }

  private void drop(String uri) {
    if (Indexes.state(uri) != IndexState.ABSENT) {
      Indexes.drop(uri);
    }
  }

  private void forget(Target target, String uri) {
    if (cancelled && !target.keepsIndexes()) {
      return;
    }
    try {
      drop(uri);
    } catch (IndexException e) {
      LOG.warn("{}: the index {} is left behind: {}", target.backend(), uri, firstLine(e));
    }
  }

  /** What the store says about itself, once for each. */
  private void describe(Trial trial) {
    String backend = trial.target().backend();
    if (stores.containsKey(backend)) {
      return;
    }
    try (SecondaryIndex index = Indexes.open(trial.uri())) {
      Map<String, Object> store = new LinkedHashMap<>();
      store.put("engine", Indexes.provider(Targets.scheme(backend)).engine());
      store.put("layout", trial.target().layout());
      store.put("format", index.statistics().format());
      store.put("settings", trial.target().settings());
      store.put("details", index.statistics().details());
      stores.put(backend, store);
    }
  }

  private void withoutFigures(
      String backend, Dataset dataset, int repeat, String status, ResultsCsv results)
      throws IOException {
    for (Suite suite : plan.suites()) {
      for (int n : suite.hasClients() ? plan.clients() : List.of(1)) {
        add(circumstances(backend, "", suite.label(), dataset, n, repeat).without(status), results);
      }
    }
  }

  private ResultRow.Circumstances circumstances(
      String backend, String layout, String suite, Dataset dataset, int clients, int repeat) {
    return new ResultRow.Circumstances(
        RUN_NAME.format(started),
        backend,
        layout,
        suite,
        plan.keys(),
        dataset.catalogue().size(),
        clients,
        repeat,
        plan.durability().name().toLowerCase(Locale.ROOT),
        method(suite));
  }

  private static Method method(String suite) {
    return switch (suite) {
      case "run" -> new Method("uniform", 0.1, 1, null);
      case "batch" -> new Method("uniform", 0.1, BatchSuite.BATCH, null);
      default -> Method.NONE;
    };
  }

  private void add(ResultRow row, ResultsCsv results) throws IOException {
    results.append(row);
    rows.add(row);
    listener.measured(row);
  }

  /** Our own messages say it all; of others the kind says more, as {@code NoSuchFileException}. */
  private static String firstLine(Throwable e) {
    boolean ours =
        e instanceof IndexException
            || e instanceof Targets.Unavailable
            || (e instanceof IOException && !(e instanceof FileSystemException));
    String text = ours ? String.valueOf(e.getMessage()) : e.toString();
    return text.lines().findFirst().orElse("");
  }

  private void writeRun(String verdict) throws IOException {
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("schema", 1);
    run.put("run", RUN_NAME.format(started));
    run.put("verdict", verdict);
    run.put("started", started.toString());
    if (!verdict.equals("running")) {
      run.put("ended", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    }
    run.put("backends", plan.backends());
    run.put("suites", plan.suites().stream().map(Suite::label).toList());
    run.put("sizes", plan.sizes());
    run.put("keys", plan.keys());
    run.put("lookups", plan.lookups());
    run.put("batch_lookups", plan.batchLookups());
    run.put("batch_keys_a_call", BatchSuite.BATCH);
    run.put("clients", plan.clients());
    run.put("repeats", plan.repeats());
    run.put("seed", plan.seed());
    run.put("durability", plan.durability().name().toLowerCase(Locale.ROOT));
    run.put("cache_bytes", plan.cacheBytes());
    run.put("stores", stores);
    directory.writeRun(run);
  }
}
