package org.secindex.file;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.secindex.api.KeyDomain;

/**
 * The target of a coverage-guided fuzzer, Jazzer: what {@link ReaderFuzz} leaves to chance is
 * decided by the bytes that the fuzzer gives, so that it can go back to a damage that led somewhere
 * and vary it.
 */
public final class GuidedFuzz {
  private static final List<SmallIndex> SOUND =
      Stream.of("stride:10", "lsst", "gaia", "uniform64")
          .flatMap(
              keys ->
                  Stream.of(
                      SmallIndex.of(keys, KeyDomain.SIGNED, 10),
                      SmallIndex.of(keys, KeyDomain.UNSIGNED, 150)))
          .toList();

  private GuidedFuzz() {}

  /** Called by the fuzzer. */
  public static void fuzzerTestOneInput(byte[] choices) {
    RandomGenerator random = new Choices(choices);
    SmallIndex index = SOUND.get(random.nextInt(SOUND.size()));
    EveryReading.of(new IndexMutator(index, random).damaged(), index.asked(), random);
  }

  /** Numbers out of the bytes given, and zeros behind their end. */
  private static final class Choices implements RandomGenerator {
    private final byte[] bytes;
    private int at;

    Choices(byte[] bytes) {
      this.bytes = bytes;
    }

    private long next(int count) {
      long number = 0;
      for (int i = 0; i < count; i++) {
        number = number << 8 | (at < bytes.length ? bytes[at++] & 0xff : 0);
      }
      return number;
    }

    @Override
    public long nextLong() {
      return next(8);
    }

    @Override
    public int nextInt() {
      return (int) next(4);
    }

    @Override
    public int nextInt(int bound) {
      return (int) (next(bound <= 256 ? 1 : bound <= 65_536 ? 2 : 4) % bound);
    }
  }
}
