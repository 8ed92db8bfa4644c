package org.secindex.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.secindex.api.IndexConfigException;
import org.secindex.bench.BenchComparison;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "compare",
    description = {
      "Compares runs with a base, cost by cost: ratios, and whether they are more than noise.",
      "Runs of another durability, cache state, or distribution of keys or look-ups are refused."
          + " What one measurement alone shows is little: make runs with --repeat 5.",
      "With --fail-on, the exit code is 3 if anything is worse by more than that, or failed."
    })
final class BenchCompareCommand implements Callable<Integer> {
  private final SecindexCommand secindex;

  @Parameters(index = "0", paramLabel = "BASE", description = "a run's directory")
  private Path base = Path.of("");

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "OTHER",
      description = "the directories of runs to compare with it")
  private List<Path> others = new ArrayList<>();

  @Option(
      names = "--fail-on",
      paramLabel = "PERCENT",
      description = "exit with 3 if a cost is higher by more than this, or a job failed")
  private @Nullable Double failOn;

  @Option(
      names = "--as",
      paramLabel = "NAME=STORE",
      description =
          "compare what is called NAME in OTHER with STORE of BASE, and nothing else; OTHER may be"
              + " BASE itself")
  private Map<String, String> renamed = new LinkedHashMap<>();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text, markdown or json; ${DEFAULT-VALUE} unless given")
  private String format = "text";

  BenchCompareCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    String form = checked();
    List<BenchComparison> all = new ArrayList<>();
    for (Path other : others) {
      all.add(compare(other));
    }
    List<String> failures = new ArrayList<>();
    for (BenchComparison comparison : all) {
      secindex.print(
          (form.equals("markdown") ? comparison.markdown() : comparison.text()).stripTrailing());
      if (failOn != null) {
        failures.addAll(comparison.failures());
      }
    }
    secindex.printJson(
        "secindex.bench.compare.1",
        Map.of("comparisons", all.stream().map(BenchComparison::fields).toList()));
    failures.forEach(secindex.console()::say);
    return failures.isEmpty() ? Exit.DONE : Exit.DIFFERENCE;
  }

  private String checked() {
    String form = format.toLowerCase(Locale.ROOT);
    if (!List.of("text", "markdown", "json").contains(form)) {
      throw new IndexConfigException(
          "--format: '" + format + "' is none: choose text, markdown or json");
    }
    if (failOn != null && !(failOn > 0)) {
      throw new IndexConfigException("--fail-on: " + failOn + " is not above 0");
    }
    if (form.equals("json")) {
      secindex.setJson(true);
    }
    return form;
  }

  private BenchComparison compare(Path other) {
    try {
      return BenchComparison.of(base, other, renamed, failOn);
    } catch (IOException e) {
      throw Failures.inFiles("bench compare", e);
    }
  }
}
