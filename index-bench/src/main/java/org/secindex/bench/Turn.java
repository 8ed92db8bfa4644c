package org.secindex.bench;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.secindex.api.IndexException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One store at one size: its tasks one after the other, on one index, which is deleted at the end.
 *
 * @param run what it belongs to
 * @param target the store
 * @param dataset of this size
 * @param repeat from 1
 */
record Turn(BenchRun run, Target target, Dataset dataset, int repeat) {
  private static final Logger LOG = LoggerFactory.getLogger(Turn.class);
  private static final int REHEARSAL_LOOKUPS = 10_000;

  private String index() {
    return "s" + dataset.catalogue().size() + "r" + repeat;
  }

  private Trial trial(Task task, boolean cold) {
    Lookups lookups = run.plan().lookups();
    return new Trial(
        target,
        index(),
        dataset,
        task,
        lookups.keys(task.suite()),
        lookups.pace(),
        cold,
        run.listener());
  }

  void measure(List<Task> tasks) throws IOException {
    boolean filled = false;
    boolean worn = false;
    try {
      for (Task task : tasks) {
        if (run.isCancelled()) {
          return;
        }
        Suite suite = task.suite();
        // A mix leaves the content as it was, but not what an update would find.
        boolean usable = filled && !(worn && suite == Suite.UPDATE);
        boolean done = measure(task, usable);
        boolean readOnly = !suite.fills() && !suite.updates();
        filled = done ? suite != Suite.UPDATE : usable && readOnly;
        worn = suite == Suite.MIXED || (usable && worn);
      }
    } finally {
      forget();
    }
  }

  /** Whether it was done, rightly or not. */
  private boolean measure(Task task, boolean filled) throws IOException {
    ResultRow.Circumstances what =
        run.circumstances(target.name(), task, dataset.catalogue().size(), repeat);
    String name = target.name() + ": ";
    try {
      Trial trial = trial(task, false);
      if (task.suite().fills()) {
        trial.drop();
      } else if (!filled) {
        run.listener().phase(name + "filling, not measured");
        trial.drop();
        var unused = InitSuite.fill(trial);
      }
      Optional<String> warm = Optional.empty();
      boolean cold = run.plan().cold() && task.suite().reads();
      if (cold) {
        run.listener().phase(name + "emptying memory");
        warm = target.cool();
      }
      run.listener().phase(name + task + ", " + dataset.catalogue().size() + " entries");
      trial = trial(task, cold && warm.isEmpty());
      Measurement measurement = task.suite().job(task.keysPerCall()).run(trial);
      if (run.isCancelled()) {
        return true;
      }
      run.describe(trial);
      String notes =
          run.notes()
              .of(
                  trial,
                  measurement,
                  warm.map(why -> "not cold: " + why).orElse(""),
                  run.log().floor(what));
      ResultRow row =
          what.measured(measurement, trial.cold() ? "cold" : "warm", run.ramBytes(), notes);
      run.log().add(row, what, trial, measurement);
      return true;
    } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError e) {
      // Whatever a backend throws is a result of this backend, and must not cost the others theirs:
      // a native library that does not load, and memory that this one alone needs, too.
      LOG.debug("{} {}: failed", what.backend(), what.suite(), e);
      if (!run.isCancelled()) {
        run.log().add(what.without("failed: " + Reason.of(e)));
      }
      return false;
    }
  }

  /**
   * Does everything without figures, so that no backend pays for the compiling of code that those
   * after it find compiled.
   */
  void rehearse(List<Task> tasks) {
    try {
      Trial trial = rehearsal(Suite.INIT);
      trial.drop();
      var unused = InitSuite.fill(trial);
      for (Suite suite : tasks.stream().map(Task::suite).distinct().toList()) {
        if (suite.fills()) {
          trial.drop();
        }
        suite.job(BatchedLookups.USUAL).run(rehearsal(suite));
      }
    } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError e) {
      // What is wrong with this backend will be a result when it is measured.
      LOG.debug("{}: warm-up failed", target.name(), e);
    } finally {
      forget();
    }
  }

  private Trial rehearsal(Suite suite) {
    return new Trial(
        target,
        "warmup",
        dataset,
        new Task(suite, 1, BatchedLookups.USUAL),
        REHEARSAL_LOOKUPS,
        Pace.ONCE,
        false,
        run.listener());
  }

  private void forget() {
    if (run.isCancelled() && !target.keepsIndexes()) {
      return;
    }
    for (String index : List.of(index(), "warmup")) {
      try {
        target.drop(index);
      } catch (IndexException e) {
        LOG.warn("{}: the index {} is left behind: {}", target.name(), index, Reason.of(e));
      }
    }
  }
}
