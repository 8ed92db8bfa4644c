package org.secindex.bench;

import java.util.Optional;
import java.util.stream.IntStream;
import org.secindex.api.EntryChecksum;
import org.secindex.testkit.Catalogue;

/**
 * What an index said to {@link Queries}, kept to be checked after the clock has stopped. Several
 * threads may fill different positions.
 */
final class Answers {
  private static final int ABSENT = -1;

  private final Queries queries;
  private final int[] chunkIds;
  private final int[] subChunkIds;

  Answers(Queries queries) {
    this.queries = queries;
    chunkIds = new int[queries.size()];
    subChunkIds = new int[queries.size()];
  }

  void found(int position, int chunkId, int subChunkId) {
    chunkIds[position] = chunkId;
    subChunkIds[position] = subChunkId;
  }

  void absent(int position) {
    chunkIds[position] = ABSENT;
  }

  /** The first answer that is not the catalogue's, in one line. */
  Optional<String> wrong(Catalogue catalogue) {
    for (int i = 0; i < queries.size(); i++) {
      long key = queries.key(i);
      boolean shouldBeThere = queries.isHit(i);
      boolean isThere = chunkIds[i] != ABSENT;
      if (isThere != shouldBeThere) {
        return Optional.of(
            "key " + key + (isThere ? " found, but is not there" : " not found, but is there"));
      }
      if (isThere
          && (chunkIds[i] != catalogue.chunkId(key)
              || subChunkIds[i] != catalogue.subChunkId(key))) {
        return Optional.of(
            "key %d found at (%d, %d) instead of (%d, %d)"
                .formatted(
                    key,
                    chunkIds[i],
                    subChunkIds[i],
                    catalogue.chunkId(key),
                    catalogue.subChunkId(key)));
      }
    }
    return Optional.empty();
  }

  /** How many of the keys the index has, as it said. */
  long found() {
    return IntStream.of(chunkIds).filter(chunk -> chunk != ABSENT).count();
  }

  /** Of all entries found. */
  EntryChecksum checksum() {
    EntryChecksum sum = new EntryChecksum();
    for (int i = 0; i < queries.size(); i++) {
      if (chunkIds[i] != ABSENT) {
        sum.add(queries.key(i), chunkIds[i], subChunkIds[i]);
      }
    }
    return sum;
  }
}
