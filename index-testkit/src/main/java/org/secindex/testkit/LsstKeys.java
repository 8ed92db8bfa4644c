package org.secindex.testkit;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * LSST object ids: {@code ((release << 21) + 100 tract + patch) << 36 | counter}, as {@code
 * IdGenerator} of lsst/meas_base makes them from the patch numbers of lsst/skymap.
 *
 * <p>Patches have lognormal sizes. Counters start at 1, and 3 of each 20 are missing (as objects
 * that are not primary are): a hash of patch and block chooses which.
 */
final class LsstKeys implements Keys {
  static final int RELEASE = 4;
  static final int TRACTS = 18_938;
  static final int PATCHES_PER_TRACT = 100;
  private static final int COUNTER_BITS = 36;
  private static final double MEDIAN = 10_000;
  private static final double SIGMA = 0.7;
  private static final int LARGEST_PATCH = 50_000;

  /** Above every counter in use: 20 for each 17 keys. */
  private static final int COUNTERS = 1 << 16;

  private static final int BLOCK = 20;
  private static final int KEPT = 17;

  /** All ways to drop three of a block, as three ascending numbers of one byte each. */
  private static final int[] DROPS = drops();

  private static final int MIN_TRACTS = 300;

  /** Tracts come in runs, as the declination rings of a survey give them: 20 used, 20 not. */
  private static final int RUN = 20;

  private final long size;

  /** The rank of each patch's first key, and at the end the size. */
  private final long[] starts;

  private final int patchesPerTract;

  LsstKeys(long size) {
    this.size = size;
    starts = starts(size);
    int patches = starts.length - 1;
    patchesPerTract = Math.min(PATCHES_PER_TRACT, (patches + MIN_TRACTS - 1) / MIN_TRACTS);
    if (tract(patches - 1) >= TRACTS) {
      throw new IllegalArgumentException("lsst: " + size + " keys do not fit on the sky");
    }
  }

  private static long[] starts(long size) {
    long[] starts = new long[64];
    long total = 0;
    int patch = 0;
    while (total < size) {
      if (patch + 1 == starts.length) {
        starts = Arrays.copyOf(starts, 2 * patch);
      }
      total += patchSize(patch);
      starts[++patch] = Math.min(total, size);
    }
    return Arrays.copyOf(starts, patch + 1);
  }

  private static int patchSize(int patch) {
    // Box and Muller's normal deviate; StrictMath: the same keys on every machine.
    double u = Mix.unit(Mix.mix64(2L * patch));
    double v = Mix.unit(Mix.mix64(2L * patch + 1));
    double normal = Math.sqrt(-2 * StrictMath.log(u)) * StrictMath.cos(2 * Math.PI * v);
    return (int) Math.max(1, Math.min(LARGEST_PATCH, MEDIAN * StrictMath.exp(SIGMA * normal)));
  }

  private static int[] drops() {
    int[] drops = new int[BLOCK * (BLOCK - 1) * (BLOCK - 2) / 6];
    int n = 0;
    for (int a = 0; a < BLOCK; a++) {
      for (int b = a + 1; b < BLOCK; b++) {
        for (int c = b + 1; c < BLOCK; c++) {
          drops[n++] = a | (b << 8) | (c << 16);
        }
      }
    }
    return drops;
  }

  private static int drop(int patch, int block) {
    return DROPS[(int) Mix.scale(Mix.mix64(((long) patch << 32) | block), DROPS.length)];
  }

  @Override
  public long size() {
    return size;
  }

  private int patchOfRank(long rank) {
    int found = Arrays.binarySearch(starts, rank);
    return found >= 0 ? found : -found - 2;
  }

  private int tract(int patch) {
    int tract = patch / patchesPerTract;
    return tract / RUN * 2 * RUN + tract % RUN;
  }

  /** The key that counter 0 of a patch would have. */
  private long base(int patch) {
    int tract = tract(patch);
    long inTract = firstPatch(tract) + patch % patchesPerTract;
    return (((long) RELEASE << 21) + (long) PATCHES_PER_TRACT * tract + inTract) << COUNTER_BITS;
  }

  private long firstPatch(int tract) {
    return Mix.scale(Mix.mix64(tract), PATCHES_PER_TRACT - patchesPerTract + 1L);
  }

  private static int counter(int block, int kept, int drop) {
    int at = kept;
    at += at >= (drop & 0xff) ? 1 : 0;
    at += at >= ((drop >> 8) & 0xff) ? 1 : 0;
    at += at >= (drop >> 16) ? 1 : 0;
    return block * BLOCK + at + 1;
  }

  @Override
  public long key(long rank) {
    int patch = patchOfRank(rank);
    int inPatch = (int) (rank - starts[patch]);
    int block = inPatch / KEPT;
    return base(patch) + counter(block, inPatch % KEPT, drop(patch, block));
  }

  @Override
  public void fill(long rank, long[] into, int count) {
    int patch = patchOfRank(rank);
    int inPatch = (int) (rank - starts[patch]);
    int done = 0;
    while (done < count) {
      int n = (int) Math.min(count - done, starts[patch + 1] - starts[patch] - inPatch);
      fillFromPatch(patch, inPatch, into, done, n);
      done += n;
      patch++;
      inPatch = 0;
    }
  }

  private void fillFromPatch(int patch, int inPatch, long[] into, int from, int count) {
    long base = base(patch);
    int block = inPatch / KEPT;
    int kept = inPatch % KEPT;
    int drop = drop(patch, block);
    for (int i = from; i < from + count; i++) {
      into[i] = base + counter(block, kept, drop);
      if (++kept == KEPT) {
        kept = 0;
        drop = drop(patch, ++block);
      }
    }
  }

  @Override
  public boolean contains(long key) {
    int patch = patchOfKey(key);
    if (patch < 0) {
      return false;
    }
    long counter = key - base(patch);
    if (counter < 1 || counter >= COUNTERS) {
      return false;
    }
    int block = (int) (counter - 1) / BLOCK;
    int at = (int) (counter - 1) % BLOCK;
    int drop = drop(patch, block);
    int a = drop & 0xff;
    int b = (drop >> 8) & 0xff;
    int c = drop >> 16;
    if (at == a || at == b || at == c) {
      return false;
    }
    int kept = at - (at > a ? 1 : 0) - (at > b ? 1 : 0) - (at > c ? 1 : 0);
    return block * KEPT + kept < starts[patch + 1] - starts[patch];
  }

  /** The last patch that begins at or before the key; -1 if none does. */
  private int patchOfKey(long key) {
    int low = -1;
    int high = starts.length - 1;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (base(middle) <= key) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  public long newKey(long rank) {
    return key(rank) + COUNTERS;
  }

  /**
   * A tract is 10 patches wide and high, a chunk 2.7 patches, so a patch lies in up to 4. Counters
   * go upwards through the patch, in several sweeps, and to and fro.
   */
  @Override
  public int chunkId(long key) {
    int tractAndPatch = (int) (key >>> COUNTER_BITS) & ((1 << 21) - 1);
    int tract = tractAndPatch / PATCHES_PER_TRACT;
    int patch = tractAndPatch % PATCHES_PER_TRACT;
    int across = patch % 10 * 10 + (int) (((Mix.mix64(key) & 0xffff) * 10) >>> 16);
    int up = patch / 10 * 10 + (((int) key & (COUNTERS - 1)) >>> 10) % 10;
    return tract * 16 + up / 27 * 4 + across / 27;
  }

  @Override
  public long missInsideRun(SplittableRandom random) {
    long rank = random.nextLong(size);
    int patch = patchOfRank(rank);
    int block = (int) (rank - starts[patch]) / KEPT;
    int dropped = (drop(patch, block) >> (8 * random.nextInt(3))) & 0xff;
    return base(patch) + (long) block * BLOCK + dropped + 1;
  }

  /** Behind the last counter of a patch, far from {@link #newKey}. */
  @Override
  public long missBetweenRuns(SplittableRandom random) {
    int patch = random.nextInt(starts.length - 1);
    return base(patch) + random.nextLong(1L << 20, 1L << COUNTER_BITS);
  }
}
