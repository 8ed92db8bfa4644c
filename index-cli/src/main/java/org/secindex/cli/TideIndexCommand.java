package org.secindex.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.secindex.api.IndexConfigException;
import org.secindex.api.KeyDomain;
import org.secindex.api.SortedEntries;
import org.secindex.tide.ChannelEntries;
import org.secindex.tide.TideReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "index",
    description = {
      "Makes an index of a channel: timestamp to chunk and offset, in any backend. What 'secindex"
          + " get' finds in it, 'secindex tide cat --place -' reads from the log.",
      "Of entries with the same timestamp the first counts."
    })
final class TideIndexCommand implements Callable<Integer> {
  private final SecindexCommand secindex;

  @Parameters(index = "0", paramLabel = "FILE", description = "the log")
  private String file = "";

  @Parameters(
      index = "1",
      paramLabel = "URI",
      description = "the index, as file:/data/idx; see 'secindex backends'")
  private String uri = "";

  @Mixin private final TideReading reading = new TideReading();

  @Option(
      names = "--channel",
      paramLabel = "NAME|ID",
      description = "which; may be left out if the log has only one")
  private Optional<String> channel = Optional.empty();

  @Option(names = "--replace", description = "drop an index that has entries already")
  private boolean replace;

  TideIndexCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    Console console = secindex.console();
    TideProblems problems = new TideProblems(console, file);
    Stopwatch time = new Stopwatch();
    ChannelEntries entries;
    long loaded;
    // Timestamps are unsigned numbers of 64 bits.
    try (LoadTarget target = LoadTarget.at(uri, Optional.of(KeyDomain.UNSIGNED), replace)) {
      try (TideReader log = reading.open(console, "read", file, problems)) {
        entries = ChannelEntries.read(log, channelId(log));
      }
      SortedEntries sorted = entries.entries();
      try (Progress progress = Progress.inEntries(console, "load", sorted.expectedCount())) {
        loaded = target.load(Progress.watch(progress, sorted));
      }
    }
    console.say(
        "indexed "
            + loaded
            + " entries of "
            + file
            + " in "
            + uri
            + " "
            + time.rate(loaded)
            + (entries.repeats() == 0
                ? ""
                : "; "
                    + entries.repeats()
                    + " left out that have the timestamp of one before them"));
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("file", file);
    fields.put("uri", uri);
    fields.put("entries", loaded);
    fields.put("rows", entries.rows());
    fields.put("repeats", entries.repeats());
    fields.put("seconds", time.seconds());
    secindex.printJson("secindex.tide.index.1", fields);
    return problems.exit();
  }

  private long channelId(TideReader log) {
    List<Long> ids =
        channel
            .map(name -> TideSelection.ids(log, name))
            .orElseGet(() -> log.channels().stream().map(c -> c.id()).toList());
    if (ids.size() != 1) {
      throw new IndexConfigException(
          file
              + (channel.isPresent()
                  ? ": several channels have the name '"
                      + channel.get()
                      + "'; give --channel the id"
                  : ": name one --channel")
              + " of: "
              + TideSelection.names(log));
    }
    return ids.get(0);
  }
}
