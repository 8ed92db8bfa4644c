package org.secindex.bench;

import org.secindex.api.Lookup;
import org.secindex.api.SecondaryIndex;

/**
 * Look-ups of many keys a call.
 *
 * @param keysPerCall how many
 */
record BatchedLookups(int keysPerCall) implements Client.Asker {
  /** How many keys a call has unless told. */
  static final int USUAL = 1000;

  @Override
  public int ask(SecondaryIndex index, Queries queries, int position, int end, Answers answers) {
    int to = Math.min(position + keysPerCall, end);
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
