package org.secindex.bench;

import org.secindex.api.Lookup;
import org.secindex.api.SecondaryIndex;

/** Random look-ups, many keys a call. */
final class BatchSuite implements Job {
  static final int BATCH = 1000;

  @Override
  public Measurement run(Trial trial) {
    return Clients.measure(trial, BatchSuite::ask);
  }

  private static int ask(
      SecondaryIndex index, Queries queries, int position, int end, Answers answers) {
    int to = Math.min(position + BATCH, end);
    Lookup found = index.findAll(queries.keys(position, to));
    for (int i = 0; i < found.size(); i++) {
      if (found.isFound(i)) {
        answers.found(position + i, found.chunkId(i), found.subChunkId(i));
      } else {
        answers.absent(position + i);
      }
    }
    return to;
  }
}
