package org.secindex.bench;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.secindex.api.EntryChecksum;
import org.secindex.testkit.Catalogue;

/**
 * What an index said to {@link Queries}, kept to be checked after the clock has stopped. Several
 * threads may fill different positions. A position may be filled again, by the same answer.
 */
final class Answers {
  private static final int ABSENT = -1;
  private static final int NOT_ASKED = -2;

  private final Queries queries;
  private final int[] chunkIds;
  private final int[] subChunkIds;

  /** Where a later answer was another one; below 0: nowhere. */
  private volatile int changed = -1;

  Answers(Queries queries) {
    this.queries = queries;
    chunkIds = new int[queries.size()];
    Arrays.fill(chunkIds, NOT_ASKED);
    subChunkIds = new int[queries.size()];
  }

  void found(int position, int chunkId, int subChunkId) {
    int before = chunkIds[position];
    if (before == NOT_ASKED) {
      chunkIds[position] = chunkId;
      subChunkIds[position] = subChunkId;
    } else if (before != chunkId || subChunkIds[position] != subChunkId) {
      changed = position;
    }
  }

  void absent(int position) {
    int before = chunkIds[position];
    if (before == NOT_ASKED) {
      chunkIds[position] = ABSENT;
    } else if (before != ABSENT) {
      changed = position;
    }
  }

  /** The first answer that is not the catalogue's, in one line. */
  Optional<String> wrong(Catalogue catalogue) {
    int unsteady = changed;
    if (unsteady >= 0) {
      return Optional.of("key " + queries.key(unsteady) + " was answered in two ways");
    }
    for (int i = 0; i < queries.size(); i++) {
      if (chunkIds[i] != NOT_ASKED) {
        Optional<String> wrong = wrong(catalogue, i);
        if (wrong.isPresent()) {
          return wrong;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> wrong(Catalogue catalogue, int i) {
    long key = queries.key(i);
    boolean shouldBeThere = queries.isHit(i);
    boolean isThere = chunkIds[i] != ABSENT;
    if (isThere != shouldBeThere) {
      return Optional.of(
          "key " + key + (isThere ? " found, but is not there" : " not found, but is there"));
    }
    if (isThere
        && (chunkIds[i] != catalogue.chunkId(key) || subChunkIds[i] != catalogue.subChunkId(key))) {
      return Optional.of(
          "key %d found at (%d, %d) instead of (%d, %d)"
              .formatted(
                  key,
                  chunkIds[i],
                  subChunkIds[i],
                  catalogue.chunkId(key),
                  catalogue.subChunkId(key)));
    }
    return Optional.empty();
  }

  /** How many of the keys the index has, as it said. */
  long found() {
    return IntStream.of(chunkIds).filter(chunk -> chunk >= 0).count();
  }

  /** The {@link EntryChecksum} of all entries found; null if not all keys were asked for. */
  @Nullable Long checksum() {
    EntryChecksum sum = new EntryChecksum();
    for (int i = 0; i < queries.size(); i++) {
      if (chunkIds[i] == NOT_ASKED) {
        return null;
      }
      if (chunkIds[i] != ABSENT) {
        sum.add(queries.key(i), chunkIds[i], subChunkIds[i]);
      }
    }
    return sum.value();
  }
}
