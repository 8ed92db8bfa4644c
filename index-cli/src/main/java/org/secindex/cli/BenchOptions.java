package org.secindex.cli;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import org.secindex.api.Durability;
import org.secindex.bench.Faults;
import org.secindex.bench.MySqlLayout;
import org.secindex.bench.Stores;
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
      names = "--mysql-layout",
      split = ",",
      paramLabel = "NAME",
      defaultValue = "single",
      description =
          "how indexes lie in InnoDB: single (one table), split (many tables, at least 8) or"
              + " partitioned; several are measured side by side; ${DEFAULT-VALUE} unless given")
  private List<String> mysqlLayouts = new ArrayList<>();

  @Option(
      names = "--xrootd",
      paramLabel = "URL",
      description =
          "a server of yours, as root://host:1094//dir, whose processes are not measured; unless"
              + " given, xrootd is started and stopped")
  private Optional<String> xrootd = Optional.empty();

  @Option(
      names = "--xrootd-topology",
      split = ",",
      paramLabel = "single|cluster[:N]",
      defaultValue = "single",
      description =
          "what is started as xrootd: one server, or a manager with N data servers, 2 unless given;"
              + " several are measured side by side; ${DEFAULT-VALUE} unless given")
  private List<String> xrootdTopologies = new ArrayList<>();

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

  Optional<Path> givenOut() {
    return out;
  }

  Optional<Long> givenSeed() {
    return seed;
  }

  long seed() {
    // A short one, which is easily typed again.
    return seed.orElseGet(() -> new SplittableRandom().nextLong(1_000_000));
  }

  /** All that is measured, with a cache of 1 GiB and no faults. */
  Stores stores() {
    return stores(Stores.ALL_BACKENDS, 1L << 30, Faults.NONE);
  }

  Stores stores(List<String> backends, long cacheBytes, Faults faults) {
    return new Stores(
        backends,
        durability,
        cacheBytes,
        mysql,
        mysqlLayouts.stream().map(MySqlLayout::of).toList(),
        xrootd,
        xrootdTopologies.stream().map(XrootdTopology::of).toList(),
        faults);
  }
}
