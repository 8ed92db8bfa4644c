package org.secindex.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.secindex.api.Access;
import org.secindex.api.IndexStatistics;
import org.secindex.api.Indexes;
import org.secindex.api.SecondaryIndex;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "compact",
    description = {
      "Rewrites what updates and removals have left behind: look-ups cost least again, space is"
          + " freed.",
      "The content stays. May be interrupted at any time."
    })
final class CompactCommand implements Callable<Integer> {
  private final SecindexCommand secindex;

  @Parameters(index = "0", paramLabel = "URI", description = "the index")
  private String uri = "";

  CompactCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    Stopwatch time = new Stopwatch();
    IndexStatistics before;
    IndexStatistics after;
    try (SecondaryIndex index = Indexes.open(uri, Access.WRITE)) {
      before = index.statistics();
      try (Progress progress =
          Progress.inEntries(
              secindex.console(), "compact", OptionalLong.of(Math.max(1, before.entries())))) {
        index.compact(progress::at);
      }
      after = index.statistics();
    }
    secindex
        .console()
        .say(
            "compacted "
                + uri
                + bytes(": ", before)
                + bytes(" before, now ", after)
                + " "
                + time.rate(after.entries()));
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("uri", uri);
    before.bytesOnDisk().ifPresent(bytes -> fields.put("bytesBefore", bytes));
    after.bytesOnDisk().ifPresent(bytes -> fields.put("bytes", bytes));
    fields.put("seconds", time.seconds());
    secindex.printJson("secindex.compact.1", fields);
    return Exit.DONE;
  }

  private static String bytes(String lead, IndexStatistics known) {
    return known.bytesOnDisk().isPresent() ? lead + known.bytesOnDisk().getAsLong() + " bytes" : "";
  }
}
