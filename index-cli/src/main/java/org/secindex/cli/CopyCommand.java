package org.secindex.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.secindex.api.EntryCursor;
import org.secindex.api.IndexStatistics;
import org.secindex.api.Indexes;
import org.secindex.api.KeyRange;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "copy",
    description = "Loads a new index with all entries of another one, of the same or another kind.")
final class CopyCommand implements Callable<Integer> {
  private final SecindexCommand secindex;

  @Parameters(index = "0", paramLabel = "URI1", description = "the index to be read")
  private String from = "";

  @Parameters(index = "1", paramLabel = "URI2", description = "the index to be made")
  private String to = "";

  CopyCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    IndexWriting writing = new IndexWriting(secindex.console(), to);
    return writing.during(() -> copy(writing));
  }

  private int copy(IndexWriting writing) throws IOException {
    Stopwatch time = new Stopwatch();
    long entries;
    try (SecondaryIndex source = Indexes.open(from);
        LoadTarget target = LoadTarget.at(to, Optional.of(source.domain()), false);
        EntryCursor all = source.scan(KeyRange.all());
        Progress progress = Progress.inEntries(secindex.console(), "copy", count(source))) {
      SortedEntries sorted = SortedEntries.of(source.domain(), all);
      entries = target.load(writing.entries(sorted, progress, target::undone));
      writing.complete();
    }
    secindex
        .console()
        .say(
            "copied " + entries + " entries from " + from + " to " + to + " " + time.rate(entries));
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("from", from);
    fields.put("to", to);
    fields.put("entries", entries);
    fields.put("seconds", time.seconds());
    secindex.printJson("secindex.copy.1", fields);
    return Exit.DONE;
  }

  private static OptionalLong count(SecondaryIndex index) {
    IndexStatistics known = index.statistics();
    return known.entriesExact() ? OptionalLong.of(known.entries()) : OptionalLong.empty();
  }
}
