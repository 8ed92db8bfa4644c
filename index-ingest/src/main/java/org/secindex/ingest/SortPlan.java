package org.secindex.ingest;

/**
 * How the memory for sorting is used.
 *
 * @param blockRows rows of a block that is sorted at once: no more than a {@code char} counts, and
 *     few enough for the cache
 * @param blocks how many blocks there may be; while one half is written to disk, the other is
 *     filled
 * @param spillRows rows of a block on disk
 * @param fanIn how many runs on disk may be merged at once
 */
record SortPlan(int blockRows, int blocks, int spillRows, int fanIn) {
  private static final int MAX_BLOCK_ROWS = 1 << 16;
  private static final int MIN_SPILL_ROWS = 256;
  private static final int MAX_SPILL_ROWS = 1 << 13;

  /** The best use of so many bytes, of which there are at least 1 MiB. */
  static SortPlan of(long bytes) {
    int blockRows = powerOfTwo(bytes / (8 * SortedBlock.BYTES_PER_ROW), 1, MAX_BLOCK_ROWS);
    int spillRows =
        powerOfTwo(bytes / (64 * BlockCodec.BYTES_PER_ROW), MIN_SPILL_ROWS, MAX_SPILL_ROWS);
    long blocks = bytes / ((long) blockRows * SortedBlock.BYTES_PER_ROW);
    long fanIn = bytes / ((long) spillRows * BlockCodec.BYTES_PER_ROW);
    return new SortPlan(blockRows, atMostAnInt(blocks), spillRows, atMostAnInt(fanIn));
  }

  private static int powerOfTwo(long n, int least, int most) {
    return (int) Math.max(least, Math.min(most, Long.highestOneBit(n)));
  }

  private static int atMostAnInt(long n) {
    return (int) Math.min(Integer.MAX_VALUE, n);
  }
}
