package org.secindex.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.secindex.bench.Distribution;
import org.secindex.bench.KeyChoice;
import org.secindex.bench.Lookups;
import org.secindex.bench.Pace;
import picocli.CommandLine.Option;

/** Options of {@code bench run} that say how keys are looked up. */
final class LookupOptions {
  @Option(
      names = {"--queries", "--ops"},
      paramLabel = "N",
      defaultValue = "1M",
      description =
          "keys that run and batch look up, over all clients, and mixed a fifth of them;"
              + " ${DEFAULT-VALUE} unless given")
  private String queries = "";

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description =
          "how long each measurement of look-ups goes on, as 30s or 5m: the keys of --queries are"
              + " asked for again and again; unless given, each once")
  private Optional<String> duration = Optional.empty();

  @Option(
      names = "--rate",
      paramLabel = "R",
      description =
          "calls a second, of all clients together, that are made whether or not earlier ones have"
              + " been answered (open loop), so that latencies from when they were due are measured"
              + " too; unless given, a client makes its next call when the last is answered")
  private Optional<Double> rate = Optional.empty();

  @Option(
      names = "--dist",
      paramLabel = "KIND",
      defaultValue = "uniform",
      description =
          "which keys are looked up: uniform; zipf:0.99 (the k-th most wanted in proportion to"
              + " k^-0.99); hotspot:0.2,0.8 (80 %% of the look-ups go to 20 %% of the keys);"
              + " sequential; ${DEFAULT-VALUE} unless given")
  private String distribution = "";

  @Option(
      names = "--miss-share",
      paramLabel = "S",
      defaultValue = "0.1",
      description =
          "share of the look-ups that find nothing, 0 to 1; ${DEFAULT-VALUE} unless given")
  private double missShare;

  @Option(
      names = "--batch",
      split = ",",
      paramLabel = "N",
      defaultValue = "1000",
      description =
          "keys a call of batch, 1 to 1M, one measurement each; ${DEFAULT-VALUE} unless given")
  private List<String> batches = new ArrayList<>();

  @Option(
      names = "--clients",
      split = ",",
      paramLabel = "N",
      defaultValue = "1",
      description = "threads that look up at once, one measurement each; 1 unless given")
  private List<Integer> clients = new ArrayList<>();

  Lookups lookups(long seed) {
    int keys = count("--queries", queries);
    return new Lookups(
        keys,
        keys,
        batches.stream().map(n -> count("--batch", n)).toList(),
        clients,
        new KeyChoice(Distribution.of(distribution), missShare, seed),
        new Pace(duration.map(text -> Times.of("--duration", text)), rate.orElse(0.0)));
  }

  private static int count(String option, String text) {
    return (int) Math.min(Integer.MAX_VALUE, BenchRunCommand.count(option, text));
  }
}
