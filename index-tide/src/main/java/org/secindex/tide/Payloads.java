package org.secindex.tide;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * Payloads of one size that are made up: pieces of a long text of letters, at a place that depends
 * on the number of the entry. Cheap to make; by compression they lose about half. One thread at a
 * time.
 */
final class Payloads {
  private static final int PLACES = 1 << 16;
  private static final int LETTERS = 16;
  private static final long SEED = 2011;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final int size;
  private final ByteBuffer text;

  Payloads(int size) {
    this.size = size;
    SplittableRandom random = new SplittableRandom(SEED);
    byte[] letters = new byte[PLACES + size];
    for (int i = 0; i < letters.length; i++) {
      letters[i] = (byte) ('a' + random.nextInt(LETTERS));
    }
    text = ByteBuffer.wrap(letters).asReadOnlyBuffer();
  }

  /** The payload of an entry, between position and limit; valid until the next call. */
  ByteBuffer of(long number) {
    int place = (int) ((number * GOLDEN) >>> 48);
    return text.limit(place + size).position(place);
  }
}
