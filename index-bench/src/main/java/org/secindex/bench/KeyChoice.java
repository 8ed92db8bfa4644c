package org.secindex.bench;

import java.util.List;

/**
 * Which keys are looked up.
 *
 * @param distribution of those that the index has
 * @param missShare the share of others, 0 to 1, by turns beside, between and outside of its keys
 * @param seed the same seed gives the same keys in the same order
 */
public record KeyChoice(Distribution distribution, double missShare, long seed) {
  private static final double USUAL_MISSES = 0.1;

  /** All keys alike, and one in ten that is not there. */
  public static KeyChoice usual(long seed) {
    return new KeyChoice(new Distribution.Uniform(), USUAL_MISSES, seed);
  }

  void check(List<String> problems) {
    if (!(missShare >= 0 && missShare <= 1)) {
      problems.add("bench: share of misses: " + missShare + " is outside 0 .. 1");
    }
  }
}
