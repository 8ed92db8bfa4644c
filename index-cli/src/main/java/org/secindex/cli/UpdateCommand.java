package org.secindex.cli;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.secindex.api.Access;
import org.secindex.api.Indexes;
import org.secindex.api.SecondaryIndex;
import org.secindex.ingest.Ingested;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "update",
    description = "Adds the entries of files to an index; an id that is there gets its new place.")
final class UpdateCommand implements Callable<Integer> {
  private static final String UNDONE =
      "may hold a part of the entries; running the same update again completes it";

  private final SecindexCommand secindex;

  @Mixin private final IndexAndFiles target = new IndexAndFiles();
  @Mixin private final InputOptions input = new InputOptions();

  UpdateCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    IndexWriting writing = new IndexWriting(secindex.console(), target.uri());
    return writing.during(() -> update(writing));
  }

  private int update(IndexWriting writing) throws IOException {
    String uri = target.uri();
    Console console = secindex.console();
    Stopwatch time = new Stopwatch();
    try (SecondaryIndex index = Indexes.open(uri, Access.WRITE);
        Ingested entries = input.read(console, target.files(), index.domain())) {
      // An update cannot be taken back, so conflicts must show before.
      OptionalLong count = OptionalLong.of(entries.summary().entries());
      try (Progress progress = Progress.inEntries(console, "merge and write", count)) {
        index.update(writing.entries(entries.entries(), progress, () -> UNDONE));
      }
      writing.complete();
      return Summaries.print(secindex, "update", "updated", "in", uri, entries.summary(), time);
    }
  }
}
