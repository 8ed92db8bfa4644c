package org.secindex.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.secindex.tide.Rewritten;
import org.secindex.tide.TideQuery;
import org.secindex.tide.TideReader;
import org.secindex.tide.TideRewrite;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "merge",
    description = {
      "Writes the entries of several logs into a new one, by time. Where times are equal, those of"
          + " an earlier FILE come first.",
      "Channels that are declared alike become one."
    })
final class TideMergeCommand implements Callable<Integer> {
  private final SecindexCommand secindex;

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "the logs")
  private List<String> files = new ArrayList<>();

  @Mixin private final TideOutput output = new TideOutput();
  @Mixin private final TideReading reading = new TideReading();
  @Mixin private final TideChunks chunks = new TideChunks();

  TideMergeCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    Stopwatch time = new Stopwatch();
    List<TideReader> logs = new ArrayList<>();
    List<TideProblems> problems = new ArrayList<>();
    Rewritten done;
    try {
      for (String file : files) {
        TideProblems ofFile = new TideProblems(secindex.console(), file);
        problems.add(ofFile);
        logs.add(reading.open(secindex.console(), "merge " + file, file, ofFile));
      }
      done =
          TideRewrite.merge(logs, TideQuery.ALL, output.path(), chunks.options(output.replaces()));
    } finally {
      logs.forEach(TideReader::close);
    }
    TideSummaries.print(secindex, "merge", output, done, time);
    return problems.stream().anyMatch(TideProblems::isLossy) ? Exit.DIFFERENCE : Exit.DONE;
  }
}
