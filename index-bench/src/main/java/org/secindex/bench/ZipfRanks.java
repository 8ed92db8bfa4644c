package org.secindex.bench;

import java.util.SplittableRandom;

/**
 * Draws from 1 to n, k in proportion to {@code k^-exponent}, exactly and in constant time and
 * memory: rejection-inversion, W. Hörmann and G. Derflinger, "Rejection-inversion to generate
 * variates from monotone discrete distributions", ACM TOMACS 6 (1996). The libraries at hand count
 * in {@code int}, and a catalogue may have 10^10 entries.
 */
final class ZipfRanks {
  /** Below it a series is more exact than the functions. */
  private static final double SMALL = 1e-8;

  private final long size;
  private final double exponent;
  private final double areaOfFirst;
  private final double areaOfAll;
  private final double shortcut;

  ZipfRanks(long size, double exponent) {
    this.size = size;
    this.exponent = exponent;
    areaOfFirst = area(1.5) - 1;
    areaOfAll = area(size + 0.5);
    shortcut = 2 - areaInverse(area(2.5) - height(2));
  }

  long next(SplittableRandom random) {
    while (true) {
      double u = areaOfAll + random.nextDouble() * (areaOfFirst - areaOfAll);
      double x = areaInverse(u);
      long k = Math.max(1, Math.min(size, (long) (x + 0.5)));
      if (k - x <= shortcut || u >= area(k + 0.5) - height((double) k)) {
        return k;
      }
    }
  }

  private double height(double x) {
    return Math.exp(-exponent * Math.log(x));
  }

  /** The integral of {@link #height} from 1 to x. */
  private double area(double x) {
    double log = Math.log(x);
    double z = (1 - exponent) * log;
    double slope = Math.abs(z) > SMALL ? Math.expm1(z) / z : 1 + z / 2 * (1 + z / 3);
    return slope * log;
  }

  private double areaInverse(double area) {
    // Rounding may give less than -1, of which there is no logarithm.
    double z = Math.max(-1, area * (1 - exponent));
    double slope = Math.abs(z) > SMALL ? Math.log1p(z) / z : 1 - z * (0.5 - z / 3);
    return Math.exp(slope * area);
  }
}
