package org.secindex.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.secindex.api.IndexException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures a {@link TidePlan}: each log is written, read by every method, warm and cold, and
 * deleted before the next is written.
 */
public final class TideBench {
  private static final Logger LOG = LoggerFactory.getLogger(TideBench.class);
  private static final DateTimeFormatter RUN_NAME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** Left free on the disk, whatever is written. */
  private static final long RESERVE = 1L << 30;

  private final TidePlan plan;
  private final String program;
  private final Consumer<String> listener;
  private final RunDirectory directory;
  private final Instant started = Instant.now().truncatedTo(ChronoUnit.SECONDS);
  private final List<TideRow> rows = new ArrayList<>();

  /** By what code has been compiled. */
  private final Set<TideShape> rehearsed = new HashSet<>();

  private volatile boolean cancelled;

  /**
   * Makes the run directory.
   *
   * @param program name, version and revision of the calling program, for the results
   * @param listener told, in one line each, what is done next and what went wrong, by the thread
   *     that runs the bench
   * @throws org.secindex.api.IndexConfigException if there are results already
   */
  public TideBench(TidePlan plan, String program, Consumer<String> listener) throws IOException {
    this.plan = plan;
    this.program = program;
    this.listener = listener;
    directory = RunDirectory.create(plan.out());
  }

  /**
   * Ends a run that is under way in another thread, after the measurement that it is at: {@link
   * #run} returns with what has been measured.
   */
  public void cancel() {
    cancelled = true;
  }

  /** Measures everything, and writes the report. To be called once. */
  public TideOutcome run() throws IOException {
    writeRun("running");
    directory.writeEnvironment(Environment.capture(program, directory.path()));
    Files.createDirectories(directory.data());
    try (TideCsv results = new TideCsv(directory.results())) {
      for (TidePlan.Part part : plan.parts()) {
        for (TideShape shape : plan.shapes(part)) {
          if (!cancelled) {
            measure(part, shape, results);
          }
        }
      }
    } finally {
      Directories.delete(directory.data());
    }
    BenchOutcome.Verdict verdict = verdict();
    writeRun(verdict.label());
    BenchReport.write(directory.path());
    return new TideOutcome(directory.path(), rows, verdict);
  }

  private void measure(TidePlan.Part part, TideShape shape, TideCsv results) throws IOException {
    Path log = directory.data().resolve("log.tide");
    TideTrial trial =
        new TideTrial(
            runName(),
            part.label(),
            shape,
            log,
            plan.repeats(),
            () -> cancelled,
            row -> add(row, results));
    try {
      long free = Files.getFileStore(directory.data()).getUsableSpace();
      if (free < shape.fileBytes() + RESERVE) {
        trial.without(
            "skipped: takes %s, and the disk has %s free, of which 1 GB is left free"
                .formatted(Numbers.bytes(shape.fileBytes()), Numbers.bytes(free)));
        return;
      }
      listener.accept(
          "%s: %s (%s)".formatted(part.label(), shape.label(), Numbers.bytes(shape.fileBytes())));
      if (rehearsed.add(shape.rehearsal())) {
        trial.rehearse();
      }
      if (part == TidePlan.Part.CRASH) {
        trial.crash();
      } else {
        trial.readings(plan.cold());
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      // Must not cost the other logs their figures; a full disk, too, is emptied before the next.
      LOG.debug("{} {}: failed", part.label(), shape.label(), e);
      trial.without("failed: " + firstLine(e));
    } finally {
      Files.deleteIfExists(log);
    }
  }

  private void add(TideRow row, TideCsv results) throws IOException {
    results.append(row);
    rows.add(row);
    if (!row.isOk()) {
      listener.accept(row.name() + ": " + row.status());
    }
  }

  private static String firstLine(Throwable e) {
    String text = e instanceof IndexException ? String.valueOf(e.getMessage()) : e.toString();
    return text.lines().findFirst().orElse("");
  }

  private BenchOutcome.Verdict verdict() {
    if (rows.stream().anyMatch(TideRow::isMismatch)) {
      return BenchOutcome.Verdict.INVALID;
    }
    if (cancelled) {
      return BenchOutcome.Verdict.INTERRUPTED;
    }
    return rows.stream().allMatch(TideRow::isOk)
        ? BenchOutcome.Verdict.COMPLETE
        : BenchOutcome.Verdict.INCOMPLETE;
  }

  private String runName() {
    return RUN_NAME.format(started);
  }

  private void writeRun(String verdict) throws IOException {
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("schema", 1);
    run.put("run", runName());
    run.put("verdict", verdict);
    run.put("started", started.toString());
    if (!verdict.equals("running")) {
      run.put("ended", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    }
    run.put("suites", List.of(BenchReport.TIDE));
    run.put("parts", plan.parts().stream().map(TidePlan.Part::label).toList());
    run.put("scale", plan.divisor() == 1 ? "1" : "1/" + plan.divisor());
    run.put("sweep_bytes", plan.sweepBytes());
    run.put("repeats", plan.repeats());
    run.put("cold", plan.cold());
    run.put("io_wait_of", OwnFigures.ioWaitIsOwn() ? "this process" : "the machine");
    directory.writeRun(run);
  }
}
