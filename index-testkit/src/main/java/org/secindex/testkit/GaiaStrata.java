package org.secindex.testkit;

/**
 * Neighbouring HEALPix pixels of level 12, from the middle of the numbering. A value is {@code
 * pixel << 28 | dpc << 26 | spare << 25 | running number}.
 *
 * <p>The value at a rank is {@code span G(rank / size)} with {@code G(t) = t - A sin(2 pi K t) / (2
 * pi K)}, which rises everywhere since A < 1; so the density of the keys, {@code 1 / G'}, swings K
 * times between {@code 1 / (1 + A)} and {@code 1 / (1 - A)} of the mean.
 */
final class GaiaStrata implements Strata {
  static final long PIXELS = 12L << 24;
  private static final int BITS_IN_PIXEL = 28;
  private static final int KEYS_PER_PIXEL = 9;
  private static final double A = 0.8;
  private static final double ANGLE = 2 * Math.PI * 3;

  private final long strata;
  private final long firstPixel;
  private final long span;
  private final double strataInSky;
  private final long pixelsPerChunk;

  GaiaStrata(long size) {
    long pixels = Math.min(PIXELS, (size + KEYS_PER_PIXEL - 1) / KEYS_PER_PIXEL);
    firstPixel = (PIXELS - pixels) / 2;
    span = pixels << BITS_IN_PIXEL;
    strata = Strata.count(size);
    strataInSky = (double) size / KEYS;
    pixelsPerChunk = Math.max(1, Keys.KEYS_PER_CHUNK * pixels / size);
  }

  @Override
  public int shift() {
    return 7;
  }

  @Override
  public long lower(long stratum) {
    double t = Math.min(1, stratum / strataInSky);
    // StrictMath: the same keys on every machine.
    double g = t - A * StrictMath.sin(ANGLE * t) / ANGLE;
    return (firstPixel << BITS_IN_PIXEL) + (long) (span * g);
  }

  @Override
  public long stratum(long value) {
    long low = -1;
    long high = strata;
    // lower(low) <= value < lower(high), with everything before and behind counted in.
    while (high - low > 1) {
      long middle = (low + high) >>> 1;
      if (lower(middle) <= value) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  public int chunkId(long value) {
    return (int) (((value >>> BITS_IN_PIXEL) - firstPixel) / pixelsPerChunk);
  }
}
