package org.secindex.file.evidence;

import java.util.Arrays;
import java.util.Optional;
import org.secindex.api.Location;
import org.secindex.api.Lookup;
import org.secindex.api.SecondaryIndex;

/**
 * Random keys that an index holds. The answers are kept, and checked when the clock has stopped.
 */
final class Questions {
  private static final int A_CALL = 1000;

  private final Place place;
  private final long[] keys;
  private final long[] answers;

  Questions(Place place, int count, long seed) {
    this.place = place;
    keys = place.randomKeys(count, seed);
    answers = new long[count];
  }

  int size() {
    return keys.length;
  }

  /** Asks one by one; returns ns a key. */
  double find(SecondaryIndex index) {
    Arrays.fill(answers, -1);
    long start = System.nanoTime();
    for (int i = 0; i < keys.length; i++) {
      Optional<Location> found = index.find(keys[i]);
      if (found.isPresent()) {
        answers[i] = (long) found.get().chunkId() << 32 | found.get().subChunkId();
      }
    }
    return check(System.nanoTime() - start);
  }

  /** Asks a thousand a call; returns ns a key. The count must be a multiple of that. */
  double findAll(SecondaryIndex index) {
    Arrays.fill(answers, -1);
    long start = System.nanoTime();
    for (int from = 0; from < keys.length; from += A_CALL) {
      int at = from;
      Lookup lookup = index.findAll(Arrays.copyOfRange(keys, from, from + A_CALL));
      lookup.forEach((i, key, chunk, sub) -> answers[at + i] = (long) chunk << 32 | sub);
    }
    return check(System.nanoTime() - start);
  }

  private double check(long took) {
    for (int i = 0; i < keys.length; i++) {
      if (answers[i] != place.locationOf(keys[i])) {
        throw new AssertionError("key " + keys[i] + ": wrong answer " + answers[i]);
      }
    }
    return (double) took / keys.length;
  }
}
