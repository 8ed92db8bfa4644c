package org.secindex.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.secindex.tide.LostRange;
import org.secindex.tide.Recovery;
import org.secindex.tide.TideRepair;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "recover",
    description = {
      "Writes a new log with every entry of a damaged one that can be had, reads it again to verify"
          + " it, and tells what was lost. Exit 3 if anything was.",
      "The damaged log is never touched."
    })
final class TideRecoverCommand implements Callable<Integer> {
  private final SecindexCommand secindex;

  @Parameters(index = "0", paramLabel = "FILE", description = "the damaged log")
  private String file = "";

  @Mixin private final TideOutput output = new TideOutput();
  @Mixin private final TideReading reading = new TideReading();

  TideRecoverCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    TideProblems problems = new TideProblems(secindex.console(), file);
    Stopwatch time = new Stopwatch();
    Recovery done;
    try (WatchedSource source = TideFiles.open(secindex.console(), "recover", file)) {
      done =
          TideRepair.recover(source, output.path(), output.replaces(), reading.options(problems));
    }
    print(done);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("file", file);
    fields.put("out", output.name());
    fields.put("channels", done.channels());
    fields.put("chunks", done.chunks());
    fields.put("entries", done.entries());
    fields.put("recoveredEntries", done.recoveredEntries());
    fields.put("missingEntries", done.missingEntries());
    fields.put("bytes", done.bytes());
    fields.put("lostBytes", done.lostBytes());
    fields.put("lost", TideLosses.fields(done.lost()));
    fields.put("seconds", time.seconds());
    secindex.printJson("secindex.tide.recover.1", fields);
    return done.isLossy() ? Exit.DIFFERENCE : Exit.DONE;
  }

  private void print(Recovery done) throws IOException {
    secindex.print(
        "kept: "
            + done.entries()
            + " entries in "
            + done.chunks()
            + " chunks, "
            + done.channels()
            + " channels; "
            + done.recoveredEntries()
            + " of the entries from damaged chunks");
    secindex.print("lost: " + lost(done));
    for (LostRange range : done.lost()) {
      secindex.print("lost: " + TideLosses.line(range, reading));
    }
    secindex.print(
        "verified: "
            + output.name()
            + " has been read again: "
            + done.bytes()
            + " bytes, "
            + done.entries()
            + " entries, no problems");
  }

  private static String lost(Recovery done) {
    if (!done.isLossy()) {
      return "nothing";
    }
    return done.lostBytes()
        + " bytes"
        + (done.missingEntries() == 0
            ? ""
            : "; " + done.missingEntries() + " entries of those that headers of chunks tell of");
  }
}
