package org.secindex.cli;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.secindex.api.Access;
import org.secindex.api.EntryBatch;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.SecondaryIndex;
import org.secindex.api.SortedEntries;
import org.secindex.ingest.ColumnSpec;
import org.secindex.ingest.IngestOptions;
import org.secindex.ingest.IngestSummary;
import org.secindex.ingest.Ingested;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "remove",
    description = "Removes the ids in files from an index; an id that is not there is no error.")
final class RemoveCommand implements Callable<Integer> {
  private static final int BATCH = 100_000;

  private static final String UNDONE =
      "may still hold a part of the ids; running the same removal again completes it";

  private final SecindexCommand secindex;

  @Mixin private final IndexAndFiles target = new IndexAndFiles();
  @Mixin private final FileOptions input = new FileOptions();

  @Option(
      names = "--columns",
      paramLabel = "id=N",
      defaultValue = "id=1",
      description = "the column of the id, from 1, or its name with --header; first unless given")
  private String columns = "";

  RemoveCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    IndexWriting writing = new IndexWriting(secindex.console(), target.uri());
    return writing.during(() -> remove(writing));
  }

  private int remove(IndexWriting writing) throws IOException {
    String uri = target.uri();
    Console console = secindex.console();
    Stopwatch time = new Stopwatch();
    try (SecondaryIndex index = Indexes.open(uri, Access.WRITE);
        Ingested keys = input.read(console, target.files(), options(index.domain()))) {
      long removed = 0;
      try (Progress progress =
          Progress.inEntries(console, "remove", OptionalLong.of(keys.rows()))) {
        SortedEntries sorted = writing.entries(keys.entries(), progress, () -> UNDONE);
        EntryBatch batch = new EntryBatch(BATCH);
        while (sorted.read(batch)) {
          index.remove(Arrays.copyOf(batch.keys, batch.size()));
          removed += batch.size();
        }
      }
      writing.complete();
      return report(removed, keys.summary(), time);
    }
  }

  private IngestOptions options(KeyDomain domain) {
    return input.options(domain).withColumns(ColumnSpec.parseKey(columns));
  }

  private int report(long removed, IngestSummary summary, Stopwatch time) throws IOException {
    String uri = target.uri();
    long badRows = summary.notes().badRows();
    String ids = removed == 1 ? " id" : " ids";
    secindex
        .console()
        .say(
            "removed "
                + removed
                + ids
                + " from "
                + uri
                + " "
                + time.rate(removed)
                + Summaries.badRows(badRows));
    secindex.printJson(
        "secindex.remove.1",
        Map.of("uri", uri, "ids", removed, "badRows", badRows, "seconds", time.seconds()));
    return Summaries.exitCode(summary);
  }
}
