package org.secindex.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.secindex.bench.BenchPlan;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bench} alone is {@code bench quick}. */
@Command(
    name = "bench",
    description = {
      "Measures the backends side by side, and checks every answer.",
      "Without a subcommand: quick, which fills all four backends with a million entries, does"
          + " every suite, and takes less than three minutes."
    })
final class BenchCommand implements Callable<Integer> {
  private final SecindexCommand secindex;

  @Mixin private final BenchOptions options = new BenchOptions();

  private BenchCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  static CommandLine commandLine(SecindexCommand secindex) {
    CommandLine quick = new CommandLine(new BenchCommand(secindex));
    quick.getCommandSpec().usageMessage().description("What 'bench' alone does.");
    return new CommandLine(new BenchCommand(secindex))
        .addSubcommand("quick", quick)
        .addSubcommand(new BenchRunCommand(secindex))
        .addSubcommand(new BenchTideCommand(secindex))
        .addSubcommand(new BenchReportCommand(secindex))
        .addSubcommand(new BenchCompareCommand(secindex));
  }

  @Override
  public Integer call() throws IOException {
    return new BenchRunner(secindex)
        .run(BenchPlan.quick(options.out(), options.stores(), options.seed()));
  }
}
