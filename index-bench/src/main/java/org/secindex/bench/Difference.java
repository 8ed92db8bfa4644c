package org.secindex.bench;

/**
 * How much two groups of repeats differ, and how sure that is. Costs are compared by their
 * logarithms, so that a ratio and its inverse are equally far from 1, and a mean is a geometric
 * one.
 *
 * <p>The uncertainty has two parts. Within a run, the spread of the repeats tells; it is taken for
 * each side apart (B. L. Welch, Biometrika 1947), since stores differ in how steady they are.
 * Between two runs there is more, which repeats within each of them cannot show: another placing in
 * memory, other neighbours on the machine (T. Kalibera and R. Jones, Rigorous Benchmarking in
 * Reasonable Time, ISMM 2013). For this, {@value #BETWEEN_RUNS} is added as the deviation of each
 * run, since the hot runs of ClickBench on one machine were found to differ by 2.9 % in the median
 * (its pull request 1279). Within one run, whose repeats take turns over the stores, it is nothing.
 * A single measurement has no spread; a deviation of {@value #UNREPEATED} is assumed, so that less
 * than about twice the time is not taken for a difference.
 *
 * @param logRatio the logarithm of other by base
 * @param error the standard error of it
 * @param freedom degrees of freedom of that error; infinite if all of it is assumed
 */
record Difference(double logRatio, double error, double freedom) {
  private static final double BETWEEN_RUNS = 0.02;
  private static final double UNREPEATED = 0.15;

  /**
   * Mean of the logarithms, the variance of that mean, and what it adds to the freedom's divisor.
   */
  private record Side(double mean, double variance, double divisor) {
    static Side of(double[] costs) {
      double sum = 0;
      for (double cost : costs) {
        sum += Math.log(cost);
      }
      double mean = sum / costs.length;
      if (costs.length == 1) {
        return new Side(mean, UNREPEATED * UNREPEATED, 0);
      }
      double squares = 0;
      for (double cost : costs) {
        squares += (Math.log(cost) - mean) * (Math.log(cost) - mean);
      }
      double variance = squares / (costs.length - 1) / costs.length;
      return new Side(mean, variance, variance * variance / (costs.length - 1));
    }
  }

  /**
   * Compares costs.
   *
   * @param base at least one, all above 0
   * @param other likewise
   * @param sameRun whether both were measured in turns by one run
   */
  static Difference of(double[] base, double[] other, boolean sameRun) {
    Side a = Side.of(base);
    Side b = Side.of(other);
    double between = sameRun ? 0 : 2 * BETWEEN_RUNS * BETWEEN_RUNS;
    double variance = a.variance() + b.variance() + between;
    double divisor = a.divisor() + b.divisor();
    return new Difference(
        b.mean() - a.mean(),
        Math.sqrt(variance),
        divisor == 0 ? Double.POSITIVE_INFINITY : variance * variance / divisor);
  }

  /** Other by base: above 1, other costs more. */
  double ratio() {
    return Math.exp(logRatio);
  }

  /**
   * How probable so large a difference would be, in this direction, if the truth were no more than
   * {@code margin}.
   *
   * @param margin a ratio above 1
   */
  double chance(double margin) {
    double beyond = Math.abs(logRatio) - Math.log(margin);
    if (error == 0) {
      return beyond > 0 ? 0 : 1;
    }
    return StudentT.above(beyond / error, freedom);
  }

  /** The factor by which the ratio is uncertain either way, with 95 % confidence: above 1. */
  double uncertainty() {
    return error == 0 ? 1 : Math.exp(error * StudentT.exceededWith(0.025, freedom));
  }
}
