package org.secindex.cli;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.secindex.api.KeyDomain;
import org.secindex.ingest.IngestSummary;
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
      description =
          "drop an index that is there, once all input has been read and checked; from then until"
              + " the load is complete nobody can read it, and if that fails it is gone, so that"
              + " what must never be missing is better loaded beside it, under another address")
  private boolean replace;

  @Option(
      names = "--dry-run",
      description = "read and check everything, write nothing, and estimate size and time")
  private boolean dryRun;

  LoadCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    IndexWriting writing = new IndexWriting(secindex.console(), target.uri());
    return writing.during(() -> load(writing));
  }

  private int load(IndexWriting writing) throws IOException {
    String uri = target.uri();
    Console console = secindex.console();
    Stopwatch time = new Stopwatch();
    try (LoadTarget index = LoadTarget.at(uri, keyDomain, replace);
        Ingested entries = input.read(console, target.files(), index.domain())) {
      String estimate = dryRun ? LoadEstimate.of(uri, entries, console) : "";
      if (index.replaces()) {
        // What is dropped does not come back, so conflicts must show before.
        entries.summary();
      }
      if (!dryRun) {
        try (Progress progress =
            Progress.inEntries(console, "merge and write", OptionalLong.of(entries.rows()))) {
          index.load(writing.entries(entries.entries(), progress, index::undone));
        } catch (IndexWriting.Interrupted e) {
          // The interrupt tells how the index stands.
          throw e;
        } catch (RuntimeException | Error e) {
          if (!index.undone().equals(IndexWriting.AS_IT_WAS)) {
            console.say(uri + " " + index.undone());
          }
          throw e;
        }
        writing.complete();
      }
      IngestSummary found = entries.summary();
      String verb = dryRun ? "would load" : "loaded";
      int code = Summaries.print(secindex, "load", verb, "into", uri, found, time);
      if (dryRun) {
        console.say("estimate: " + estimate);
      }
      return code;
    }
  }
}
