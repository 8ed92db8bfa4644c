package org.secindex.cli;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.secindex.api.KeyDomain;
import org.secindex.ingest.Ingested;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "load",
    description = "Makes an index from files, all or nothing; nothing is changed by bad input.")
final class LoadCommand implements Callable<Integer> {
  private final SecindexCommand secindex;

  @Mixin private final IndexAndFiles target = new IndexAndFiles();
  @Mixin private final InputOptions input = new InputOptions();

  @Option(
      names = "--key-domain",
      paramLabel = "signed|unsigned",
      description = "how ids are read and ordered in a new index; signed unless given")
  private Optional<KeyDomain> keyDomain = Optional.empty();

  @Option(
      names = "--replace",
      description = "drop an index that has entries already, once all input has been checked")
  private boolean replace;

  LoadCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    String uri = target.uri();
    Stopwatch time = new Stopwatch();
    try (LoadTarget index = LoadTarget.at(uri, keyDomain, replace);
        Ingested entries = input.read(secindex.console(), target.files(), index.domain())) {
      if (index.replaces()) {
        // What is dropped does not come back, so conflicts must show before.
        entries.summary();
      }
      try (Progress progress =
          Progress.inEntries(secindex.console(), "load", OptionalLong.of(entries.rows()))) {
        index.load(Progress.watch(progress, entries.entries()));
      }
      Summaries.print(secindex, "load", "loaded", "into", uri, entries.summary(), time);
    }
    return Exit.DONE;
  }
}
