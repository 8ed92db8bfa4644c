package org.secindex.cli;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.secindex.api.Access;
import org.secindex.api.EntryBatch;
import org.secindex.api.Indexes;
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
    String uri = target.uri();
    Stopwatch time = new Stopwatch();
    long removed = 0;
    IngestSummary summary;
    try (SecondaryIndex index = Indexes.open(uri, Access.WRITE)) {
      IngestOptions options =
          input.options(index.domain()).withColumns(ColumnSpec.parseKey(columns));
      try (Ingested keys = input.read(secindex.console(), target.files(), options);
          Progress progress =
              Progress.inEntries(secindex.console(), "remove", OptionalLong.of(keys.rows()))) {
        SortedEntries sorted = keys.entries();
        EntryBatch batch = new EntryBatch(BATCH);
        while (sorted.read(batch)) {
          index.remove(Arrays.copyOf(batch.keys, batch.size()));
          removed += batch.size();
          progress.at(removed);
        }
        summary = keys.summary();
      }
    }
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
                + Summaries.badRows(summary.notes().badRows()));
    secindex.printJson(
        "secindex.remove.1", Map.of("uri", uri, "ids", removed, "seconds", time.seconds()));
    return Summaries.exitCode(summary);
  }
}
