package org.secindex.testkit;

import java.util.SplittableRandom;

/** Multiples of a stride, from 0 on. */
final class StrideKeys implements Keys {
  private final long stride;
  private final long size;
  private final long chunkWidth;

  StrideKeys(long stride, long size) {
    if (stride < 1) {
      throw new IllegalArgumentException("stride:" + stride + ": the stride is at least 1");
    }
    // Twice the size: newKey of stride 1 lies behind the last key.
    if (size > Long.MAX_VALUE / 2 / stride || stride > Long.MAX_VALUE / KEYS_PER_CHUNK) {
      throw new IllegalArgumentException(
          "stride:" + stride + ": " + size + " keys do not fit into 63 bits");
    }
    this.stride = stride;
    this.size = size;
    chunkWidth = stride * KEYS_PER_CHUNK;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public long key(long rank) {
    return rank * stride;
  }

  @Override
  public void fill(long rank, long[] into, int count) {
    long key = key(rank);
    for (int i = 0; i < count; i++) {
      into[i] = key;
      key += stride;
    }
  }

  @Override
  public boolean contains(long key) {
    return key >= 0 && key % stride == 0 && key / stride < size;
  }

  @Override
  public long newKey(long rank) {
    return stride == 1 ? size + rank : key(rank) + 1;
  }

  @Override
  public int chunkId(long key) {
    return (int) (key / chunkWidth);
  }

  @Override
  public long missInsideRun(SplittableRandom random) {
    return stride == 1
        ? random.nextLong(size, Long.MAX_VALUE)
        : key(random.nextLong(size)) + random.nextLong(1, stride);
  }

  @Override
  public long missBetweenRuns(SplittableRandom random) {
    return missInsideRun(random);
  }
}
