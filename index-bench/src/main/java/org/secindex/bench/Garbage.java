package org.secindex.bench;

import org.jspecify.annotations.Nullable;

/**
 * What the bench's own JVM did for memory during a measurement. A figure that cannot be read is
 * null, never 0.
 *
 * @param collections how many garbage collections there were
 * @param collectionSeconds how long they took together; of collectors that work beside the program
 *     it is not all pause
 * @param allocatedBytes what was taken from the heap, by all threads. What a thread took in its
 *     last 0.2 s before it ended is missing
 */
public record Garbage(
    @Nullable Long collections, @Nullable Double collectionSeconds, @Nullable Long allocatedBytes) {
  /** Nothing was measured. */
  static final Garbage UNKNOWN = new Garbage(null, null, null);
}
