package org.secindex.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.secindex.api.IndexConfigException;
import org.secindex.api.OptionReader;
import org.secindex.bench.Bench;
import org.secindex.bench.BenchPlan;
import org.secindex.bench.Forecast;
import org.secindex.bench.Stores;
import org.secindex.bench.Suite;
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
      defaultValue = "init,load,run,batch,scan,mixed,update",
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

  @Mixin private final LookupOptions lookups = new LookupOptions();

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "1",
      description = "how often everything is done; ${DEFAULT-VALUE} unless given")
  private int repeats;

  @Option(
      names = "--cold",
      description =
          "begin run, batch and scan with nothing in memory: servers are started again, and the"
              + " system forgets their files; where it cannot be done, the results say so")
  private boolean cold;

  @Option(
      names = "--cache",
      paramLabel = "SIZE",
      defaultValue = "1g",
      description =
          "InnoDB's buffer pool, and RocksDB's block cache, each; ${DEFAULT-VALUE} unless given")
  private String cache = "";

  @Mixin private final FaultOptions faults = new FaultOptions();

  @Option(
      names = "--resume",
      description =
          "go on with the run in --out, with the same options; what it has measured is kept, and"
              + " there may be more sizes, backends or suites now")
  private boolean resume;

  @Option(
      names = "--dry-run",
      description = "measure nothing: print what it would take in time and on the disk")
  private boolean dryRun;

  BenchRunCommand(SecindexCommand secindex) {
    this.secindex = secindex;
  }

  @Override
  public Integer call() throws IOException {
    BenchPlan plan = plan();
    return dryRun ? forecast(plan) : new BenchRunner(secindex).run(plan);
  }

  private int forecast(BenchPlan plan) throws IOException {
    Forecast forecast = Forecast.of(plan);
    secindex.print(forecast.table().stripTrailing());
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("parts", forecast.parts());
    fields.put("seconds", forecast.seconds());
    fields.put("peakBytes", forecast.peakBytes());
    fields.put("freeBytes", forecast.freeBytes());
    secindex.printJson("secindex.bench.forecast.1", fields);
    return forecast.fits() ? Exit.DONE : Exit.DIFFERENCE;
  }

  private BenchPlan plan() throws IOException {
    if (resume && options.givenOut().isEmpty()) {
      throw new IndexConfigException("--resume: say by --out which run is to go on");
    }
    return new BenchPlan(
        options.out(),
        resume,
        stores(),
        suites.stream().map(Suite::of).toList(),
        sizes.stream().map(size -> count("--sizes", size)).toList(),
        keys,
        lookups.lookups(seed()),
        repeats,
        cold);
  }

  /** A run that goes on looks the same keys up. */
  private long seed() throws IOException {
    return resume && options.givenSeed().isEmpty()
        ? Bench.seedOf(options.out()).orElseGet(options::seed)
        : options.seed();
  }

  private Stores stores() {
    long cacheBytes =
        OptionReader.parseBytes(cache)
            .orElseThrow(
                () ->
                    new IndexConfigException(
                        "--cache: '" + cache + "' is not a size, as 256m or 4g"));
    return options.stores(backends, cacheBytes, faults.faults());
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
