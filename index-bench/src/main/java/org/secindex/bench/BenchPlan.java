package org.secindex.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.secindex.api.Durability;
import org.secindex.api.IndexConfigException;
import org.secindex.testkit.Catalogue;

/**
 * What is to be measured.
 *
 * @param backends which, in this order: {@code file}, {@code rocksdb}, {@code mysql}, {@code
 *     xrootd}, or the scheme of any other local backend on the class path
 * @param suites which jobs; they are done in the order of {@link Suite}, whatever the order here
 * @param sizes how many entries the indexes have, one after the other
 * @param keys the name of a {@link Catalogue}
 * @param lookups how many single look-ups the suite {@code run} makes, over all clients
 * @param batchLookups how many keys the suite {@code batch} looks up, over all clients
 * @param clients how many threads look up at once, one measurement for each number
 * @param repeats how often everything is done, at least once
 * @param seed of the look-ups; the same seed gives the same keys in the same order
 * @param durability of all backends alike
 * @param cacheBytes of each store that has a cache of its own: InnoDB's buffer pool, RocksDB's
 *     block cache
 * @param out the directory for the results; made if absent
 * @param mysql address of a database to use, as {@code mysql://user@host:3306/db}; empty: a server
 *     of our own
 * @param xrootd address of a directory to use, as {@code root://host:1094//data}; empty: a server
 *     of our own
 * @param xrootdTopology of the servers of our own
 */
public record BenchPlan(
    List<String> backends,
    List<Suite> suites,
    List<Long> sizes,
    String keys,
    int lookups,
    int batchLookups,
    List<Integer> clients,
    int repeats,
    long seed,
    Durability durability,
    long cacheBytes,
    Path out,
    Optional<String> mysql,
    Optional<String> xrootd,
    XrootdTopology xrootdTopology) {

  /** The largest file that the suite {@code update} writes over an index, in entries. */
  static final int LARGEST_UPDATE = 10_000_000;

  private static final int LARGEST_LOOKUPS = 100_000_000;

  /** All that this project has. */
  public static final List<String> ALL_BACKENDS = List.of("file", "rocksdb", "mysql", "xrootd");

  /**
   * Checks and copies.
   *
   * @throws IndexConfigException with all problems
   */
  public BenchPlan {
    backends = List.copyOf(backends);
    suites = suites.stream().distinct().sorted().toList();
    sizes = List.copyOf(sizes);
    clients = List.copyOf(clients);
    List<String> problems = new ArrayList<>();
    if (backends.isEmpty() || suites.isEmpty() || sizes.isEmpty() || clients.isEmpty()) {
      problems.add("bench: name at least one backend, suite, size and number of clients");
    }
    for (long size : sizes) {
      try {
        Catalogue.of(keys, size);
      } catch (IllegalArgumentException e) {
        problems.add("bench: " + e.getMessage());
      }
    }
    requireRange("look-ups", lookups, LARGEST_LOOKUPS, problems);
    requireRange("look-ups in batches", batchLookups, LARGEST_LOOKUPS, problems);
    requireRange("repeats", repeats, 1000, problems);
    clients.forEach(n -> requireRange("clients", n, 1000, problems));
    if (cacheBytes < 8 << 20) {
      problems.add("bench: cache: " + cacheBytes + " bytes; at least 8 MiB are needed");
    }
    if (!problems.isEmpty()) {
      throw new IndexConfigException(problems);
    }
  }

  private static void requireRange(String what, int value, int max, List<String> problems) {
    if (value < 1 || value > max) {
      problems.add("bench: " + what + ": " + value + " is outside 1 .. " + max);
    }
  }

  /**
   * Everything once at a million entries, in under three minutes on two cores. Single look-ups are
   * fewer than batched ones since over a network they take some 150 µs each.
   */
  public static BenchPlan quick(Path out, long seed) {
    return new BenchPlan(
        ALL_BACKENDS,
        List.of(Suite.values()),
        List.of(1_000_000L),
        "stride:10",
        100_000,
        1_000_000,
        List.of(1),
        1,
        seed,
        Durability.SYNC,
        1L << 30,
        out,
        Optional.empty(),
        Optional.empty(),
        XrootdTopology.SINGLE);
  }
}
