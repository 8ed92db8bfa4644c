package org.secindex.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.secindex.api.IndexConfigException;
import org.secindex.testkit.Catalogue;

/**
 * What is to be measured.
 *
 * @param out the directory for the results; made if absent
 * @param resume whether to go on with what was measured there, and is not measured again; without
 *     it results in {@code out} are refused
 * @param stores which stores
 * @param suites which jobs; they are done in the order of {@link Suite}, whatever the order here
 * @param sizes how many entries the indexes have, one after the other
 * @param keys the name of a {@link Catalogue}
 * @param lookups how keys are looked up
 * @param repeats how often everything is done, at least once
 * @param cold whether look-ups and scans begin with nothing in memory: servers restarted, and the
 *     page cache emptied, where that is permitted
 */
public record BenchPlan(
    Path out,
    boolean resume,
    Stores stores,
    List<Suite> suites,
    List<Long> sizes,
    String keys,
    Lookups lookups,
    int repeats,
    boolean cold) {

  /** The largest file that the suite {@code update} writes over an index, in entries. */
  static final int LARGEST_UPDATE = 10_000_000;

  private static final int MOST_REPEATS = 1000;
  private static final int QUICK_SINGLE = 100_000;
  private static final int QUICK_SIZE = 1_000_000;

  /**
   * Checks and copies.
   *
   * @throws IndexConfigException with all problems
   */
  public BenchPlan {
    suites = suites.stream().distinct().sorted().toList();
    sizes = sizes.stream().distinct().toList();
    List<String> problems = new ArrayList<>();
    if (stores.backends().isEmpty()
        || suites.isEmpty()
        || sizes.isEmpty()
        || lookups.clients().isEmpty()
        || lookups.batches().isEmpty()) {
      problems.add(
          "bench: name at least one backend, suite, size, number of clients and of keys a call");
    }
    for (long size : sizes) {
      try {
        Catalogue.of(keys, size);
      } catch (IllegalArgumentException e) {
        problems.add("bench: " + e.getMessage());
      }
    }
    Lookups.requireRange("repeats", repeats, MOST_REPEATS, problems);
    stores.check(problems);
    lookups.check(problems);
    if (!problems.isEmpty()) {
      throw new IndexConfigException(problems);
    }
  }

  /**
   * Everything once at a million entries, in under three minutes on two cores. Single look-ups are
   * fewer than batched ones since over a network they take some 70 µs each.
   */
  public static BenchPlan quick(Path out, Stores stores, long seed) {
    return new BenchPlan(
        out,
        false,
        stores,
        List.of(Suite.values()),
        List.of((long) QUICK_SIZE),
        "stride:10",
        new Lookups(
            QUICK_SINGLE,
            QUICK_SIZE,
            List.of(BatchedLookups.USUAL),
            List.of(1),
            KeyChoice.usual(seed),
            Pace.ONCE),
        1,
        false);
  }

  /** All measurements of one store at one size, in their order. */
  List<Task> tasks(StoreName store) {
    List<Task> tasks = new ArrayList<>();
    for (Suite suite : suites) {
      if (store.isHarness() && suite.updates()) {
        continue;
      }
      for (int clients : suite.looksUp() ? lookups.clients() : List.of(1)) {
        for (int keys : suite == Suite.BATCH ? lookups.batches() : List.of(1)) {
          tasks.add(new Task(suite, clients, keys));
        }
      }
    }
    return tasks;
  }

  /** How a task looks keys up, as in results. */
  Method method(Task task) {
    return task.suite().looksUp()
        ? new Method(
            lookups.choice().distribution().toString(),
            lookups.choice().missShare(),
            task.keysPerCall(),
            lookups.pace().isOpenLoop() ? lookups.pace().rate() : null)
        : Method.NONE;
  }
}
