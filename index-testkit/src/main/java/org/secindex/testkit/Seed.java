package org.secindex.testkit;

import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The seed of a random test: new each time, printed, and taken back by {@code
 * -Dsecindex.seed=NUMBER}.
 *
 * @param value the seed
 */
public record Seed(long value) {
  /** A seed for the named test, from the system property or else by chance; printed. */
  public static Seed forTest(String test) {
    String given = System.getProperty("secindex.seed", "");
    long value =
        given.isEmpty() ? ThreadLocalRandom.current().nextLong() >>> 1 : Long.parseLong(given);
    System.out.println(test + ": to repeat, -Dsecindex.seed=" + value);
    return new Seed(value);
  }

  /** A new source of random numbers from this seed: the same numbers each time. */
  public SplittableRandom random() {
    return new SplittableRandom(value);
  }
}
