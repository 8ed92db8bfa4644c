package org.secindex.ingest;

import org.secindex.api.IndexConfigException;
import org.secindex.api.Location;

/**
 * Qserv's spherical partitioning: from a position on the sky to the chunk and subchunk that hold
 * it.
 *
 * <p>The sky is cut by latitude into S stripes of equal height, each of these into T sub-stripes.
 * Stripes are cut by longitude into chunks, sub-stripes into subchunks, so that each is about as
 * wide as high. All angles are in degrees. Formulas: lsst/qserv, {@code src/partition/Chunker.cc}.
 *
 * <p>Immutable; safe for use by several threads.
 */
public final class SkyPartition {
  /** Beyond this latitude a stripe is not cut: one arc second from the pole. */
  private static final double POLE = 90.0 - 1.0 / 3600.0;

  private final int stripes;
  private final int subStripes;
  private final double subStripeHeight;

  /** Chunks of each stripe. */
  private final int[] chunks;

  /** Subchunks of a chunk, for each sub-stripe. */
  private final int[] subChunks;

  private final double[] subChunkWidth;
  private final int maxSubChunks;

  /**
   * A cutting of the sky, as 85 and 12 in Qserv's test data, or 340 and 3 in DP0.2.
   *
   * @param stripes 1 .. 10 000
   * @param subStripes sub-stripes in each stripe, 1 .. 100
   * @throws IndexConfigException if a number lies outside
   */
  public SkyPartition(int stripes, int subStripes) {
    if (stripes < 1 || stripes > 10_000 || subStripes < 1 || subStripes > 100) {
      throw new IndexConfigException(
          "partition of the sky: "
              + stripes
              + " stripes of "
              + subStripes
              + " sub-stripes; expected 1 .. 10000 and 1 .. 100");
    }
    this.stripes = stripes;
    this.subStripes = subStripes;
    int rows = stripes * subStripes;
    double stripeHeight = 180.0 / stripes;
    subStripeHeight = 180.0 / rows;
    chunks = new int[stripes];
    subChunks = new int[rows];
    subChunkWidth = new double[rows];
    int most = 0;
    for (int s = 0; s < stripes; s++) {
      chunks[s] = segments(s * stripeHeight - 90, (s + 1) * stripeHeight - 90, stripeHeight);
      for (int k = s * subStripes; k < (s + 1) * subStripes; k++) {
        double from = k * subStripeHeight - 90;
        double to = (k + 1) * subStripeHeight - 90;
        subChunks[k] = segments(from, to, subStripeHeight) / chunks[s];
        subChunkWidth[k] = 360.0 / (subChunks[k] * chunks[s]);
        most = Math.max(most, subChunks[k]);
      }
    }
    maxSubChunks = most;
  }

  /**
   * Reads {@code 85,12}.
   *
   * @throws IndexConfigException if the text is anything else than two numbers in range
   */
  public static SkyPartition parse(String text) {
    String[] parts = text.split(",", -1);
    if (parts.length != 2 || !parts[0].matches("[0-9]{1,5}") || !parts[1].matches("[0-9]{1,5}")) {
      throw new IndexConfigException(
          "partition of the sky: '" + text + "' is not STRIPES,SUBSTRIPES, as 85,12");
    }
    return new SkyPartition(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
  }

  /** Into how many pieces at least {@code width} wide everywhere a band can be cut. */
  private static int segments(double latMin, double latMax, double width) {
    double lat = Math.max(Math.abs(latMin), Math.abs(latMax));
    if (lat > POLE || width >= 180) {
      return 1;
    }
    double sin = Math.sin(Math.toRadians(lat));
    double cos = Math.cos(Math.toRadians(lat));
    double x = Math.cos(Math.toRadians(width)) - sin * sin;
    double u = cos * cos;
    double y = Math.sqrt(Math.abs(u * u - x * x));
    return (int) Math.floor(2 * Math.PI / Math.abs(Math.atan2(y, x)));
  }

  /**
   * Where a position lies.
   *
   * @param ra the longitude; any finite angle, taken modulo 360
   * @param dec the latitude, -90 .. 90
   * @throws IllegalArgumentException if either is outside, or no number
   */
  public Location locate(double ra, double dec) {
    if (!Double.isFinite(ra) || !(dec >= -90 && dec <= 90)) {
      throw new IllegalArgumentException(
          "(" + ra + ", " + dec + ") is no position: dec must lie in -90 .. 90");
    }
    int k = subStripe(dec);
    int j = column(ra, k);
    return new Location(chunkId(k, j), subChunkId(k, j));
  }

  int subStripe(double dec) {
    return Math.min((int) Math.floor((dec + 90) / subStripeHeight), subChunks.length - 1);
  }

  /** The subchunk's number in its sub-stripe, counted around the sky. */
  int column(double ra, int k) {
    double lon = ra % 360;
    lon = lon < 0 ? lon + 360 : lon;
    int last = chunks[k / subStripes] * subChunks[k] - 1;
    return Math.min((int) Math.floor(lon / subChunkWidth[k]), last);
  }

  int chunkId(int k, int j) {
    return (k / subStripes) * 2 * stripes + j / subChunks[k];
  }

  int subChunkId(int k, int j) {
    return (k % subStripes) * maxSubChunks + j % subChunks[k];
  }

  /** The largest number of subchunks that a chunk has in one sub-stripe: M of the formulas. */
  int maxSubChunks() {
    return maxSubChunks;
  }

  /** The largest number of chunks in a stripe. */
  int maxChunks() {
    int most = 0;
    for (int c : chunks) {
      most = Math.max(most, c);
    }
    return most;
  }

  @Override
  public String toString() {
    return stripes + "," + subStripes;
  }
}
