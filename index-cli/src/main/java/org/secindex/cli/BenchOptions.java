package org.secindex.cli;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import org.secindex.api.Durability;
import org.secindex.bench.BenchPlan;
import org.secindex.bench.XrootdTopology;
import picocli.CommandLine.Option;

/** Options of {@code bench quick} and {@code bench run}. */
final class BenchOptions {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "where results are written, and data while they are needed; a new directory here unless"
              + " given")
  private Optional<Path> out = Optional.empty();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "of the look-ups; a new one unless given, printed")
  private Optional<Long> seed = Optional.empty();

  @Option(
      names = "--durability",
      paramLabel = "sync|relaxed",
      defaultValue = "sync",
      description = "of what is written, the same on all backends; ${DEFAULT-VALUE} unless given")
  private Durability durability = Durability.SYNC;

  @Option(
      names = "--mysql",
      paramLabel = "URL",
      description =
          "a server of yours, as mysql://user@host:3306/db, whose processes are not measured;"
              + " unless given, MariaDB is started and stopped")
  private Optional<String> mysql = Optional.empty();

  @Option(
      names = "--xrootd",
      paramLabel = "URL",
      description =
          "a server of yours, as root://host:1094//dir, whose processes are not measured; unless"
              + " given, xrootd is started and stopped")
  private Optional<String> xrootd = Optional.empty();

  @Option(
      names = "--xrootd-topology",
      paramLabel = "single|cluster[:N]",
      defaultValue = "single",
      description =
          "what is started as xrootd: one server, or a manager with N data servers, 2 unless given;"
              + " ${DEFAULT-VALUE} unless given")
  private String xrootdTopology = "single";

  Path out() {
    return out.orElseGet(() -> newDirectory("bench-"));
  }

  /** A directory here that is not there yet. */
  static Path newDirectory(String prefix) {
    return Path.of(
        prefix
            + DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss", Locale.ROOT)
                .withZone(ZoneOffset.UTC)
                .format(Instant.now()));
  }

  long seed() {
    // A short one, which is easily typed again.
    return seed.orElseGet(() -> new SplittableRandom().nextLong(1_000_000));
  }

  BenchPlan applyTo(BenchPlan plan) {
    return new BenchPlan(
        plan.backends(),
        plan.suites(),
        plan.sizes(),
        plan.keys(),
        plan.lookups(),
        plan.batchLookups(),
        plan.clients(),
        plan.repeats(),
        plan.seed(),
        durability,
        plan.cacheBytes(),
        plan.out(),
        mysql,
        xrootd,
        XrootdTopology.of(xrootdTopology));
  }
}
