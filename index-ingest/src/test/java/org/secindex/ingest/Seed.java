package org.secindex.ingest;

import java.util.concurrent.ThreadLocalRandom;

/** The seed of random tests: {@code -Dsecindex.seed=N}, or a new one, printed. */
final class Seed {
  private Seed() {}

  static long ofThisRun() {
    String given = System.getProperty("secindex.seed", "");
    long seed = given.isEmpty() ? ThreadLocalRandom.current().nextLong() : Long.parseLong(given);
    System.out.println("secindex.seed=" + seed);
    return seed;
  }
}
