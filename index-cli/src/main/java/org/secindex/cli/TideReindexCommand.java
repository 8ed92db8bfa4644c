package org.secindex.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.secindex.tide.Rewritten;
import org.secindex.tide.TideRepair;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "reindex",
    description = {
      "Writes a new log with the same blocks, byte for byte, but INDX blocks made anew.",
      "A damaged log is refused: it is for 'secindex tide recover'."
    })
final class TideReindexCommand implements Callable<Integer> {
  private final SecindexCommand secindex;

  @Parameters(index = "0", paramLabel = "FILE", description = "the log")
  private String file = "";

  @Mixin private final TideOutput output = new TideOutput();
  @Mixin private final TideReading reading = new TideReading();

  TideReindexCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    TideProblems problems = new TideProblems(secindex.console(), file);
    Stopwatch time = new Stopwatch();
    Rewritten done;
    try (WatchedSource source = TideFiles.open(secindex.console(), "reindex", file)) {
      done =
          TideRepair.reindex(source, output.path(), output.replaces(), reading.options(problems));
    }
    TideSummaries.print(secindex, "reindex", output, done, time);
    return problems.exit();
  }
}
