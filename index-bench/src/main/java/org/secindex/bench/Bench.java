package org.secindex.bench;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
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
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.secindex.testkit.Catalogue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures a {@link BenchPlan}: at each size each store does each suite. What goes wrong with one
 * store is a row in the results; the others go on. Data are deleted as soon as they are not needed
 * any more, servers are stopped at the end.
 */
public final class Bench {
  private static final Logger LOG = LoggerFactory.getLogger(Bench.class);
  private static final DateTimeFormatter RUN_NAME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private static final int REHEARSAL = 100_000;
  private static final int HARNESS_REHEARSALS = 5;

  /** Left free on the disk, whatever is written; of a small disk a twentieth. */
  private static final long RESERVE = 1L << 30;

  private static final int SMALL_RESERVE = 20;

  private final BenchPlan plan;
  private final String program;
  private final BenchListener listener;
  private final RunDirectory directory;
  private final Targets targets;

  /** What {@code run.json} said of the run that is resumed; empty if this is a new one. */
  private final Map<String, Object> before;

  private final Instant started = Instant.now().truncatedTo(ChronoUnit.SECONDS);
  private final AtomicBoolean cancelled = new AtomicBoolean();
  private final Set<StoreName> rehearsed = new HashSet<>();
  private final Map<String, Object> stores = new LinkedHashMap<>();

  /**
   * Makes the run directory, or opens that of the run to resume.
   *
   * @param program name, version and revision of the calling program, for the results
   * @throws org.secindex.api.IndexConfigException if there are results already that are not to be
   *     resumed, or that are of a run of another kind
   */
  public Bench(BenchPlan plan, String program, BenchListener listener) throws IOException {
    this.plan = plan;
    this.program = program;
    this.listener = listener;
    if (plan.resume() && RunDirectory.isOne(plan.out())) {
      directory = RunDirectory.open(plan.out());
      before = directory.readRun();
      PlanFacts.requireSame(plan, before);
    } else {
      directory = RunDirectory.create(plan.out());
      before = Map.of();
    }
    targets = new Targets(plan.stores(), directory.data());
  }

  /** The seed of the run whose results are in a directory; empty if there are none. */
  public static OptionalLong seedOf(Path out) throws IOException {
    return RunDirectory.isOne(out)
            && RunDirectory.open(out).readRun().get("seed") instanceof Number n
        ? OptionalLong.of(n.longValue())
        : OptionalLong.empty();
  }

  /**
   * Ends a run that is under way in another thread: servers are stopped, and {@link #run} returns
   * with what has been measured.
   */
  public void cancel() throws IOException {
    cancelled.set(true);
    targets.close();
  }

  /** Measures everything, and writes the report. To be called once. */
  public BenchOutcome run() throws IOException {
    writeRun("running");
    directory.writeEnvironment(Environment.capture(program, directory.path()));
    // What a run that was killed has left behind.
    Directories.delete(directory.data());
    List<ResultRow> rows;
    try (RunLog log =
        before.isEmpty() ? RunLog.begin(directory, listener) : RunLog.resume(directory, listener)) {
      BenchRun run =
          new BenchRun(
              id(),
              plan,
              log,
              listener,
              cancelled,
              Environment.ramBytes(),
              new Notes(Runtime.getRuntime().availableProcessors()),
              stores);
      for (long size : plan.sizes()) {
        try (Dataset dataset = dataset(size, "tsv")) {
          measureAll(run, dataset);
        }
      }
      rows = log.rows();
    } finally {
      cleanUp();
    }
    BenchOutcome.Verdict verdict = BenchOutcome.Verdict.of(rows, cancelled.get());
    writeRun(verdict.label());
    BenchReport.write(directory.path());
    return new BenchOutcome(directory.path(), rows, verdict);
  }

  private String id() {
    return before.get("run") instanceof String name ? name : RUN_NAME.format(started);
  }

  private Dataset dataset(long size, String files) {
    return new Dataset(
        Catalogue.of(plan.keys(), size), directory.data().resolve(files), plan.lookups().choice());
  }

  /** What does not stop, or cannot be deleted, must not cost the report of what was measured. */
  private void cleanUp() {
    try {
      targets.close();
    } catch (IOException e) {
      LOG.warn("bench: {}", Reason.of(e));
    }
    try {
      Directories.delete(directory.data());
    } catch (IOException e) {
      LOG.warn("bench: {} is left behind: {}", directory.data(), Reason.of(e));
    }
  }

  private void measureAll(BenchRun run, Dataset dataset) throws IOException {
    if (plan.suites().contains(Suite.LOAD)) {
      makeFiles(run, dataset);
    }
    for (int repeat = 1; repeat <= plan.repeats(); repeat++) {
      for (StoreName store : plan.stores().names()) {
        if (!run.isCancelled()) {
          measure(run, store, dataset, repeat);
        }
      }
    }
  }

  /** Where they cannot be made, as on a full disk, only the loads fail. */
  private void makeFiles(BenchRun run, Dataset dataset) throws IOException {
    ResultRow.Circumstances what =
        new ResultRow.Circumstances(
            run.id(),
            ResultRow.NO_BACKEND,
            "",
            "make-files",
            plan.keys(),
            dataset.catalogue().size(),
            1,
            1,
            plan.stores().durabilityLabel(),
            Method.NONE);
    if (run.log().has(what)) {
      return;
    }
    listener.phase("making files of " + dataset.catalogue());
    try {
      TsvFiles files = dataset.files();
      Check check = new Check(files.checksum().value(), files.bytes(), Optional.empty());
      Measurement made = Measurement.of(dataset.catalogue().size(), files.usage(), check);
      run.log().add(what.measured(made, "warm", run.ramBytes(), ""));
    } catch (IOException e) {
      LOG.debug("bench: files cannot be made", e);
      run.log().add(what.without("failed: " + Reason.of(e)));
    }
  }

  private void measure(BenchRun run, StoreName store, Dataset dataset, int repeat)
      throws IOException {
    long size = dataset.catalogue().size();
    List<Task> tasks = new ArrayList<>(plan.tasks(store));
    tasks.removeIf(task -> run.log().has(run.circumstances(store, task, size, repeat)));
    if (tasks.isEmpty()) {
      return;
    }
    Target target;
    try {
      requireRoom(store, size);
      listener.phase(store + ": getting ready");
      target = targets.get(store);
    } catch (Targets.Unavailable e) {
      withoutFigures(run, store, tasks, size, repeat, "skipped: " + Reason.of(e));
      return;
    } catch (IOException e) {
      LOG.debug("{}: does not start", store, e);
      withoutFigures(run, store, tasks, size, repeat, "failed: " + Reason.of(e));
      return;
    }
    rehearse(run, target);
    new Turn(run, target, dataset, repeat).measure(tasks);
  }

  private void requireRoom(StoreName store, long size) throws IOException, Targets.Unavailable {
    Files.createDirectories(directory.data());
    FileStore disk = Files.getFileStore(directory.data());
    long free = disk.getUsableSpace();
    long reserve = Math.min(RESERVE, disk.getTotalSpace() / SMALL_RESERVE);
    long needed = Forecast.storeBytes(plan, store, size);
    if (free < needed + reserve) {
      throw new Targets.Unavailable(
          "takes up to %s, and the disk has %s free, of which %s are left free"
              .formatted(Numbers.bytes(needed), Numbers.bytes(free), Numbers.bytes(reserve)));
    }
  }

  private static void withoutFigures(
      BenchRun run, StoreName store, List<Task> tasks, long size, int repeat, String status)
      throws IOException {
    for (Task task : tasks) {
      run.log().add(run.circumstances(store, task, size, repeat).without(status));
    }
  }

  /** On a small index. */
  private void rehearse(BenchRun run, Target target) throws IOException {
    if (!rehearsed.add(target.name())) {
      return;
    }
    listener.phase(target.name() + ": warming up");
    long size = Math.min(REHEARSAL, Collections.max(plan.sizes()));
    try (Dataset small = dataset(size, "warm-up")) {
      Turn turn = new Turn(run, target, small, 0);
      // The bench itself is too quick for its code to be compiled by one rehearsal, and it is
      // first.
      for (int i = 0; i < (target.name().isHarness() ? HARNESS_REHEARSALS : 1); i++) {
        turn.rehearse(plan.tasks(target.name()));
      }
    }
  }

  private void writeRun(String verdict) throws IOException {
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("schema", 1);
    run.put("run", id());
    run.put("verdict", verdict);
    run.put("started", before.getOrDefault("started", started.toString()));
    if (!before.isEmpty()) {
      List<Object> times = new ArrayList<>();
      if (before.get("resumed") instanceof List<?> earlier) {
        times.addAll(earlier);
      }
      times.add(started.toString());
      run.put("resumed", times);
    }
    if (!verdict.equals("running")) {
      run.put("ended", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    }
    run.putAll(PlanFacts.together(plan, before));
    Map<String, Object> all = new LinkedHashMap<>();
    if (before.get("stores") instanceof Map<?, ?> earlier) {
      earlier.forEach((name, store) -> all.put(String.valueOf(name), store));
    }
    all.putAll(stores);
    run.put("stores", all);
    directory.writeRun(run);
  }
}
