package org.secindex.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.secindex.api.IndexConfigException;
import org.secindex.bench.BenchOutcome;
import org.secindex.bench.TideBench;
import org.secindex.bench.TideOutcome;
import org.secindex.bench.TidePlan;
import org.secindex.bench.TideTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "tide",
    description = {
      "Is an index needed at all? Scans TIDE logs, reads their INDX blocks, and reads them from"
          + " start to end, in memory and not; checks that scan and index find the same.",
      "At full size (--scale 1) the logs of 2011 take up to 14 GB, one at a time, in --out."
    })
final class BenchTideCommand implements Callable<Integer> {
  private static final Pattern SCALE = Pattern.compile("1(?:/([0-9]{1,9}))?");

  private final SecindexCommand secindex;

  @Option(
      names = "--parts",
      split = ",",
      paramLabel = "NAME",
      defaultValue = "rows,sweep,crash",
      description =
          "rows: the three logs of 2011; sweep: entries and chunks of all sizes; crash: what a"
              + " crash loses by size of the chunks; ${DEFAULT-VALUE} unless given")
  private List<String> parts = new ArrayList<>();

  @Option(
      names = "--scale",
      paramLabel = "1/N",
      defaultValue = "1/100",
      description =
          "the logs of 2011 with one Nth of the entries in each chunk; 1 is full size;"
              + " ${DEFAULT-VALUE} unless given")
  private String scale = "";

  @Option(
      names = "--sweep-size",
      paramLabel = "BYTES",
      defaultValue = "100M",
      description =
          "about how big each log of sweep and crash is, as 100M or 1G; ${DEFAULT-VALUE} unless"
              + " given")
  private String sweepSize = "";

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "3",
      description = "how often each log is read by each method; ${DEFAULT-VALUE} unless given")
  private int repeats;

  @Option(names = "--warm-only", description = "do not make the system forget the logs")
  private boolean warmOnly;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "where results are written, and one log at a time; a new directory here unless given")
  private Optional<Path> out = Optional.empty();

  BenchTideCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    Console console = secindex.console();
    TideBench bench = bench(plan(), String.join(", ", new Version().getVersion()));
    return Interrupts.during(console, bench::cancel, () -> print(measure(bench)));
  }

  private TidePlan plan() {
    Matcher m = SCALE.matcher(scale);
    if (!m.matches()) {
      throw new IndexConfigException("--scale: '" + scale + "' is neither 1 nor as 1/100");
    }
    return new TidePlan(
        parts.stream().map(TidePlan.Part::of).toList(),
        m.group(1) == null ? 1 : Integer.parseInt(m.group(1)),
        BenchRunCommand.count("--sweep-size", sweepSize),
        repeats,
        !warmOnly,
        out.orElseGet(() -> BenchOptions.newDirectory("bench-tide-")));
  }

  private TideBench bench(TidePlan plan, String program) {
    try {
      return new TideBench(plan, program, secindex.console()::say);
    } catch (IOException e) {
      throw Failures.inFiles("bench tide", e);
    }
  }

  private static TideOutcome measure(TideBench bench) {
    try {
      return bench.run();
    } catch (IOException e) {
      throw Failures.inFiles("bench tide", e);
    }
  }

  private int print(TideOutcome outcome) throws IOException {
    secindex.print(TideTable.of(outcome.rows()).stripTrailing());
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("directory", outcome.directory().toString());
    fields.put("verdict", outcome.verdict().label());
    fields.put("results", outcome.rows());
    secindex.printJson("secindex.bench.tide.1", fields);
    // After an interrupt nobody else comes to it.
    secindex.console().out().flush();
    secindex
        .console()
        .say(outcome.verdict().label() + "; report: " + outcome.directory().resolve("report.html"));
    return outcome.verdict() == BenchOutcome.Verdict.COMPLETE ? Exit.DONE : Exit.DIFFERENCE;
  }
}
