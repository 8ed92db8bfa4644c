package org.secindex.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.secindex.bench.Bench;
import org.secindex.bench.BenchOutcome;
import org.secindex.bench.BenchPlan;
import org.secindex.bench.ScreenTable;

/** Makes a run, tells how it goes on, and ends it in good order when the user interrupts. */
final class BenchRunner {
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
            plan.lookups().single(),
            plan.lookups().batched(),
            plan.lookups().choice().seed(),
            plan.stores().durability().name().toLowerCase(Locale.ROOT)));
    String program = String.join(", ", new Version().getVersion());
    Bench bench = bench(plan, program);
    return Interrupts.during(console, bench::cancel, () -> print(measure(bench)));
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
}
