package org.secindex.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.secindex.tide.Rewritten;
import org.secindex.tide.TideQuery;
import org.secindex.tide.TideReader;
import org.secindex.tide.TideRewrite;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "filter",
    description = {
      "Writes a new log with the entries of some channels, or of some time.",
      "Without either, it copies all: to sort, to compress, or into other chunks."
    })
final class TideFilterCommand implements Callable<Integer> {
  private final SecindexCommand secindex;

  @Parameters(index = "0", paramLabel = "FILE", description = "the log")
  private String file = "";

  @Mixin private final TideOutput output = new TideOutput();
  @Mixin private final TideReading reading = new TideReading();
  @Mixin private final TideSelection selection = new TideSelection();
  @Mixin private final TideChunks chunks = new TideChunks();

  @Option(names = "--sort", description = "in the order of time instead of that in the file")
  private boolean sort;

  TideFilterCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    TideProblems problems = new TideProblems(secindex.console(), file);
    Stopwatch time = new Stopwatch();
    Rewritten done;
    try (TideReader log = reading.open(secindex.console(), "filter", file, problems)) {
      TideQuery query = selection.query(log, reading);
      done =
          TideRewrite.filter(
              log,
              sort ? query.order(TideQuery.Order.TIME) : query,
              output.path(),
              chunks.options(output.replaces()));
    }
    TideSummaries.print(secindex, "filter", output, done, time);
    return problems.exit();
  }
}
