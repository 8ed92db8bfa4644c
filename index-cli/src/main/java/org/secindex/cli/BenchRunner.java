package org.secindex.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.secindex.bench.Bench;
import org.secindex.bench.BenchOutcome;
import org.secindex.bench.BenchPlan;
import org.secindex.bench.ScreenTable;

/** Makes a run, tells how it goes on, and ends it in good order when the user interrupts. */
final class BenchRunner {
  private static final long PATIENCE_SECONDS = 60;

  private final SecindexCommand secindex;

  BenchRunner(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  int run(BenchPlan plan) throws IOException {
    Console console = secindex.console();
    console.say(
        String.format(
            Locale.ROOT,
            "keys %s, %,d single look-ups, %,d in batches, seed %d, durability %s",
            plan.keys(),
            plan.lookups(),
            plan.batchLookups(),
            plan.seed(),
            plan.durability().name().toLowerCase(Locale.ROOT)));
    String program = String.join(", ", new Version().getVersion());
    Bench bench = bench(plan, program);
    CountDownLatch done = new CountDownLatch(1);
    Thread interrupt = new Thread(() -> end(bench, done), "bench-interrupt");
    Runtime.getRuntime().addShutdownHook(interrupt);
    try {
      return print(measure(bench));
    } finally {
      done.countDown();
      forget(interrupt);
    }
  }

  private Bench bench(BenchPlan plan, String program) {
    try {
      return new Bench(plan, program, new BenchNarrator(secindex.console()));
    } catch (IOException e) {
      throw Failures.inFiles("bench", e);
    }
  }

  private static BenchOutcome measure(Bench bench) {
    try {
      return bench.run();
    } catch (IOException e) {
      throw Failures.inFiles("bench", e);
    }
  }

  private int print(BenchOutcome outcome) throws IOException {
    secindex.print(ScreenTable.of(outcome.rows()).stripTrailing());
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("directory", outcome.directory().toString());
    fields.put("verdict", outcome.verdict().label());
    fields.put("results", outcome.rows());
    secindex.printJson("secindex.bench.run.1", fields);
    // After an interrupt nobody else comes to it.
    secindex.console().out().flush();
    secindex
        .console()
        .say(outcome.verdict().label() + "; report: " + outcome.directory().resolve("report.html"));
    return outcome.verdict() == BenchOutcome.Verdict.COMPLETE ? Exit.DONE : Exit.DIFFERENCE;
  }

  /** Runs when the process is told to end: what was measured is to be kept. */
  private void end(Bench bench, CountDownLatch done) {
    secindex.console().say("interrupted: stopping servers, keeping what was measured");
    try {
      bench.cancel();
      if (!done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        secindex.console().say("a measurement does not end; its data are left behind");
      }
    } catch (IOException e) {
      secindex.console().say("bench: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending: the hook has begun, and waits for us.
    }
  }
}
