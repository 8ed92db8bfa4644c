package org.secindex.bench;

import java.util.Optional;
import org.secindex.api.Location;
import org.secindex.api.SecondaryIndex;

/** Random look-ups, one key a call. */
final class RunSuite implements Job {
  @Override
  public Measurement run(Trial trial) {
    return Clients.measure(trial, RunSuite::ask);
  }

  private static int ask(
      SecondaryIndex index, Queries queries, int position, int end, Answers answers) {
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
