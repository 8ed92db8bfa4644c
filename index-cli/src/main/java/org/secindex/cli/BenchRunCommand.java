package org.secindex.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.secindex.api.Durability;
import org.secindex.api.IndexConfigException;
import org.secindex.api.OptionReader;
import org.secindex.bench.BenchPlan;
import org.secindex.bench.Suite;
import org.secindex.bench.XrootdTopology;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "run",
    description = "Measures what is asked for; writes results and a report to a directory.")
final class BenchRunCommand implements Callable<Integer> {
  private static final Pattern COUNT = Pattern.compile("([0-9]{1,9})([kmg]?)");

  private final SecindexCommand secindex;

  @Mixin private final BenchOptions options = new BenchOptions();

  @Option(
      names = "--backends",
      split = ",",
      paramLabel = "NAME",
      defaultValue = "file,rocksdb,mysql,xrootd",
      description = "which stores; ${DEFAULT-VALUE} unless given")
  private List<String> backends = new ArrayList<>();

  @Option(
      names = "--suites",
      split = ",",
      paramLabel = "NAME",
      defaultValue = "init,load,run,batch,update,scan",
      description = "which jobs; ${DEFAULT-VALUE} unless given")
  private List<String> suites = new ArrayList<>();

  @Option(
      names = "--sizes",
      split = ",",
      paramLabel = "N",
      defaultValue = "1M",
      description = "entries in the index, as 300k, 1M or 10G; ${DEFAULT-VALUE} unless given")
  private List<String> sizes = new ArrayList<>();

  @Option(
      names = "--keys",
      paramLabel = "KIND",
      defaultValue = "stride:10",
      description =
          "how keys lie: stride:N, lsst, gaia or uniform64; ${DEFAULT-VALUE} unless given")
  private String keys = "";

  @Option(
      names = "--queries",
      paramLabel = "N",
      defaultValue = "1M",
      description = "keys that run and batch look up; ${DEFAULT-VALUE} unless given")
  private String queries = "";

  @Option(
      names = "--clients",
      split = ",",
      paramLabel = "N",
      defaultValue = "1",
      description = "threads that look up at once, one measurement each; 1 unless given")
  private List<Integer> clients = new ArrayList<>();

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "1",
      description = "how often everything is done; ${DEFAULT-VALUE} unless given")
  private int repeats;

  @Option(
      names = "--cache",
      paramLabel = "SIZE",
      defaultValue = "1g",
      description =
          "InnoDB's buffer pool, and RocksDB's block cache, each; ${DEFAULT-VALUE} unless given")
  private String cache = "";

  BenchRunCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    return new BenchRunner(secindex).run(options.applyTo(plan()));
  }

  private BenchPlan plan() {
    int lookups = (int) Math.min(Integer.MAX_VALUE, count("--queries", queries));
    return new BenchPlan(
        backends,
        suites.stream().map(Suite::of).toList(),
        sizes.stream().map(size -> count("--sizes", size)).toList(),
        keys,
        lookups,
        lookups,
        clients,
        repeats,
        options.seed(),
        Durability.SYNC,
        OptionReader.parseBytes(cache)
            .orElseThrow(
                () ->
                    new IndexConfigException(
                        "--cache: '" + cache + "' is not a size, as 256m or 4g")),
        options.out(),
        Optional.empty(),
        Optional.empty(),
        XrootdTopology.SINGLE);
  }

  /** Reads a count; k, M and G are thousands. */
  static long count(String option, String text) {
    Matcher m = COUNT.matcher(text.toLowerCase(Locale.ROOT));
    if (!m.matches()) {
      throw new IndexConfigException(
          option + ": '" + text + "' is not a number, as 1000, 300k, 1M or 10G");
    }
    long unit =
        switch (m.group(2)) {
          case "k" -> 1_000;
          case "m" -> 1_000_000;
          case "g" -> 1_000_000_000;
          default -> 1;
        };
    return Long.parseLong(m.group(1)) * unit;
  }
}
