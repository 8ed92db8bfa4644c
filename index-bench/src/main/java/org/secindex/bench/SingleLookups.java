package org.secindex.bench;

import java.util.Optional;
import org.secindex.api.Location;
import org.secindex.api.SecondaryIndex;

/** Look-ups of one key a call. */
final class SingleLookups {
  private SingleLookups() {}

  static int ask(SecondaryIndex index, Queries queries, int position, int end, Answers answers) {
    Optional<Location> found = index.find(queries.key(position));
    if (found.isPresent()) {
      Location location = found.get();
      answers.found(position, location.chunkId(), location.subChunkId());
    } else {
      answers.absent(position);
    }
    return position + 1;
  }
}
