package org.secindex.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.secindex.api.Durability;
import org.secindex.api.IndexConfigException;
import org.secindex.tide.Compression;
import org.secindex.tide.GeneratedLog;
import org.secindex.tide.WriteOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "generate",
    description = "Writes a log that is made up, of any size, whose every entry can be foretold.")
final class TideGenerateCommand implements Callable<Integer> {
  /** How often the progress is looked at. */
  private static final long EVERY = 1024;

  private final SecindexCommand secindex;

  @Parameters(index = "0", paramLabel = "FILE", description = "the log, which is not there yet")
  private String file = "";

  @Option(
      names = "--chunks",
      paramLabel = "N",
      defaultValue = "10",
      description = "how many; ${DEFAULT-VALUE} unless given")
  private String chunks = "";

  @Option(
      names = "--entries",
      paramLabel = "N",
      defaultValue = "1000",
      description = "in each chunk, as 1000, 10k or 1M; ${DEFAULT-VALUE} unless given")
  private String entries = "";

  @Option(
      names = "--size",
      paramLabel = "BYTES",
      defaultValue = "100",
      description = "of each entry's payload, as 0, 100 or 1M; ${DEFAULT-VALUE} unless given")
  private String size = "";

  @Option(
      names = "--channels",
      paramLabel = "N",
      defaultValue = "1",
      description = "/0, /1 ..., to which entries go in turn; ${DEFAULT-VALUE} unless given")
  private int channels;

  @Option(
      names = "--compression",
      paramLabel = "none|gzip|bzip2",
      defaultValue = "none",
      description = "of the chunks; ${DEFAULT-VALUE} unless given")
  private Compression compression = Compression.NONE;

  @Option(names = "--out-of-order", description = "entries not quite in the order of their times")
  private boolean outOfOrder;

  @Option(
      names = "--same-time",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "so many entries in a row have the same timestamp; ${DEFAULT-VALUE} unless given")
  private int sameTime;

  @Option(
      names = "--first-time",
      paramLabel = "N",
      defaultValue = "1300000000000000000",
      description = "the first timestamp; ${DEFAULT-VALUE} (March 2011) unless given")
  private long firstTime;

  @Option(
      names = "--step",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "from one timestamp to the next; ${DEFAULT-VALUE} (a millisecond) unless given")
  private long step;

  @Option(
      names = "--durability",
      paramLabel = "sync|relaxed",
      defaultValue = "relaxed",
      description = "sync: every chunk is on the disk before the next begins; relaxed unless given")
  private Durability durability = Durability.RELAXED;

  TideGenerateCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    GeneratedLog log = log();
    Stopwatch time = new Stopwatch();
    try (Progress progress =
        Progress.inEntries(secindex.console(), "generate", OptionalLong.of(log.entries()))) {
      log.write(
          TideFiles.path(file),
          WriteOptions.DEFAULT.compression(compression).durability(durability),
          n -> {
            if (n % EVERY == 0) {
              progress.at(n);
            }
            return true;
          });
    }
    secindex
        .console()
        .say("wrote " + log.entries() + " entries to " + file + " " + time.rate(log.entries()));
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("file", file);
    fields.put("chunks", log.chunks());
    fields.put("entries", log.entries());
    fields.put("seconds", time.seconds());
    secindex.printJson("secindex.tide.generate.1", fields);
    return Exit.DONE;
  }

  private GeneratedLog log() {
    try {
      return new GeneratedLog(
          count("--chunks", chunks),
          count("--entries", entries),
          count("--size", size),
          channels,
          sameTime,
          !outOfOrder,
          firstTime,
          step);
    } catch (IllegalArgumentException e) {
      throw new IndexConfigException("tide generate: " + e.getMessage());
    }
  }

  private static int count(String option, String text) {
    return (int) Math.min(Integer.MAX_VALUE, BenchRunCommand.count(option, text));
  }
}
