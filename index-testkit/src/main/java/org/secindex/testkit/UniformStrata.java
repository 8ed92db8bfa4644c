package org.secindex.testkit;

/** Equal strata over all signed 64-bit numbers. */
final class UniformStrata implements Strata {
  private final long width;
  private final long chunks;

  UniformStrata(long size) {
    width = Long.divideUnsigned(-1L, Strata.count(size));
    chunks = (size + Keys.KEYS_PER_CHUNK - 1) / Keys.KEYS_PER_CHUNK;
  }

  @Override
  public int shift() {
    return 0;
  }

  @Override
  public long lower(long stratum) {
    return Long.MIN_VALUE + stratum * width;
  }

  @Override
  public long stratum(long value) {
    return Long.divideUnsigned(value - Long.MIN_VALUE, width);
  }

  @Override
  public int chunkId(long value) {
    return (int) Mix.scale(value - Long.MIN_VALUE, chunks);
  }
}
