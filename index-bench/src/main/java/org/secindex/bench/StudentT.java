package org.secindex.bench;

/** Student's distribution: how far a mean of few measurements strays by chance. */
final class StudentT {
  /** Even, and enough for four digits wherever a mean of a handful of measurements lies. */
  private static final int STEPS = 200;

  private StudentT() {}

  /**
   * The probability of a value above {@code t}.
   *
   * @param t any number
   * @param freedom degrees of freedom, at least 1, whole or not; may be infinite
   */
  static double above(double t, double freedom) {
    if (t < 0) {
      return 1 - above(-t, freedom);
    }
    // With t = sqrt(n) tan(a) the density becomes cos(a)^(n-1), up to a factor. More degrees than
    // these change values by less than 1 %, and to leave them out is on the safe side.
    double n = Math.min(freedom, 500);
    double tail = integral(Math.atan(t / Math.sqrt(n)), n - 1);
    return tail / (2 * integral(0, n - 1));
  }

  /** The integral of cos(a)^power from {@code from} to a right angle, by Simpson's rule. */
  private static double integral(double from, double power) {
    double step = (Math.PI / 2 - from) / STEPS;
    double sum = 0;
    for (int i = 0; i <= STEPS; i++) {
      int weight = i == 0 || i == STEPS ? 1 : i % 2 == 0 ? 2 : 4;
      // The cosine of a right angle is not quite 0 in floating point, and 0 to the power 0 is 1.
      sum += weight * Math.pow(Math.max(0, Math.cos(from + i * step)), power);
    }
    return sum * step / 3;
  }

  /**
   * The value that is exceeded with a probability.
   *
   * @param probability above 0 and below 0.5
   */
  static double exceededWith(double probability, double freedom) {
    double low = 0;
    double high = 1;
    while (above(high, freedom) > probability) {
      low = high;
      high *= 2;
    }
    for (int i = 0; i < 24; i++) {
      double middle = (low + high) / 2;
      if (above(middle, freedom) > probability) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }
}
